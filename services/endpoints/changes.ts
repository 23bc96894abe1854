/** What `callback/config` and `callback/endpoint/…` do to an endpoint alike; each within a transaction of its caller. */
import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import type { Cipher } from '../../db/cipher.ts';
import { CallbackEndpoint } from '../../db/entities/index.ts';
import type { SignatureScheme } from '../../domain/callback-endpoint.ts';
import { checkCallbackUrl } from '../../domain/callback-url.ts';
import { CallbackEndpointNotFound, CallbackMissing, invalidParameter } from '../../domain/errors.ts';
import { newSigningSecret } from '../../lib/callbacks/keys.ts';

/** The entity manager's: rows of this merchant that it has not removed. */
export function ownEndpoint(merchantKey: string, endpointId?: string) {
  const which = endpointId === undefined ? { isFirst: true } : { id: endpointId };
  return { merchantKey, removedAt: null, ...which };
}

/**
 * An endpoint for a change: changes of one endpoint take turns.
 * @param endpointId default: the merchant's first one.
 * @throws CallbackEndpointNotFound
 */
export async function lockEndpoint(
  em: EntityManager,
  merchantKey: string,
  endpointId?: string,
): Promise<CallbackEndpoint> {
  const own = ownEndpoint(merchantKey, endpointId);
  const endpoint = await em.findOne(CallbackEndpoint, own, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (endpoint === null) throw new CallbackEndpointNotFound();
  return endpoint;
}

/** @returns the address as it is called. @throws InvalidParameter for one that notifications may not go to. */
export function checkedUrl(url: string, allowInsecure: boolean): string {
  const check = checkCallbackUrl(url, { allowInsecure });
  if (!check.ok) throw invalidParameter('body.url', 'url_not_allowed', check.reason);
  return check.url;
}

/** @returns the secret where this made one: the endpoint had no address. */
export async function setAddress(
  cipher: Cipher,
  endpoint: CallbackEndpoint,
  url: string,
): Promise<string | undefined> {
  endpoint.url = url;
  if (endpoint.secretEncrypted != null) return undefined;
  const secret = newSigningSecret(endpoint.signatureScheme);
  endpoint.secretEncrypted = await cipher.encrypt(secret);
  return secret;
}

/** Whatever was wrong with it is over: it is tried as if it were new. */
export function resume(endpoint: CallbackEndpoint, at: Date): void {
  endpoint.pausedAt = null;
  endpoint.failingSince = null;
  endpoint.heldUntil = null;
  if (endpoint.notifiedState != null) endpoint.notifiedState = 'resumed';
  endpoint.updatedAt = at;
}

export interface KeyRotation {
  readonly scheme: SignatureScheme;
  /** Until then both sign; null: the old one stops at once. */
  readonly previousUntil: Date | null;
}

/**
 * The oldest secret of an earlier rotation that is still under way stops at once.
 * @returns the new secret.
 * @throws CallbackMissing where there is no address, and so none to replace.
 */
export async function rotateSecret(
  cipher: Cipher,
  endpoint: CallbackEndpoint,
  { scheme, previousUntil }: KeyRotation,
): Promise<string> {
  if (endpoint.secretEncrypted == null) throw new CallbackMissing();
  const secret = newSigningSecret(scheme);
  endpoint.previousSecretEncrypted = previousUntil === null ? null : endpoint.secretEncrypted;
  endpoint.previousSecretUntil = previousUntil;
  endpoint.secretEncrypted = await cipher.encrypt(secret);
  endpoint.signatureScheme = scheme;
  return secret;
}

/** The end of an overlap that begins now; null for none. @param seconds 0 to 7 days. */
export function overlapEnd(at: Date, seconds: number): Date | null {
  return seconds === 0 ? null : new Date(at.getTime() + seconds * 1_000);
}

/** Takes its address and its secrets. */
export function removeAddress(endpoint: CallbackEndpoint): void {
  endpoint.url = null;
  endpoint.secretEncrypted = null;
  endpoint.previousSecretEncrypted = null;
  endpoint.previousSecretUntil = null;
}
