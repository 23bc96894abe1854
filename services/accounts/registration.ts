import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { isSupportedCountry } from 'libphonenumber-js/max';
import { Membership, Person, type Registration } from '../../db/entities/index.ts';
import { senderAt } from '../../db/queries/console/account-mails.ts';
import { rememberDevice } from '../../db/queries/console/known-devices.ts';
import { issueMailLink, readMailLink, takeMailLink } from '../../db/queries/console/mail-links.ts';
import { findRecipient, lockPerson } from '../../db/queries/console/people.ts';
import { invalidParameter } from '../../domain/errors.ts';
import { countedAddress } from '../../lib/admission/client-address.ts';
import { recordAudit } from '../audit.ts';
import { type CompanyFacts, registerCompany } from '../operators/registry/companies.ts';
import { type AccountDeps, actorOf, type From } from './context.ts';
import { addMember } from './joining.ts';
import { refuseWeakPassword } from './password-rules.ts';
import { AccountRefuses, LinkEnded } from './refusals.ts';

/** Each has a merchant that is never deleted. */
const MAX_COMPANIES = 20;

export interface NewAccount extends Registration {
  readonly email: string;
}

export interface OpenedAccount extends Registration {
  readonly password: string;
}

interface Confirmed {
  readonly email: string;
  readonly device: string;
}

/**
 * Registration. A registration is only a link until that is opened, and even then it decides nothing about the account: the person who opens the
 * link, and so has the mailbox, sets the password and all facts. What was typed before only fills the form. Of several
 * registrations the newest link works. Only the owner of an address learns, by e-mail, whether it has an account.
 */
export function createRegistration(deps: AccountDeps) {
  const { orm, now, passwords, guesses, mailer } = deps;
  return {
    /** @throws InvalidParameter, RateLimited */
    async register({ email, ...registration }: NewAccount, from: From): Promise<void> {
      refuseUnknownCountry(registration.company.country);
      const address = countedAddress(from.address);
      await guesses.countAddress(address);
      await orm.em.fork().transactional(async (em) => {
        const sender = senderAt(address);
        await mailer.admit(em, sender, email);
        const link = { purpose: 'confirm_email', personId: null, email, registration } as const;
        const token = await issueMailLink(em, link, now());
        // Where the address is known, no mail has that link; the work is the same.
        const known = await findRecipient(em, email);
        if (known !== undefined) {
          const [signIn, reset] = [mailer.link('sign-in'), mailer.link('forgot-password')];
          return await mailer.write(em, known, 'known', { signIn, reset }, { sender });
        }
        const { language } = registration;
        const facts = { link: mailer.link('confirm-email', token) };
        await mailer.write(em, { email, language }, 'confirm', facts, { sender });
      });
    },

    /** What the form of a link begins with. @throws LinkEnded, RateLimited */
    async preview(token: string, from: From): Promise<NewAccount> {
      await guesses.countAddress(countedAddress(from.address));
      const link = await readMailLink(orm.em.fork(), 'confirm_email', token, now());
      if (!link?.registration) throw new LinkEnded();
      const { name, language, company } = link.registration;
      return { email: link.email, name, language, company };
    },

    /**
     * Makes the account, its company and the company's sandbox merchant.
     * @returns the address, and the token for the browser's cookie. @throws LinkEnded, InvalidParameter, RateLimited
     */
    async confirm(token: string, { password, ...account }: OpenedAccount, from: From): Promise<Confirmed> {
      const { name, company } = account;
      await guesses.countAddress(countedAddress(from.address));
      refuseUnknownCountry(company.country);
      refuseWeakPassword('body.password', password, [name, company.name]);
      const passwordHash = await passwords.hash(password);
      return await onlyOnce(() =>
        orm.em.fork().transactional(async (em) => {
          const link = await takeMailLink(em, 'confirm_email', token, now());
          if (link === undefined) throw new LinkEnded();
          const { email } = link;
          refuseWeakPassword('body.password', password, [email, name, company.name]);
          const person = await addPerson(em, { email, ...account, passwordHash }, now());
          const actor = actorOf(person.id, from);
          await recordAudit(em, actor, { action: 'person.registered', subject: `person:${person.id}` });
          const { id } = await registerCompany(em, actor, company, email);
          await addMember(em, { companyId: id, personId: person.id, role: 'owner' }, now());
          return { email, device: (await rememberDevice(em, person.id, from, now())).token };
        }),
      );
    },

    /** A further company of somebody who has an account. @returns its id. @throws InvalidParameter, AccountRefuses */
    async addCompany(personId: number, company: CompanyFacts, from: From): Promise<string> {
      refuseUnknownCountry(company.country);
      return await orm.em.fork().transactional(async (em) => {
        const person = await lockPerson(em, personId);
        if ((await em.count(Membership, { personId, role: 'owner' })) >= MAX_COMPANIES)
          throw new AccountRefuses('too_many', 'that is as many companies as one person may own');
        const { id } = await registerCompany(em, actorOf(personId, from), company, person.email);
        await addMember(em, { companyId: id, personId, role: 'owner' }, now());
        return id;
      });
    },
  };
}

interface NewPerson extends Omit<Registration, 'company'> {
  readonly email: string;
  readonly passwordHash: string;
}

/** A person whose address a link has proved. */
export async function addPerson(
  em: EntityManager,
  { email, name, language, passwordHash }: NewPerson,
  now: Date,
): Promise<Person> {
  const person = em.create(Person, {
    email,
    name,
    language,
    passwordHash,
    emailConfirmedAt: now,
    createdAt: now,
  });
  await em.flush();
  return person;
}

/** The index over addresses decides between two links to one address. @throws LinkEnded */
export async function onlyOnce<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) throw new LinkEnded();
    throw error;
  }
}

function refuseUnknownCountry(country: string): void {
  if (isSupportedCountry(country)) return;
  const msg = 'must be a country: two capital letters (ISO 3166-1)';
  throw invalidParameter('body.company.country', 'not_one_of', msg);
}
