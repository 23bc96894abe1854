/** Mails that come in: whether they do, and addresses that take no mails. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { Installation, Person } from '../../entities/index.ts';

/** Whose mails come to the platform; undefined: none do. */
export async function readMailDomain(em: EntityManager): Promise<string | undefined> {
  const known = await em.findOne(Installation, { singleton: true }, { fields: ['mailDomain'] });
  return known?.mailDomain ?? undefined;
}

/** @param domain null: mails come to the platform no more. */
export async function writeMailDomain(em: EntityManager, domain: string | null): Promise<void> {
  await em.nativeUpdate(Installation, {}, { mailDomain: domain });
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
  await em.nativeUpdate(
    Person,
    { id: personId, mailFailingSince: { $ne: null } },
    { mailFailingSince: null },
  );
}
