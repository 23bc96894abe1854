import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { mailFailingSince, noteMailWorks } from '../../db/queries/notices/inbound-mails.ts';
import { listNotices, type NoticeRow } from '../../db/queries/notices/notices.ts';
import {
  countUnread,
  markNoticesRead,
  type NoticeChoice,
  type ReadNotices,
  readNoticeChoices,
  writeNoticeChoice,
} from '../../db/queries/notices/settings.ts';
import { pageOf } from '../../domain/console-places.ts';
import { invalidParameter } from '../../domain/errors.ts';
import { answerByOf, defaultTopics, NOTICE_KINDS } from '../../domain/notices.ts';
import { isKnownZone } from '../../domain/wall-time.ts';
import { NoSuchPlace } from '../accounts/refusals.ts';

const PAGE = 30;

/** Who reads: live merchants' notices are for people who have shown a second factor, as everything live is. */
export interface NoticesReader {
  readonly personId: number;
  readonly withLive: boolean;
}

/** A person's notices, and which ones they want. */
export function createNotices({ orm }: { readonly orm: MikroORM }) {
  const em = () => orm.em.fork();
  return {
    /** The newest first. @param before the last one of the page before. */
    async list({ personId, withLive }: NoticesReader, before = Number.MAX_SAFE_INTEGER) {
      const rows = await listNotices(em(), personId, { before, withLive, limit: PAGE + 1 });
      const unread = await countUnread(em(), personId, withLive);
      return { unread, hasMore: rows.length > PAGE, list: rows.slice(0, PAGE).map(viewNotice) };
    },
    unread: ({ personId, withLive }: NoticesReader) => countUnread(em(), personId, withLive),
    /** Of those that the reader may see. */
    markRead: ({ personId, withLive }: NoticesReader, which: ReadNotices) =>
      markNoticesRead(em(), personId, withLive, which),
    async choices(personId: number) {
      const [rows, since] = await Promise.all([
        readNoticeChoices(em(), personId),
        mailFailingSince(em(), personId),
      ]);
      const companies = rows.map((row) => ({ ...row, defaultTopics: [...defaultTopics(row.role)] }));
      return { companies, mailFailingSince: since?.toISOString() ?? null };
    },
    /** Mails are written again, although one came back. */
    resumeMails: (personId: number) => noteMailWorks(em(), personId),
    /** @throws InvalidParameter, NoSuchPlace for a company that the person does not work for. */
    async choose(personId: number, companyId: string, choice: NoticeChoice): Promise<void> {
      refuseBadHours(choice);
      const work = (inside: EntityManager) => writeNoticeChoice(inside, personId, companyId, choice);
      if (!(await em().transactional(work))) throw new NoSuchPlace();
    },
  };
}

function refuseBadHours({ timeZone, quiet, dailyAt }: NoticeChoice): void {
  if (timeZone === null && (quiet !== null || dailyAt !== null))
    throw invalidParameter('body.timeZone', 'missing', 'must be given with hours');
  if (timeZone !== null && !isKnownZone(timeZone))
    throw invalidParameter('body.timeZone', 'not_a_time_zone', 'is no IANA time zone');
  if (quiet !== null && quiet.from === quiet.until)
    throw invalidParameter('body.quiet.until', 'conflicting_parameters', 'is the hour at which they begin');
}

function viewNotice(row: NoticeRow) {
  const { id, kind, companyId, sandbox, subjectId, guideName, order, hold, createdAt, readAt } = row;
  const answerBy = answerByOf(kind, order);
  const path = pageOf(row, subjectId, hold);
  return {
    ...{ id, kind, topic: NOTICE_KINDS[kind], companyId, sandbox, subjectId, path, guideName },
    clientReference: order?.clientReference ?? null,
    tripDate: (order ?? hold)?.tripDate ?? null,
    answerBy: answerBy && new Date(answerBy).toISOString(),
    heldUntil: hold && new Date(hold.expiresAt).toISOString(),
    timeZone: (order ?? hold)?.timeZone ?? null,
    createdAt: createdAt.toISOString(),
    isRead: readAt !== null,
  };
}
