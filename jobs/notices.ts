/** Notifies people of what happens to their company's orders and statements: reads all merchants' events, and writes notices (docs/console.md, "Notices"). */
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import {
  addNotices,
  type EventToNotice,
  findMembers,
  type Member,
  type NewNotice,
  readNewEvents,
} from '../db/queries/notices/reading.ts';
import { defaultTopics, NOTICE_KINDS, noticeOf } from '../domain/notices.ts';
import { IDLE_POLL_MS, type Loop, startLoop } from './loop.ts';

/** Events that are read at once. */
const BATCH = 500;

export interface NoticesDeps {
  readonly orm: MikroORM;
  /** False: nobody is sent mails. */
  readonly mail: boolean;
  readonly onError: (error: unknown) => void;
}

export function startNotices(deps: NoticesDeps): Loop {
  return startLoop({ everyMs: IDLE_POLL_MS, round: () => writeNotices(deps), onError: deps.onError });
}

/** One round. @returns whether there may be more. */
export function writeNotices({ orm, mail }: Pick<NoticesDeps, 'orm' | 'mail'>): Promise<boolean> {
  return orm.em.fork().transactional(async (em) => {
    const { events, count } = await readNewEvents(em, BATCH);
    await addNotices(em, await noticesOf(em, events, mail));
    return count === BATCH;
  });
}

async function noticesOf(
  em: EntityManager,
  events: readonly EventToNotice[],
  mail: boolean,
): Promise<NewNotice[]> {
  const news = events.flatMap((event) => {
    const kind = noticeOf(event);
    return kind === undefined ? [] : [{ event, kind }];
  });
  if (news.length === 0) return [];
  const members = await findMembers(em, [...new Set(news.map(({ event }) => event.companyId))]);
  return news.flatMap(({ event: { notificationId, merchantKey, companyId, subjectId, sandbox }, kind }) =>
    members
      .filter((one) => one.companyId === companyId && (one.sandbox || !sandbox))
      .filter((one) => topicsOf(one).includes(NOTICE_KINDS[kind]))
      .map(({ personId, mail: byMail }) => ({
        ...{ personId, companyId, merchantKey, notificationId, kind, subjectId },
        mailWanted: mail && byMail,
      })),
  );
}

const topicsOf = ({ topics, role }: Member) => topics ?? defaultTopics(role);
