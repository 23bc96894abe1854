import type { EntityManager } from '@mikro-orm/postgresql';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { ConsoleSession, Passkey, RecoveryCode } from '../../db/entities/index.ts';
import type { SessionRow } from '../../db/queries/console/console-sessions.ts';
import { lockPerson, readFactors } from '../../db/queries/console/people.ts';
import type { FactorChange } from '../../lib/mail/account-facts.ts';
import { recordAudit } from '../audit.ts';
import { type AccountDeps, actorOf, type From, replaceSession } from './context.ts';
import { MAX_PASSKEYS, ownPasskeys, type Passkeys, shortIdOf } from './passkeys.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { AccountRefuses, WrongFactor } from './refusals.ts';
import { newTotpSecret, totpStepOf, totpUri } from './totp.ts';

/** A factor was added: the session has shown it, and has a new token. */
export interface FactorAdded {
  readonly token: string;
  /** Only with the first factor, and shown only once. */
  readonly recoveryCodes: string[] | null;
}

/** How a person sets up, renames and removes second factors. Each change is audited, and the person gets an e-mail. */
export function createFactors(deps: AccountDeps, passkeys: Passkeys) {
  const { orm, cipher, now } = deps;
  const change = <Result>(work: (em: EntityManager) => Promise<Result>) => orm.em.fork().transactional(work);
  const note = (em: EntityManager, session: SessionRow, from: From, what: FactorChange) =>
    noteChange(deps, em, session, from, what);

  return {
    /** A secret that does not count before its first code was shown. @throws AccountRefuses where there is one that does */
    beginTotp: ({ person }: SessionRow) =>
      change(async (em) => {
        const row = await lockPerson(em, person.id);
        if (row.totpConfirmedAt)
          throw new AccountRefuses('totp_is_set_up', 'remove the app that is set up first');
        const secret = newTotpSecret();
        row.totpSecretEncrypted = await cipher.encrypt(secret);
        row.totpLastStep = null;
        return { secret, uri: totpUri(secret, person.email) };
      }),

    /** @throws WrongFactor, AccountRefuses */
    confirmTotp: (session: SessionRow, code: string, from: From) =>
      change(async (em) => {
        const row = await lockPerson(em, session.person.id);
        const { totpSecretEncrypted, totpConfirmedAt } = row;
        if (totpConfirmedAt || !totpSecretEncrypted)
          throw new AccountRefuses('totp_not_begun', 'begin again');
        const secret = await cipher.decrypt(totpSecretEncrypted);
        const step = totpStepOf({ secret, lastStep: row.totpLastStep ?? null }, code, now());
        if (step === undefined) throw new WrongFactor('the code is not right: is the clock of the phone?');
        row.totpLastStep = step;
        row.totpConfirmedAt = now();
        await em.flush();
        await note(em, session, from, 'totp_added');
        return await added(deps, em, session, from);
      }),

    /** @throws AccountRefuses */
    removeTotp: (session: SessionRow, from: From) =>
      change(async (em) => {
        const row = await lockPerson(em, session.person.id);
        if (!row.totpConfirmedAt) throw new AccountRefuses('no_factor', 'there is no app to remove');
        Object.assign(row, { totpSecretEncrypted: null, totpConfirmedAt: null, totpLastStep: null });
        await em.flush();
        await note(em, session, from, 'totp_removed');
        await afterRemoval(em, session.person.id);
      }),

    list: async ({ person }: SessionRow) =>
      (await ownPasskeys(orm.em.fork(), person.id)).map(({ id, name, createdAt, lastUsedAt }) => ({
        id: shortIdOf(id),
        name,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),

    /** @throws WrongFactor, AccountRefuses */
    async addPasskey(session: SessionRow, name: string, response: RegistrationResponseJSON, from: From) {
      const passkey = await passkeys.verifyNew(session, name, response);
      return await change(async (em) => {
        await lockPerson(em, session.person.id);
        const own = await ownPasskeys(em, session.person.id);
        if (own.length >= MAX_PASSKEYS) throw new AccountRefuses('too_many', 'remove a passkey first');
        // Somebody else's is not taken over.
        const isThere = (await em.count(Passkey, { id: passkey.id })) > 0;
        if (isThere) throw new WrongFactor('this passkey is in use already');
        await em.insert(Passkey, { ...passkey, personId: session.person.id });
        await note(em, session, from, 'passkey_added');
        return { id: shortIdOf(passkey.id), ...(await added(deps, em, session, from)) };
      });
    },

    /** @throws AccountRefuses */
    renamePasskey: ({ person }: SessionRow, shortId: string, name: string, from: From) =>
      change(async (em) => {
        (await ownPasskey(em, person.id, shortId)).name = name;
        const done = { action: 'person.passkey_renamed', subject: `person:${person.id}` };
        await recordAudit(em, actorOf(person.id, from), done);
      }),

    /** @throws AccountRefuses */
    removePasskey: (session: SessionRow, shortId: string, from: From) =>
      change(async (em) => {
        await lockPerson(em, session.person.id);
        const { id } = await ownPasskey(em, session.person.id, shortId);
        await em.nativeDelete(Passkey, { id });
        await note(em, session, from, 'passkey_removed');
        await afterRemoval(em, session.person.id);
      }),

    /** A new set; the old one stops. @throws AccountRefuses without any factor */
    renewRecoveryCodes: (session: SessionRow, from: From) =>
      change(async (em) => {
        await lockPerson(em, session.person.id);
        const { totp, passkeys: count } = await readFactors(em, session.person.id);
        if (!totp && count === 0) throw new AccountRefuses('no_factor', 'set up a second factor first');
        await note(em, session, from, 'recovery_codes_made');
        return await makeRecoveryCodes(em, session.person.id);
      }),
  };
}

async function ownPasskey(em: EntityManager, personId: number, shortId: string): Promise<Passkey> {
  const found = (await ownPasskeys(em, personId)).find(({ id }) => shortIdOf(id) === shortId);
  if (found === undefined) throw new AccountRefuses('no_factor', 'there is no such passkey');
  return found;
}

async function added(
  deps: AccountDeps,
  em: EntityManager,
  session: SessionRow,
  from: From,
): Promise<FactorAdded> {
  const { id: personId } = session.person;
  const { recoveryCodesLeft } = await readFactors(em, personId);
  const recoveryCodes = recoveryCodesLeft === 0 ? await makeRecoveryCodes(em, personId) : null;
  const { firstFactorAt } = session;
  const step = { personId, firstFactorAt, secondFactorAt: deps.now() };
  return { token: await replaceSession(deps, em, step, from, session), recoveryCodes };
}

async function makeRecoveryCodes(em: EntityManager, personId: number): Promise<string[]> {
  const codes = newRecoveryCodes();
  await em.nativeDelete(RecoveryCode, { personId });
  await em.insertMany(
    RecoveryCode,
    codes.map((code) => ({ personId, codeHash: hashRecoveryCode(code) })),
  );
  return codes;
}

/** Without any factor left there is nothing to recover, and no session counts as one that showed it. */
async function afterRemoval(em: EntityManager, personId: number): Promise<void> {
  const { totp, passkeys } = await readFactors(em, personId);
  if (totp || passkeys > 0) return;
  await em.nativeDelete(RecoveryCode, { personId });
  await em.nativeUpdate(ConsoleSession, { personId, endedAt: null }, { secondFactorAt: null });
}

async function noteChange(
  { mailer }: AccountDeps,
  em: EntityManager,
  { person }: SessionRow,
  from: From,
  what: FactorChange,
): Promise<void> {
  await recordAudit(em, actorOf(person.id, from), {
    action: `person.${what}`,
    subject: `person:${person.id}`,
  });
  await mailer.write(em, person, 'factorsChanged', { what, security: mailer.link('account/security') });
}
