/**
 * Writes the mails that people get of their notices: the first at once, then one in five minutes with all that came meanwhile; to who chose
 * it all but requests once a day. What this
 * rules out (test/jobs/notices.test.ts), beside what all jobs do:
 *
 * - A flood of orders floods a mailbox.
 * - A mail asks for an answer that was given already, or says what its reader has read at the console.
 * - Somebody who left the company, or ended the mails, gets one that was on its way.
 */
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { sinceLastNews, writeAccountMail } from '../db/queries/console/account-mails.ts';
import { readMailDomain } from '../db/queries/notices/inbound-mails.ts';
import {
  findNoticeReader,
  isMailWanted,
  type NoticeReader,
  type NoticeRow,
  takeNoticesToMail,
} from '../db/queries/notices/notices.ts';
import { finishJob, type Job, leaveJob } from '../db/queries/platform/jobs.ts';
import { dailyAround, isAnswered, NOTICE_MAIL_EVERY_MINUTES, quietLeft } from '../domain/notices.ts';
import { noticeMail } from '../lib/mail/notice-words.ts';
import { htmlOf, textOf } from '../lib/mail/sections.ts';
import { tripCalendar } from '../lib/mail/trip-calendar.ts';
import { ownUids } from '../services/calendars/events.ts';
import { type AnswerLinks, mayAnswerByLink } from '../services/notices/answering.ts';
import type { MailAddresses } from '../services/notices/mail-addresses.ts';
import type { UnsubscribeLinks } from '../services/notices/unsubscribing.ts';
import type { JobKind } from './runner.ts';

const MINUTE_MS = 60_000;
/** Taken into one mail, of which it lists the first. */
const TAKEN = 500;

export interface NoticeMailDeps {
  readonly orm: MikroORM;
  readonly now: () => Date;
  readonly consoleBaseUrl: string;
  readonly publicBaseUrl: string;
  readonly unsubscribing: UnsubscribeLinks;
  readonly answering: Pick<AnswerLinks, 'of'>;
  readonly addresses: Pick<MailAddresses, 'answer'>;
}

/** A job's subject is a company and a person: `CO1001:17`. */
export function noticeMailJobs(deps: NoticeMailDeps): JobKind {
  return {
    ...{ atOnce: 20, leaseSeconds: 60 },
    run: async (job) => {
      const [companyId = '', person] = job.subject.split(':');
      await deps.orm.em.fork().transactional((em) => mailNotices(deps, em, job, companyId, Number(person)));
      return 'finished';
    },
  };
}

async function mailNotices(
  deps: NoticeMailDeps,
  em: EntityManager,
  job: Job,
  companyId: string,
  personId: number,
): Promise<void> {
  const reader = await findNoticeReader(em, companyId, personId);
  const type = `notice.${companyId}`;
  if (reader?.mail) {
    const inMs = await waitOf(em, reader, type, deps.now());
    if (inMs > 0) return await leaveJob(em, job, { inMs, error: null });
  }
  const daily = reader && dailyOf(reader, deps.now());
  const taken = await takeNoticesToMail(em, { companyId, personId, before: daily?.last, limit: TAKEN });
  const notices = taken.filter(
    ({ readAt, kind, order, hold }) => readAt === null && !isAnswered(kind, order, hold),
  );
  if (reader?.mail && notices.length > 0)
    await write(deps, em, { reader, notices, type, companyId, personId });
  if (taken.length === TAKEN) return await leaveJob(em, job, { inMs: 0, error: null });
  if (daily && (await isMailWanted(em, companyId, personId)))
    return await leaveJob(em, job, { inMs: daily.next.getTime() - deps.now().getTime(), error: null });
  await finishJob(em, job);
}

/** Undefined for who gets all as it comes, or no mails. */
function dailyOf({ mail, timeZone, dailyAt }: NoticeReader, now: Date) {
  if (!mail || timeZone === null || dailyAt === null) return undefined;
  return dailyAround({ timeZone, at: dailyAt }, now);
}

/** Milliseconds until they may get the next mail. */
async function waitOf(em: EntityManager, reader: NoticeReader, type: string, now: Date): Promise<number> {
  const since = await sinceLastNews(em, reader.email, type);
  return Math.max(
    quietLeft(reader, now),
    since === undefined ? 0 : NOTICE_MAIL_EVERY_MINUTES * MINUTE_MS - since,
  );
}

interface MailOfNotices {
  readonly reader: NoticeReader;
  readonly notices: readonly NoticeRow[];
  readonly type: string;
  readonly companyId: string;
  readonly personId: number;
}

async function write(
  deps: NoticeMailDeps,
  em: EntityManager,
  { reader, notices, type, companyId, personId }: MailOfNotices,
): Promise<void> {
  const { consoleBaseUrl, publicBaseUrl, unsubscribing, answering } = deps;
  const { page, oneClick } = unsubscribing.of(personId, companyId);
  const answer = mayAnswerByLink(reader) ? (id: number) => answering.of(id, reader.email) : undefined;
  const replyTo = await replyToOf(deps, em, reader, notices);
  const links = { consoleBaseUrl, unsubscribe: page, answer, isAnswered: replyTo !== undefined };
  const mail = noticeMail(reader, notices, links);
  await writeAccountMail(em, {
    ...{ type, to: reader.email, subject: mail.subject, text: textOf(mail), html: htmlOf(mail) },
    calendar: tripCalendar(notices, ownUids(publicBaseUrl)),
    unsubscribeUrl: oneClick,
    replyTo,
  });
}

/** Where an answer becomes a message: of a mail about a single order, where mails come to the platform. */
async function replyToOf(
  { addresses }: NoticeMailDeps,
  em: EntityManager,
  reader: NoticeReader,
  notices: readonly NoticeRow[],
): Promise<string | undefined> {
  const [first] = notices;
  const isOfOne = notices.every(({ subjectId, order }) => order !== null && subjectId === first?.subjectId);
  if (first === undefined || !isOfOne || !mayAnswerByLink(reader)) return undefined;
  const domain = await readMailDomain(em);
  return domain && addresses.answer(domain, first.id, reader.email);
}
