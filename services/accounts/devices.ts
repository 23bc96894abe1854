/**
 * Browsers that somebody is known in. A browser becomes known when its person has signed in there with all that it takes, or has opened
 * a link of their mailbox there. From then on it has a count of guesses of its own (guess-limits.ts), which nobody else can use up
 * (OWASP, "Device cookies"). The cookie opens nothing: it only says whose guesses are counted where.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { Person } from '../../db/entities/index.ts';
import { findKnownDevice, rememberDevice } from '../../db/queries/console/known-devices.ts';
import { issueMailLink, takeMailLink } from '../../db/queries/console/mail-links.ts';
import type { Language } from '../../domain/console-roles.ts';
import { countedAddress } from '../../lib/admission/client-address.ts';
import { recordAudit } from '../audit.ts';
import { type AccountDeps, actorOf, type From } from './context.ts';
import { LinkEnded } from './refusals.ts';

export type GuessedAt = 'password' | 'factor';

/** As many failed guesses are worth a mail to the owner: from now on others wait. */
export const NOTIFY_AFTER = 5;

/** Whose a count of guesses is: a browser that the person is known in, or all others together. */
export async function guesserAt(
  { orm, now }: Pick<AccountDeps, 'orm' | 'now'>,
  personId: number,
  { device }: From,
): Promise<{ readonly name: string; readonly isKnown: boolean }> {
  const id = await findKnownDevice(orm.em.fork(), personId, device, now());
  return { name: id === undefined ? 'elsewhere' : `device|${id}`, isKnown: id !== undefined };
}

/**
 * Somebody has signed in with all that it takes: the browser is known from now on. The owner is told of one that was not.
 * @returns the token for the browser's cookie.
 */
export async function arrive(
  { letters, now }: Pick<AccountDeps, 'letters' | 'now'>,
  em: EntityManager,
  person: { readonly id: number; readonly email: string; readonly language: Language },
  from: From,
): Promise<string> {
  const { token, isNew } = await rememberDevice(em, person.id, from, now());
  if (isNew) {
    const facts = { at: now(), userAgent: from.userAgent ?? null, address: from.address };
    const [reset, security] = [letters.link('forgot-password'), letters.link('account/security')];
    await letters.write(em, person, 'newDevice', { ...facts, reset, security });
  }
  return token;
}

/** Tells an owner who is guessed at, with a link that gives the browser in which it is opened a count of guesses of its own. */
export async function writeWayIn(
  { letters, now }: Pick<AccountDeps, 'letters' | 'now'>,
  em: EntityManager,
  typed: { readonly email: string; readonly language: Language },
  { personId, guessed }: { readonly personId: number | null; readonly guessed: GuessedAt },
): Promise<void> {
  const link = { purpose: 'allow_device', personId, email: typed.email } as const;
  const token = await issueMailLink(em, link, now());
  const facts = {
    guessed,
    link: letters.link('allow-device', token),
    reset: letters.link('forgot-password'),
  };
  // Of an address without account nobody is told; it is the same work.
  await letters.write(em, typed, 'guessed', facts, { isWanted: personId !== null });
}

/** Opens the link of such a mail: the browser guesses on its own count. It signs nobody in. @throws LinkEnded, RateLimited */
export async function allowDevice(
  { orm, now, guesses }: AccountDeps,
  token: string,
  from: From,
): Promise<{ readonly email: string; readonly device: string }> {
  await guesses.countAddress(countedAddress(from.address));
  return await orm.em.fork().transactional(async (em) => {
    const link = await takeMailLink(em, 'allow_device', token, now());
    if (!link?.personId) throw new LinkEnded();
    const { id, email } = await em.findOneOrFail(Person, link.personId);
    const device = await rememberDevice(em, id, from, now());
    await recordAudit(em, actorOf(id, from), { action: 'person.device_allowed', subject: `person:${id}` });
    return { email, device: device.token };
  });
}
