/** Notices on their way into a mail, and what each is about. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { CompanyRole, Language } from '../../../domain/console-roles.ts';
import {
  asksForAnswer,
  NOTICE_KINDS,
  type NoticedHold,
  type NoticedOrder,
  type NoticeKind,
} from '../../../domain/notices.ts';
import { PUSH_HOURS } from '../../../domain/push-message.ts';

/** A notice with what it is about, as it is now. */
export interface NoticeRow {
  readonly id: number;
  readonly kind: NoticeKind;
  readonly subjectId: string;
  readonly companyId: string;
  readonly sandbox: boolean;
  readonly createdAt: Date;
  readonly readAt: Date | null;
  /** Null where it is about no order. */
  readonly order: NoticedOrder | null;
  /** Null where it is about none. */
  readonly hold: NoticedHold | null;
  /** Of an order or a hold, or what it is about itself. */
  readonly guideName: string | null;
}

/** SQL: of rows `n` of `notice`. The index finds one order, one hold, one guide, one change for each. */
const FACTS = `
n.id::float8 as id, n.kind, n.subject_id as "subjectId", n.company_id as "companyId",
  c.sandbox_key = n.merchant_key as sandbox, n.created_at as "createdAt", n.read_at as "readAt", g.name as "guideName",
  case when o.id is not null then jsonb_build_object(
    'status', o.status, 'clientReference', o.client_reference, 'tripDate', o.trip_date, 'tripDays', o.trip_days,
    'startTime', o.trip ->> 'startTime', 'guestCount', o.guest_count, 'totalAmount', o.total_amount,
    'currency', trim(o.currency), 'timeZone', o.time_zone, 'confirmBy', o.confirm_by, 'changeAnswerBy', h.answer_by,
    'meetingPoint', o.trip #>> '{meetingPoint,text}', 'startAt', o.trip_start_at, 'endAt', o.trip_end_at, 'sequence', o.sequence) end as "order",
  case when held.id is not null then jsonb_build_object(
    'guideId', held.guide_id, 'status', held.status, 'expiresAt', held.expires_at, 'tripDate', held.terms -> 'tripDate',
    'tripDays', held.terms -> 'tripDays', 'startTime', held.terms #> '{trip,startTime}', 'guestCount', held.terms -> 'guestCount',
    'totalAmount', held.terms -> 'totalAmount', 'currency', held.terms -> 'currency', 'timeZone', held.terms -> 'timeZone') end as hold`;
const SUBJECTS = `
  join company c on c.id = n.company_id
  left join orders o on o.id = n.subject_id
  left join hold held on held.id = n.subject_id
  left join guide g on g.id = coalesce(o.guide_id, held.guide_id, n.subject_id)
  left join order_change h on h.order_id = o.id and h.status = 'requested'`;

/** An order that somebody was notified of, and what they may do for the company now. */
export interface AnswerableNotice
  extends Omit<NoticeRow, 'order' | 'hold' | 'guideName' | 'createdAt' | 'readAt'> {
  readonly order: NoticedOrder;
  readonly guideName: string;
  readonly personId: number;
  /** The person's address now. */
  readonly email: string;
  readonly language: Language;
  readonly role: CompanyRole;
  readonly merchantKey: string;
  readonly companyName: string;
  /** The company demands a second factor of everybody: a mailbox is not enough. */
  readonly needsSecondFactor: boolean;
}

const FIND_ANSWERABLE = `
select ${FACTS}, n.person_id::float8 as "personId", p.email, p.language, m.role, n.merchant_key as "merchantKey", c.name as "companyName",
  c.needs_second_factor as "needsSecondFactor"
from notice n ${SUBJECTS}
  join membership m on m.person_id = n.person_id and m.company_id = n.company_id join person p on p.id = n.person_id
where n.id = ? and o.id is not null`;
const FIND_REQUEST = `${FIND_ANSWERABLE} and n.kind in ('request_new', 'request_due') and o.studio_key = n.merchant_key`;

/** @returns undefined where the notice is about no order or is forgotten, or its person left. */
export async function findAnswerable(
  em: EntityManager,
  noticeId: number,
): Promise<AnswerableNotice | undefined> {
  const [row] = await em.execute<AnswerableNotice[]>(FIND_ANSWERABLE, [noticeId]);
  return row;
}

/** The same; undefined also where the notice asks for no confirmation. */
export async function findRequest(
  em: EntityManager,
  noticeId: number,
): Promise<AnswerableNotice | undefined> {
  const [row] = await em.execute<AnswerableNotice[]>(FIND_REQUEST, [noticeId]);
  return row;
}

/** A person who is to get a mail about a company. */
export interface NoticeReader {
  readonly email: string;
  readonly language: Language;
  readonly companyName: string;
  readonly timeZone: string | null;
  readonly quietFrom: number | null;
  readonly quietUntil: number | null;
  /** The full hour of the one mail a day. */
  readonly dailyAt: number | null;
  /** They want mails at all, and their mailbox takes them. */
  readonly mail: boolean;
  /** They want them on their devices. */
  readonly push: boolean;
  readonly role: CompanyRole;
  /** The company demands a second factor of everybody. */
  readonly needsSecondFactor: boolean;
}

