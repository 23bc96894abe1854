/** Mails that come in: what an answer is about, and addresses that take no mails. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { CompanyRole, Language } from '../../../domain/console-roles.ts';
import { Person } from '../../entities/index.ts';

const DOMAIN = 'select mail_domain as domain from installation';

/** Whose mails come to the platform; undefined: none do. */
export async function readMailDomain(em: EntityManager): Promise<string | undefined> {
  const [row] = await em.execute<{ domain: string | null }[]>(DOMAIN);
  return row?.domain ?? undefined;
}

/** @param domain null: mails come to the platform no more. */
export async function writeMailDomain(em: EntityManager, domain: string | null): Promise<void> {
  await em.execute('update installation set mail_domain = ?', [domain]);
}

/** An order that somebody was notified of, and what they may do for the company now. */
export interface NoticeToAnswer {
  readonly orderId: string;
  readonly merchantKey: string;
  readonly companyId: string;
  readonly sandbox: boolean;
  readonly personId: number;
  /** The person's address now. */
  readonly email: string;
  readonly language: Language;
  readonly role: CompanyRole;
  /** The company demands a second factor of everybody: a mailbox is not enough. */
  readonly needsSecondFactor: boolean;
}

const FIND = `
select n.subject_id as "orderId", n.merchant_key as "merchantKey", n.company_id as "companyId", c.sandbox_key = n.merchant_key as sandbox,
  n.person_id::float8 as "personId", p.email, p.language, m.role, c.needs_second_factor as "needsSecondFactor"
from notice n join orders o on o.id = n.subject_id join company c on c.id = n.company_id
  join membership m on m.person_id = n.person_id and m.company_id = n.company_id join person p on p.id = n.person_id
where n.id = ?`;

/** @returns undefined where the notice is about no order or is forgotten, or its person left. */
export async function findNoticeToAnswer(
  em: EntityManager,
  noticeId: number,
): Promise<NoticeToAnswer | undefined> {
  const [row] = await em.execute<NoticeToAnswer[]>(FIND, [noticeId]);
  return row;
}

const RETURNED = `
with returned as (update mail set failed_at = coalesce(failed_at, now()) where id = ? returning "to")
update person p set mail_failing_since = coalesce(p.mail_failing_since, now()) from returned
where lower(p.email) = lower(returned."to") returning 1`;

/** A mail came back: its person gets no mails of notices until they want them again. @returns whether it was a person's. */
export async function noteReturned(em: EntityManager, mailNumber: number): Promise<boolean> {
  return (await em.execute<unknown[]>(RETURNED, [mailNumber])).length > 0;
}

/** Since when the person's mailbox takes no mails; null: it takes them. */
export async function mailFailingSince(em: EntityManager, personId: number): Promise<Date | null> {
  const person = await em.findOneOrFail(Person, personId, { fields: ['mailFailingSince'] });
  return person.mailFailingSince ?? null;
}

/** The mailbox takes mails again, as its person says. */
export async function noteMailWorks(em: EntityManager, personId: number): Promise<void> {
  await em.execute(
    'update person set mail_failing_since = null where id = ? and mail_failing_since is not null',
    [personId],
  );
}
