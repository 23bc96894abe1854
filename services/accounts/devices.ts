/**
 * Known browsers of a person. A browser becomes known when the person has signed in there with all factors, or has opened
 * a mail's link there. From then on its guesses are counted apart (guess-limits.ts), so that nobody else can use them up
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

/** The owner of a count of guesses: a known browser of the person, or all others together. */
export async function guesserAt(
  { orm, now }: Pick<AccountDeps, 'orm' | 'now'>,
  personId: number,
  { device }: From,
): Promise<{ readonly name: string; readonly isKnown: boolean }> {
  const id = await findKnownDevice(orm.em.fork(), personId, device, now());
  return { name: id === undefined ? 'elsewhere' : `device|${id}`, isKnown: id !== undefined };
}

/**
 * A person has signed in with all factors: the browser is known from now on. The owner gets a mail if it was not.
 * @returns the token for the browser's cookie.
 */
export async function arrive(
  { mailer, now }: Pick<AccountDeps, 'mailer' | 'now'>,
  em: EntityManager,
  person: { readonly id: number; readonly email: string; readonly language: Language },
  from: From,
): Promise<string> {
  const { token, isNew } = await rememberDevice(em, person.id, from, now());
  if (isNew) {
    const facts = { at: now(), userAgent: from.userAgent ?? null, address: from.address };
    const [reset, security] = [mailer.link('forgot-password'), mailer.link('account/security')];
    await mailer.write(em, person, 'newDevice', { ...facts, reset, security });
  }
  return token;
}

/** Writes to an owner whose password is being guessed, with a link; guesses of the browser that opens it are counted apart. */
export async function writeWayIn(
  { mailer, now }: Pick<AccountDeps, 'mailer' | 'now'>,
  em: EntityManager,
  typed: { readonly email: string; readonly language: Language },
  { personId, guessed }: { readonly personId: number | null; readonly guessed: GuessedAt },
): Promise<void> {
  const link = { purpose: 'allow_device', personId, email: typed.email } as const;
  const token = await issueMailLink(em, link, now());
  const facts = {
    guessed,
    link: mailer.link('allow-device', token),
    reset: mailer.link('forgot-password'),
  };
  // For an address without account no mail is sent; the work is the same.
  await mailer.write(em, typed, 'guessed', facts, { isWanted: personId !== null });
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