const READER = `
select p.email, p.language, c.name as "companyName", s.time_zone as "timeZone", s.quiet_from as "quietFrom",
  s.quiet_until as "quietUntil", s.daily_at as "dailyAt",
  coalesce(s.mail, true) and p.mail_failing_since is null as mail, coalesce(s.push, true) as push, m.role, c.needs_second_factor as "needsSecondFactor"
from membership m join person p on p.id = m.person_id join company c on c.id = m.company_id
  left join notice_setting s on s.person_id = m.person_id and s.company_id = m.company_id
where m.company_id = ? and m.person_id = ? and p.email_confirmed_at is not null`;

/** @returns undefined for one who works there no more. */
export async function findNoticeReader(
  em: EntityManager,
  companyId: string,
  personId: number,
): Promise<NoticeReader | undefined> {
  const [row] = await em.execute<NoticeReader[]>(READER, [companyId, personId]);
  return row;
}

const TAKE = `
with taken as (
  update notice set mail_wanted = false where id = any(array(
    select id from notice where company_id = ? and person_id = ? and mail_wanted and (kind = any(?::text[]) or subject_id like 'HLD%' or created_at < ?::timestamptz)
      order by id limit ?::int))
  returning *
)
select ${FACTS} from taken n ${SUBJECTS} order by n.id`;

/** Those that ask for an answer do not wait for the one mail of a day, nor do holds: they end. */
const URGENT = Object.keys(NOTICE_KINDS).filter((kind) => asksForAnswer(kind as NoticeKind));

/** Whose notices, and which of them. */
export interface NoticesToMail {
  readonly companyId: string;
  readonly personId: number;
  /** Only those from before then, those that ask for an answer, and holds; undefined: all. */
  readonly before: Date | undefined;
  readonly limit: number;
}

/** At most so many that wait for a mail, the first first; they wait no more, in the caller's transaction. */
export async function takeNoticesToMail(
  em: EntityManager,
  { companyId, personId, before, limit }: NoticesToMail,
): Promise<NoticeRow[]> {
  const until = before?.toISOString() ?? 'infinity';
  const values = [companyId, personId, `{${URGENT.join(',')}}`, until, limit];
  return (await em.execute<Raw[]>(TAKE, values)).map(rowOf);
}

/** @returns whether others wait for a mail yet. */
export async function isMailWanted(em: EntityManager, companyId: string, personId: number): Promise<boolean> {
  const [row] = await em.execute<[{ isWanted: boolean }]>(
    'select exists (select from notice where company_id = ? and person_id = ? and mail_wanted) as "isWanted"',
    [companyId, personId],
  );
  return row.isWanted;
}

const TO_PUSH = `
select ${FACTS} from notice n ${SUBJECTS}
where n.company_id = ? and n.person_id = ? and n.id between ?::bigint and ?::bigint and n.read_at is null
  and n.created_at > now() - interval '${PUSH_HOURS} hours'
order by n.id limit ?::int`;

/** Whose notices, and from which id to which. */
export interface NoticesToPush {
  readonly companyId: string;
  readonly personId: number;
  readonly from: number;
  readonly to?: number;
  readonly limit: number;
}

/** Those that are not read and not old, the first first. */
export async function listNoticesToPush(
  em: EntityManager,
  { companyId, personId, from, to = Number.MAX_SAFE_INTEGER, limit }: NoticesToPush,
): Promise<NoticeRow[]> {
  return (await em.execute<Raw[]>(TO_PUSH, [companyId, personId, from, to, limit])).map(rowOf);
}

const LIST = `
select ${FACTS} from notice n ${SUBJECTS}
  join membership m on m.company_id = n.company_id and m.person_id = n.person_id
where n.person_id = ? and n.id < ?::bigint and (? or c.sandbox_key = n.merchant_key)
order by n.id desc limit ?::int`;

/** A person's notices of companies that they work for, the newest first. @param withLive also of live merchants. */
export async function listNotices(
  em: EntityManager,
  personId: number,
  {
    before,
    withLive,
    limit,
  }: { readonly before: number; readonly withLive: boolean; readonly limit: number },
): Promise<NoticeRow[]> {
  return (await em.execute<Raw[]>(LIST, [personId, before, withLive, limit])).map(rowOf);
}

type Raw = Omit<NoticeRow, 'createdAt' | 'readAt'> & Record<'createdAt' | 'readAt', string | null>;
const rowOf = ({ createdAt, readAt, ...row }: Raw): NoticeRow => ({
  ...row,
  createdAt: new Date(createdAt!),
  readAt: readAt === null ? null : new Date(readAt),
});
