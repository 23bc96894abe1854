import { DEFAULT_OVERLAP_S } from '../../contract/schemas/callback.ts';
import type { EndpointUpdateBody } from '../../contract/schemas/callback-endpoints.ts';
import type { Cipher } from '../../db/cipher.ts';
import type { CallbackEndpoint } from '../../db/entities/index.ts';
import { checkHeaders } from '../../domain/callback-headers.ts';
import { invalidParameter } from '../../domain/errors.ts';
import { checkedUrl, overlapEnd, rotateSecret, setAddress } from './changes.ts';

export interface SettingsDeps {
  readonly cipher: Cipher;
  readonly allowInsecure: boolean;
}

/**
 * Writes into an endpoint what a merchant says of it; what is absent stays.
 * @returns a secret that this made: for a first address, or another signature scheme.
 * @throws InvalidParameter for an address that notifications may not go to, or headers that may not be sent.
 */
export async function applySettings(
  { cipher, allowInsecure }: SettingsDeps,
  endpoint: CallbackEndpoint,
  { url, description, eventTypes, signatureScheme, headers, maxPerSecond }: EndpointUpdateBody,
  at: Date,
): Promise<string | undefined> {
  if (description !== undefined) endpoint.description = description;
  if (eventTypes !== undefined) endpoint.eventTypes = [...new Set(eventTypes)];
  if (maxPerSecond !== undefined) endpoint.maxPerSecond = maxPerSecond;
  if (headers !== undefined) endpoint.headersEncrypted = await sealed(cipher, headers);
  const rotated = signatureScheme && (await changeScheme(cipher, endpoint, signatureScheme, at));
  const made = url && (await setAddress(cipher, endpoint, checkedUrl(url, allowInsecure)));
  return made || rotated;
}

async function changeScheme(
  cipher: Cipher,
  endpoint: CallbackEndpoint,
  scheme: CallbackEndpoint['signatureScheme'],
  at: Date,
): Promise<string | undefined> {
  if (scheme === endpoint.signatureScheme) return undefined;
  endpoint.signatureScheme = scheme;
  if (endpoint.secretEncrypted == null) return undefined;
  return await rotateSecret(cipher, endpoint, { scheme, previousUntil: overlapEnd(at, DEFAULT_OVERLAP_S) });
}

async function sealed(cipher: Cipher, given: Readonly<Record<string, string>>): Promise<string | null> {
  const check = checkHeaders(given);
  if (!check.ok) throw invalidParameter(`body.headers.${check.name}`, 'header_not_allowed', check.reason);
  if (Object.keys(check.headers).length === 0) return null;
  return await cipher.encrypt(JSON.stringify(check.headers));
}
