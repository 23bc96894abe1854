import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { Passkey } from '../../db/entities/index.ts';
import { lockRow } from '../../db/lock-row.ts';
import { openCeremony, takeCeremony } from '../../db/queries/console/ceremonies.ts';
import type { SessionRow } from '../../db/queries/console/console-sessions.ts';
import type { AccountDeps } from './context.ts';
import { WrongFactor } from './refusals.ts';

export const MAX_PASSKEYS = 20;
const RP_NAME = 'Guidepost';
const TIMEOUT_MS = 5 * 60_000;
type Purpose = 'passkey_sign_in' | 'passkey_show' | 'passkey_add';

/**
 * WebAuthn (Level 3) for one origin, that of the console. The authenticator always verifies its person (PIN, finger, face): a passkey is
 * both factors. Challenges are kept here, answered once, within five minutes, and within the session that asked.
 */
export function createPasskeys({
  orm,
  now,
  consoleBaseUrl,
}: Pick<AccountDeps, 'orm' | 'now' | 'consoleBaseUrl'>) {
  const { hostname: rpID, origin } = new URL(consoleBaseUrl);
  const expected = { expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true };
  const ask = (purpose: Purpose, question: string, session?: SessionRow) =>
    openCeremony(orm.em.fork(), { purpose, question, sessionId: session?.id ?? null }, now());
  /** Uses the question up, whatever the answer is worth. */
  const take = async (purpose: Purpose, clientData: string, session?: SessionRow): Promise<string> => {
    const question = challengeIn(clientData);
    const ceremony = { purpose, question, sessionId: session?.id ?? null };
    const isOurs = (await takeCeremony(orm.em.fork(), ceremony, now())) !== undefined;
    if (!isOurs) throw new WrongFactor('nobody asked for this passkey, or too long ago: try again');
    return question;
  };
  const purposeOf = (session?: SessionRow) => (session === undefined ? 'passkey_sign_in' : 'passkey_show');

  return {
    /** What the browser asks the authenticator. @param session whose passkeys; undefined: any that it has for us. */
    async signInOptions(session?: SessionRow) {
      const own = session === undefined ? [] : await ownPasskeys(orm.em.fork(), session.person.id);
      const options = await generateAuthenticationOptions({
        rpID,
        userVerification: 'required',
        timeout: TIMEOUT_MS,
        allowCredentials: own.map(({ id, transports }) => ({ id, transports: transports ?? [] })),
      });
      await ask(purposeOf(session), options.challenge, session);
      return options;
    },

    /** The challenge that is answered; before `verify`, and before its transaction. @throws WrongFactor */
    take: (response: AuthenticationResponseJSON, session?: SessionRow) =>
      take(purposeOf(session), response.response.clientDataJSON, session),

    /**
     * The owner of the passkey that answered. Call it in the transaction of what follows.
     * @param expectedChallenge as `take` gave it. @throws WrongFactor
     */
    async verify(
      em: EntityManager,
      response: AuthenticationResponseJSON,
      expectedChallenge: string,
      session?: SessionRow,
    ): Promise<number> {
      const passkey = await lockPasskey(em, response.id);
      const isTheirs = passkey !== null && (session === undefined || passkey.personId === session.person.id);
      if (!isTheirs) throw new WrongFactor('this passkey belongs to no account here');
      const credential = {
        id: passkey.id,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      };
      const answer = await verifyAuthenticationResponse({
        ...expected,
        response,
        expectedChallenge,
        credential,
      }).catch((cause: unknown) => {
        throw new WrongFactor('the passkey was not accepted', cause);
      });
      if (!answer.verified) throw new WrongFactor('the passkey was not accepted');
      passkey.counter = answer.authenticationInfo.newCounter;
      passkey.lastUsedAt = now();
      return passkey.personId;
    },

    async addOptions(session: SessionRow) {
      const { id, email, name } = session.person;
      const own = await ownPasskeys(orm.em.fork(), id);
      const options = await generateRegistrationOptions({
        rpName: RP_NAME,
        rpID,
        userName: email,
        userDisplayName: name,
        userID: userHandle(id),
        timeout: TIMEOUT_MS,
        attestationType: 'none',
        excludeCredentials: own.map((one) => ({ id: one.id, transports: one.transports ?? [] })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      await ask('passkey_add', options.challenge, session);
      return options;
    },

    /** The new passkey, not stored yet. @throws WrongFactor */
    async verifyNew(session: SessionRow, name: string, response: RegistrationResponseJSON) {
      const expectedChallenge = await take('passkey_add', response.response.clientDataJSON, session);
      const answer = await verifyRegistrationResponse({ ...expected, response, expectedChallenge }).catch(
        (cause: unknown) => {
          throw new WrongFactor('the passkey was not accepted', cause);
        },
      );
      if (!answer.verified) throw new WrongFactor('the passkey was not accepted');
      const { id, publicKey, counter, transports } = answer.registrationInfo.credential;
      const bytes = Buffer.from(publicKey);
      return { id, name, publicKey: bytes, counter, transports: transports ?? null, createdAt: now() };
    },
  };
}

export type Passkeys = ReturnType<typeof createPasskeys>;

/** A passkey as addresses name it: credential ids can be long. */
export function shortIdOf(passkeyId: string): string {
  return createHash('sha256').update(passkeyId).digest('base64url').slice(0, 22);
}

export function ownPasskeys(em: EntityManager, personId: number): Promise<Passkey[]> {
  return em.find(Passkey, { personId }, { orderBy: { createdAt: 'asc' } });
}

/** Two answers of one authenticator are checked one after the other, so that its counter is compared in order. */
async function lockPasskey(em: EntityManager, id: string): Promise<Passkey | null> {
  await lockRow(em, Passkey, id);
  return await em.findOne(Passkey, { id });
}

/** @throws WrongFactor */
function challengeIn(clientData: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString()) as {
      challenge?: unknown;
    };
    if (typeof challenge === 'string') return challenge;
  } catch {
    // As below.
  }
  throw new WrongFactor('the passkey was not accepted');
}

/** What the authenticator knows its person by (WebAuthn §5.4.3: nothing personal). */
function userHandle(personId: number) {
  return new TextEncoder().encode(`guidepost:${personId}`);
}
