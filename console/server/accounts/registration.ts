import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { isSupportedCountry } from 'libphonenumber-js/max';
import { type CompanyFacts, registerCompany } from '../../../admin/services/companies.ts';
import { countedAddress } from '../../../admission/client-address.ts';
import { recordAudit } from '../../../api/services/audit.ts';
import { Membership, Person, type Registration } from '../../../db/entities/index.ts';
import { issueMailLink, takeMailLink } from '../../../db/queries/mail-links.ts';
import { findPersonByEmail, lockPerson } from '../../../db/queries/people.ts';
import type { Language } from '../../../domain/console-roles.ts';
import { InvalidParameter } from '../../../domain/errors.ts';
import { type AccountDeps, actorOf, type From } from './context.ts';
import { addMember } from './joining.ts';
import { refuseWeakPassword } from './password-rules.ts';
import { AccountRefuses, LinkEnded } from './refusals.ts';

/** Each has a merchant that is never deleted. */
const MAX_COMPANIES = 20;

export interface NewAccount {
  readonly email: string;
  readonly password: string;
  readonly name: string;
  readonly language: Language;
  readonly company: CompanyFacts;
}

/**
 * Registration. Until its link is opened it is that link and nothing else: nobody can prepare an account for somebody else's address and
 * wait until its owner confirms it. Whether an address has an account already is told to its owner only, by e-mail.
 */
export function createRegistration(deps: AccountDeps) {
  const { orm, now, passwords, guesses, letters } = deps;
  return {
    /** @throws InvalidParameter, RateLimited */
    async register({ password, ...account }: NewAccount, from: From): Promise<void> {
      const { email, name, language, company } = account;
      refuseUnknownCountry(company.country);
      refuseWeakPassword('body.password', password, [email, name, company.name]);
      await guesses.countAddress(countedAddress(from.address));
      const passwordHash = await passwords.hash(password);
      await orm.em.fork().transactional(async (em) => {
        const registration = { name, language, passwordHash, company };
        const token = await issueMailLink(
          em,
          { purpose: 'confirm_email', personId: null, email, registration },
          now(),
        );
        // Where the address is known, nobody is told of that link; it is the same work.
        const known = await findPersonByEmail(em, email);
        if (known !== null) {
          const [signIn, reset] = [letters.link('sign-in'), letters.link('forgot-password')];
          return await letters.write(em, known, 'known', { signIn, reset });
        }
        await letters.write(em, { email, language }, 'confirm', {
          link: letters.link('confirm-email', token),
        });
      });
    },

    /** Makes the account, its company and the company's sandbox merchant. @returns the address. @throws LinkEnded */
    confirm: (token: string, from: From): Promise<string> =>
      onlyOnce(() =>
        orm.em.fork().transactional(async (em) => {
          const link = await takeMailLink(em, 'confirm_email', token, now());
          if (!link?.registration) throw new LinkEnded();
          const { email, registration } = link;
          const person = await addPerson(em, { email, ...registration }, now());
          const actor = actorOf(person.id, from);
          await recordAudit(em, actor, { action: 'person.registered', subject: `person:${person.id}` });
          const { id } = await registerCompany(em, actor, registration.company, email);
          await addMember(em, { companyId: id, personId: person.id, role: 'owner' }, now());
          return email;
        }),
      ),

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

/** A person whose address a link has proved. */
export async function addPerson(
  em: EntityManager,
  { email, name, language, passwordHash }: Omit<Registration, 'company'> & { readonly email: string },
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
  throw new InvalidParameter([{ path: 'body.company.country', reason: 'not_one_of', msg }]);
}
