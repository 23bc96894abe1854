import type { EntityManager } from '@mikro-orm/postgresql';
import type { CompanyRole } from '../../../domain/console-roles.ts';
import type { NoticeTopic } from '../../../domain/notices.ts';

/** Which notices a person has chosen of one company. */
export interface NoticeChoice {
  /** Null: those of the role, also when that changes. */
  readonly topics: NoticeTopic[] | null;
  readonly mail: boolean;
  readonly push: boolean;
  readonly sandbox: boolean;
  /** Of the person: of the hours below, and of deadlines in mails. */
  readonly timeZone: string | null;
  /** No mails from the one full hour until the other. */
  readonly quiet: { readonly from: number; readonly until: number } | null;
  /** One mail a day, at that full hour, with all but requests; null: all is mailed as it comes. */
  readonly dailyAt: number | null;
}

export interface CompanyChoice extends NoticeChoice {
  readonly companyId: string;
  readonly companyName: string;
  readonly role: CompanyRole;
}

const READ = `
select c.id as "companyId", c.name as "companyName", m.role, s.topics, coalesce(s.mail, true) as mail, coalesce(s.push, true) as push,
  coalesce(s.sandbox, true) as sandbox,
  s.time_zone as "timeZone", s.daily_at as "dailyAt",
  case when s.quiet_from is not null then jsonb_build_object('from', s.quiet_from, 'until', s.quiet_until) end as quiet
from membership m join company c on c.id = m.company_id
  left join notice_setting s on s.person_id = m.person_id and s.company_id = m.company_id
where m.person_id = ? order by c.name, c.id`;

/** Of all companies that the person works for. */
export function readNoticeChoices(em: EntityManager, personId: number): Promise<CompanyChoice[]> {
  return em.execute<CompanyChoice[]>(READ, [personId]);
}

const WRITE = `
insert into notice_setting (person_id, company_id, topics, mail, push, sandbox, time_zone, quiet_from, quiet_until, daily_at)
select m.person_id, m.company_id, ?::text[], ?, ?, ?, ?, ?, ?, ? from membership m where m.person_id = ? and m.company_id = ?
on conflict (person_id, company_id) do update set topics = excluded.topics, mail = excluded.mail, push = excluded.push, sandbox = excluded.sandbox,
  time_zone = excluded.time_zone, quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until, daily_at = excluded.daily_at
returning 1`;

/** @returns false where the person does not work there. */
export async function writeNoticeChoice(
  em: EntityManager,
  personId: number,
  companyId: string,
  { topics, mail, push, sandbox, timeZone, quiet, dailyAt }: NoticeChoice,
): Promise<boolean> {
  const chosen = topics === null ? null : `{${topics.join(',')}}`;
  const hours = [timeZone, quiet?.from ?? null, quiet?.until ?? null, dailyAt];
  const rows = await em.execute<unknown[]>(WRITE, [
    chosen,
    mail,
    push,
    sandbox,
    ...hours,
    personId,
    companyId,
  ]);
  return rows.length > 0;
}

const STOP = `
insert into notice_setting (person_id, company_id, mail)
select m.person_id, m.company_id, false from membership m where m.person_id = ? and m.company_id = ?
on conflict (person_id, company_id) do update set mail = false`;

/** Nothing happens for somebody who works there no more. */
export async function stopNoticeMails(em: EntityManager, personId: number, companyId: string): Promise<void> {
  await em.execute(STOP, [personId, companyId]);
}

/** @returns how many that the person may see are not read. */
export async function countUnread(em: EntityManager, personId: number, withLive: boolean): Promise<number> {
  const [row] = await em.execute<[{ count: number }]>(
    `select count(*)::int as count from (
       select from notice n join membership m on m.company_id = n.company_id and m.person_id = n.person_id
         join company c on c.id = n.company_id
       where n.person_id = ? and n.read_at is null and (? or c.sandbox_key = n.merchant_key) limit 1000) counted`,
    [personId, withLive],
  );
  return row.count;
}

/** Which notices: one, all up to one, or all about something. */
export interface ReadNotices {
  readonly id?: number | undefined;
  readonly upTo?: number | undefined;
  readonly subjectId?: string | undefined;
}

const MARK = `
update notice n set read_at = now() from company c
where c.id = n.company_id and n.person_id = ? and n.read_at is null and (? or c.sandbox_key = n.merchant_key)
  and (n.id = ?::bigint or n.id <= ?::bigint or n.subject_id = ?::text)`;

/** Marks notices that the person may see as read. */
export async function markNoticesRead(
  em: EntityManager,
  personId: number,
  withLive: boolean,
  { id, upTo, subjectId }: ReadNotices,
): Promise<void> {
  await em.execute(MARK, [personId, withLive, id ?? null, upTo ?? null, subjectId ?? null]);
}
