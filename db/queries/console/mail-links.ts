import type { EntityManager } from '@mikro-orm/postgresql';
import { MailLink, type MailLinkPurpose, type Registration } from '../../entities/index.ts';
import { hashToken, newToken } from '../../secret-tokens.ts';

const HOUR_MS = 3_600_000;
/** How long a link works, in milliseconds. */
const LINK_LIFETIME_MS = {
  confirm_email: 24 * HOUR_MS,
  change_email: 24 * HOUR_MS,
  reset_password: HOUR_MS,
  allow_device: 24 * HOUR_MS,
} as const satisfies Record<MailLinkPurpose, number>;

export interface NewMailLink {
  readonly purpose: MailLinkPurpose;
  /** Null: of a registration, whose person comes to be by the link. */
  readonly personId: number | null;
  /** The address that opening it proves. */
  readonly email: string;
  readonly registration?: Registration;
  /** Default: as LINK_LIFETIME_MS says. */
  readonly lifetimeMs?: number;
}

const SUPERSEDE = `
update mail_link set used_at = ?
where purpose = ? and lower(email) = lower(?) and person_id is not distinct from ?::bigint and used_at is null`;

/**
 * Writes a link's hash. Of several links to one address for one purpose only the newest works.
 * @returns the token, which is in the mail only.
 */
export async function issueMailLink(em: EntityManager, link: NewMailLink, now: Date): Promise<string> {
  const { lifetimeMs = LINK_LIFETIME_MS[link.purpose], registration = null, ...rest } = link;
  const token = newToken();
  const expiresAt = new Date(now.getTime() + lifetimeMs);
  await em.execute(SUPERSEDE, [now, link.purpose, link.email, link.personId]);
  await em.insert(MailLink, {
    ...rest,
    registration,
    tokenHash: hashToken(token),
    createdAt: now,
    expiresAt,
  });
  return token;
}

/**
 * Uses a link up: of two who open it at once one has it. Call it in the transaction of what it is good for.
 * @returns undefined for one that is unknown, was used, or has ended.
 */
export async function takeMailLink(
  em: EntityManager,
  purpose: MailLinkPurpose,
  token: string,
  now: Date,
): Promise<MailLink | undefined> {
  const link = await readMailLink(em, purpose, token, now);
  if (link === undefined) return undefined;
  const taken = await em.nativeUpdate(
    MailLink,
    { id: link.id, usedAt: null },
    { usedAt: now, registration: null },
  );
  return taken === 1 ? link : undefined;
}

/** What a link is about, for who has it; it stays. @returns undefined as takeMailLink. */
export async function readMailLink(
  em: EntityManager,
  purpose: MailLinkPurpose,
  token: string,
  now: Date,
): Promise<MailLink | undefined> {
  const where = { tokenHash: hashToken(token), purpose, usedAt: null };
  return (await em.findOne(MailLink, { ...where, expiresAt: { $gt: now } })) ?? undefined;
}

/** Ends what a person was sent of that kind before. */
export async function endMailLinks(
  em: EntityManager,
  personId: number,
  purposes: readonly MailLinkPurpose[],
  now: Date,
): Promise<void> {
  await em.nativeUpdate(
    MailLink,
    { personId, purpose: { $in: [...purposes] }, usedAt: null },
    { usedAt: now },
  );
}
