/**
 * Events on their way to people: all merchants' feeds, read as one, in the order that no later commit can change (docs/decisions/0020).
 * One row says how far. What this rules out (test/jobs/notices.test.ts):
 *
 * - A crash leaves an event out, or notifies somebody of it twice: notices, mails and the new position are one transaction.
 * - Two processes read the same: the position's row is locked, and who finds it so does nothing.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { CompanyRole } from '../../../domain/console-roles.ts';
import {
  type NoticedEvent,
  type NoticeKind,
  type NoticeTopic,
  REMINDED_AFTER_MINUTES,
} from '../../../domain/notices.ts';
import { NOTICED } from '../../entities/notification.ts';
import { addJobs, addSingleJobs } from '../platform/jobs.ts';
import { pushNotices } from './push-devices.ts';

/** Values and not a join: of a table of one row the planner believes that it has hundreds, and reads all notifications. */
const behind = (at: string) => `${NOTICED} and n.transaction_id >= (select transaction_id from ${at})
  and n.transaction_id < feed_horizon() and (n.transaction_id, n.subject_id, n.position)
    > ((select transaction_id from ${at}), (select subject_id from ${at}), (select position from ${at}))`;
const IN_ORDER = 'n.transaction_id, n.subject_id, n.position';

/** SQL: the next event that was not read. The order leads the planner to the index, also where there is none. */
export const UNREAD_EVENTS = `(select from notification n where ${behind('notice_position')} order by ${IN_ORDER} limit 1) unread`;

/** An event of a merchant that people work for. */
export interface EventToNotice extends NoticedEvent {
  readonly notificationId: string;
  readonly merchantKey: string;
  readonly companyId: string;
  readonly sandbox: boolean;
  /** The order, the settlement, the hold of a turn, else what it is about. */
  readonly subjectId: string;
}

const READ = `
with at as materialized (select * from notice_position for no key update skip locked),
scanned as materialized (
  select n.id, n.type, n.merchant_key, n.order_id, n.settlement_id, n.subject_id, n.transaction_id, n.position
  from notification n where ${behind('at')} order by ${IN_ORDER} limit ?::int
), moved as (
  update notice_position p set transaction_id = e.transaction_id, subject_id = e.subject_id, position = e.position
  from (select * from scanned order by transaction_id desc, subject_id desc, position desc limit 1) e
)
select s.id as "notificationId", s.type, s.merchant_key as "merchantKey", c.id as "companyId",
  c.sandbox_key = s.merchant_key as sandbox,
  coalesce(s.order_id, s.settlement_id, b.body ->> 'holdId', b.body ->> 'guideId', s.subject_id) as "subjectId",
  b.body ->> 'reason' as reason, coalesce(o.merchant_key = s.merchant_key, false) as "isOrdering",
  coalesce(o.studio_key = s.merchant_key, false) as "isStudio", o.status as "orderStatus",
  coalesce(o.instant_confirmation, false) as "isInstant", t.count
from (select count(*)::int as count from scanned) t left join scanned s on true
  left join company c on s.merchant_key in (c.sandbox_key, c.live_key)
  left join orders o on o.id = s.order_id
  left join lateral (select body::jsonb as body from notification where id = s.id and c.id is not null) b on true
order by s.transaction_id, s.subject_id, s.position`;

/**
 * Reads the next events and moves the position behind them, in the caller's transaction.
 * @returns those of merchants that people work for, and how many were read in all.
 */
export async function readNewEvents(
  em: EntityManager,
  limit: number,
): Promise<{ readonly events: EventToNotice[]; readonly count: number }> {
  const rows = await em.execute<(EventToNotice & { companyId: string | null; count: number })[]>(READ, [
    limit,
  ]);
  const events = rows.flatMap(({ count: _, ...event }) => (event.companyId === null ? [] : [event]));
  return { events, count: rows[0]?.count ?? 0 };
}

/** A person of a company, and which notices they have chosen. */
export interface Member {
  readonly personId: number;
  readonly companyId: string;
  readonly role: CompanyRole;
  /** Null: those of the role. */
  readonly topics: readonly NoticeTopic[] | null;
  readonly mail: boolean;
  readonly sandbox: boolean;
}

const MEMBERS = `
select m.person_id::float8 as "personId", m.company_id as "companyId", m.role, s.topics,
  coalesce(s.mail, true) as mail, coalesce(s.sandbox, true) as sandbox
from membership m join person p on p.id = m.person_id
  left join notice_setting s on s.person_id = m.person_id and s.company_id = m.company_id
where m.company_id = any(?::text[]) and p.email_confirmed_at is not null`;

export function findMembers(em: EntityManager, companyIds: readonly string[]): Promise<Member[]> {
  return em.execute<Member[]>(MEMBERS, [`{${companyIds.join(',')}}`]);
}

export interface NewNotice {
  readonly personId: number;
  readonly companyId: string;
  readonly merchantKey: string;
  readonly notificationId: string;
  readonly kind: NoticeKind;
  readonly subjectId: string;
  readonly mailWanted: boolean;
}

const ADD = `
with written as (
  insert into notice (person_id, company_id, merchant_key, notification_id, kind, subject_id, mail_wanted)
  select n."personId", n."companyId", n."merchantKey", n."notificationId", n.kind, n."subjectId", n."mailWanted"
  from json_to_recordset(?::json) as n ("personId" bigint, "companyId" text, "merchantKey" text, "notificationId" text,
    kind text, "subjectId" text, "mailWanted" boolean)
  on conflict (person_id, notification_id) do nothing returning id, company_id, person_id, notification_id, kind, subject_id, mail_wanted
), reminding as (
  ${addJobs(
    'notice_reminder',
    `select distinct subject_id as subject, json_build_object('companyId', company_id, 'notificationId', notification_id)::jsonb as payload,
      now() + interval '${REMINDED_AFTER_MINUTES} minutes' as run_at from written where kind = 'request_new' and mail_wanted`,
    ['payload', 'run_at'],
  )}
), pushing as (
  ${pushNotices('written')}
)
${addSingleJobs(
  'notice_mail',
  `select distinct company_id || ':' || person_id as subject, now() as run_at from written where mail_wanted`,
)}`;

/** Writes notices, and has those mailed and sent to devices that are to be. */
export async function addNotices(em: EntityManager, notices: readonly NewNotice[]): Promise<void> {
  if (notices.length > 0) await em.execute(ADD, [JSON.stringify(notices)]);
}
