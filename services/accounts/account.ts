import type { EntityManager } from '@mikro-orm/postgresql';
import { ConsoleSession, Person } from '../../db/entities/index.ts';
import { senderAt } from '../../db/queries/console/account-mails.ts';
import type { SessionRow } from '../../db/queries/console/console-sessions.ts';
import { forgetDevices, rememberDevice } from '../../db/queries/console/known-devices.ts';
import { endMailLinks, issueMailLink, takeMailLink } from '../../db/queries/console/mail-links.ts';
import { endSessions, findRecipient, lockPerson, proveMailbox } from '../../db/queries/console/people.ts';
import { endPushDevices } from '../../db/queries/notices/push-devices.ts';
import type { Language } from '../../domain/console-roles.ts';
import { countedAddress } from '../../lib/admission/client-address.ts';
import { recordAudit } from '../audit.ts';
import { type AccountDeps, actorOf, type From } from './context.ts';
import { guesserAt } from './devices.ts';
import { refuseWeakPassword } from './password-rules.ts';
import { AccountRefuses, LinkEnded, WrongFactor } from './refusals.ts';
import { onlyOnce } from './registration.ts';
import { counting } from './signing-in.ts';

/** What people change of their own account: name, password, address. */
export function createAccount(deps: AccountDeps) {
  const { orm, now, passwords, guesses, mailer, count } = deps;
  const change = <Result>(work: (em: EntityManager) => Promise<Result>) => orm.em.fork().transactional(work);

  async function setPassword(em: EntityManager, personId: number, hash: string, action: string, from: From) {
    const person = await lockPerson(em, personId);
    person.passwordHash = hash;
    await em.flush();
    await endMailLinks(em, personId, ['reset_password', 'change_email', 'allow_device'], now());
    await recordAudit(em, actorOf(personId, from), { action, subject: `person:${personId}` });
    await mailer.write(em, person, 'passwordChanged', { reset: mailer.link('forgot-password') });
    return person;
  }

  return {
    setProfile: (personId: number, profile: { name: string; language: Language }, from: From) =>
      change(async (em) => {
        Object.assign(await lockPerson(em, personId), profile);
        const done = { action: 'person.profile_changed', subject: `person:${personId}` };
        await recordAudit(em, actorOf(personId, from), done);
      }),

    /** Ends the other sessions, and forgets the other devices. @throws WrongFactor where the old one is wrong, InvalidParameter, RateLimited */
    async changePassword(
      { id: sessionId, person }: SessionRow,
      { oldPassword, newPassword }: { oldPassword: string; newPassword: string },
      from: From,
    ): Promise<void> {
      refuseWeakPassword('body.newPassword', newPassword, [person.email, person.name]);
      const em = orm.em.fork();
      const key = `old|${person.id}|${(await guesserAt(deps, person.id, from)).name}`;
      await guesses.guess(key, 'factor').catch(counting(count));
      const { passwordHash } = await em.findOneOrFail(Person, person.id);
      if (!(await passwords.verify(oldPassword, passwordHash ?? null)))
        throw new WrongFactor('the old password is wrong');
      await guesses.succeeded(key);
      const hash = await passwords.hash(newPassword);
      await change(async (inside) => {
        // Somebody with the mailbox may have set another one since it was read.
        const locked = await lockPerson(inside, person.id);
        if ((locked.passwordHash ?? null) !== (passwordHash ?? null))
          throw new WrongFactor('the password has been changed meanwhile');
        await setPassword(inside, person.id, hash, 'person.password_changed', from);
        await endSessions(inside, person.id, now(), sessionId);
        await forgetDevices(inside, person.id, from.device);
      });
    },

    /** Has a link sent; of an address without account, words that say so. By the same statements. @throws RateLimited */
    async askReset(email: string, language: Language, from: From): Promise<void> {
      const address = countedAddress(from.address);
      await guesses.countAddress(address);
      await change(async (em) => {
        const sender = senderAt(address);
        await mailer.admit(em, sender, email);
        const person = await findRecipient(em, email);
        // Without a person it opens nothing.
        const link = { purpose: 'reset_password', personId: person?.id ?? null, email } as const;
        const token = await issueMailLink(em, link, now());
        if (person === undefined) {
          const register = mailer.link('register');
          return await mailer.write(em, { email, language }, 'unknown', { register }, { sender });
        }
        await mailer.write(em, person, 'reset', { link: mailer.link('reset-password', token) }, { sender });
      });
    },

    /**
     * Sets a password by a link, and ends all sessions. Second factors stay, unless they are from before the mailbox first proved itself.
     * @returns the token for the browser's cookie: who has the link has the mailbox. @throws LinkEnded, InvalidParameter
     */
    async resetPassword(token: string, password: string, from: From): Promise<string> {
      await guesses.countAddress(countedAddress(from.address));
      refuseWeakPassword('body.password', password);
      const hash = await passwords.hash(password);
      return await change(async (em) => {
        const link = await takeMailLink(em, 'reset_password', token, now());
        if (!link?.personId) throw new LinkEnded();
        const person = await lockPerson(em, link.personId);
        refuseWeakPassword('body.password', password, [person.email, person.name]);
        await proveMailbox(em, person, now());
        await setPassword(em, person.id, hash, 'person.password_reset', from);
        await endSessions(em, person.id, now());
        await forgetDevices(em, person.id);
        return (await rememberDevice(em, person.id, from, now())).token;
      });
    },

    /** Has a link sent to the new address; to one that has an account, words that say so. @throws RateLimited */
    askNewEmail: ({ person }: SessionRow, email: string, from: From) =>
      change(async (em) => {
        const sender = `person:${person.id}` as const;
        await mailer.admit(em, sender, email);
        const done = { action: 'person.email_change_asked', subject: `person:${person.id}` };
        await recordAudit(em, actorOf(person.id, from), done);
        await endMailLinks(em, person.id, ['change_email'], now());
        const token = await issueMailLink(em, { purpose: 'change_email', personId: person.id, email }, now());
        const owner = await findRecipient(em, email);
        if (owner !== undefined) {
          const [signIn, reset] = [mailer.link('sign-in'), mailer.link('forgot-password')];
          return await mailer.write(em, owner, 'known', { signIn, reset }, { sender });
        }
        const link = mailer.link('confirm-new-email', token);
        await mailer.write(em, { email, language: person.language }, 'newEmail', { link }, { sender });
      }),

    /**
     * Only by the person themselves: a click in somebody else's mailbox does not add it to an account, whose password and factors
     * that account has not. @returns the new address. @throws LinkEnded, AccountRefuses
     */
    confirmNewEmail: ({ person: { id } }: SessionRow, token: string, from: From): Promise<string> =>
      onlyOnce(() =>
        change(async (em) => {
          const link = await takeMailLink(em, 'change_email', token, now());
          if (!link?.personId) throw new LinkEnded();
          if (link.personId !== id)
            throw new AccountRefuses('other_person', 'sign in with the account whose address changes');
          const person = await lockPerson(em, id);
          await mailer.write(em, person, 'emailChanged', {});
          person.email = link.email;
          person.mailFailingSince = null;
          await em.flush();
          // What was sent to the old mailbox opens nothing any more.
          await endMailLinks(em, id, ['reset_password', 'allow_device'], now());
          await recordAudit(em, actorOf(id, from), {
            action: 'person.email_changed',
            subject: `person:${id}`,
          });
          return link.email;
        }),
      ),

    /** @returns whether it was open, and the person's. */
    endSession: (personId: number, id: number, from: From) =>
      change(async (em) => {
        const ended = await em.nativeUpdate(
          ConsoleSession,
          { id, personId, endedAt: null },
          { endedAt: now() },
        );
        if (ended === 0) return false;
        await endPushDevices(em, id);
        await noteEnd(em, personId, from);
        return true;
      }),

    /** @returns how many. */
    endOtherSessions: ({ id, person }: SessionRow, from: From) =>
      change(async (em) => {
        const ended = await endSessions(em, person.id, now(), id);
        if (ended > 0) await noteEnd(em, person.id, from);
        return ended;
      }),
  };
}

function noteEnd(em: EntityManager, personId: number, from: From): Promise<void> {
  const done = { action: 'person.sessions_ended', subject: `person:${personId}` };
  return recordAudit(em, actorOf(personId, from), done);
}
