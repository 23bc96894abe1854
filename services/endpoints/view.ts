import type { CallbackConfig } from '../../contract/schemas/callback.ts';
import type { EndpointView } from '../../contract/schemas/callback-endpoints.ts';
import type { Cipher } from '../../db/cipher.ts';
import type { CallbackEndpoint } from '../../db/entities/index.ts';
import { endpointState, heldUntil, isRotating } from '../../domain/callback-endpoint.ts';
import { MASKED_VALUE } from '../../domain/callback-headers.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { isPrivateKey, publicKeyOf } from '../../lib/callbacks/keys.ts';
import { openEndpoint } from '../../lib/callbacks/signature.ts';

const HINT_LENGTH = 4;

/** The reader of an answer, and the time. */
interface Viewer {
  readonly merchant: CallingMerchant;
  readonly now: Date;
}

/**
 * An endpoint as its merchant sees it: never a secret, nor the value of a header; people who may not manage endpoints do not see the query
 * of its address either, since it may contain a receiver's key.
 */
export async function showEndpoint(
  cipher: Cipher,
  endpoint: CallbackEndpoint,
  { merchant, now }: Viewer,
): Promise<EndpointView> {
  const { headersEncrypted } = endpoint;
  const { headers } = await openEndpoint(cipher.decrypt, { secretsEncrypted: [], headersEncrypted });
  return {
    endpointId: endpoint.id,
    url: showAddress(endpoint, merchant),
    description: endpoint.description,
    eventTypes: endpoint.eventTypes,
    signatureScheme: endpoint.signatureScheme,
    headers: Object.fromEntries(Object.keys(headers).map((name) => [name, MASKED_VALUE])),
    maxPerSecond: endpoint.maxPerSecond ?? null,
    ...showState(endpoint, now),
    isFirst: endpoint.isFirst,
    ...(await showKeys(cipher, endpoint, now)),
    createdAt: endpoint.createdAt.toISOString(),
  };
}

/** The first endpoint, as `callback/config` shows it. */
export async function showConfig(
  cipher: Cipher,
  endpoint: CallbackEndpoint,
  { merchant, now }: Viewer,
): Promise<CallbackConfig> {
  const { publicKey: _, ...keys } = await showKeys(cipher, endpoint, now);
  return { url: showAddress(endpoint, merchant), ...showState(endpoint, now), ...keys };
}

function showAddress({ url }: CallbackEndpoint, { via }: CallingMerchant): string | null {
  if (url == null || !via?.mayNotManageEndpoints) return url ?? null;
  const { origin, pathname, search } = new URL(url);
  return `${origin}${pathname}${search && `?${MASKED_VALUE}`}`;
}

function showState(
  endpoint: CallbackEndpoint,
  now: Date,
): Pick<EndpointView, 'status' | 'failingSince' | 'heldUntil'> {
  if (endpoint.url == null) return { status: 'none', failingSince: null, heldUntil: null };
  return {
    status: endpointState(endpoint),
    failingSince: endpoint.failingSince?.toISOString() ?? null,
    heldUntil: heldUntil(endpoint, now)?.toISOString() ?? null,
  };
}

async function showKeys(cipher: Cipher, endpoint: CallbackEndpoint, now: Date) {
  const { secretEncrypted, previousSecretUntil } = endpoint;
  const secret = secretEncrypted == null ? undefined : await cipher.decrypt(secretEncrypted);
  const isAsymmetric = secret !== undefined && isPrivateKey(secret);
  return {
    secretHint: secret === undefined || isAsymmetric ? null : `…${secret.slice(-HINT_LENGTH)}`,
    publicKey: isAsymmetric ? publicKeyOf(secret) : null,
    previousSecretUntil: isRotating(endpoint, now) ? (previousSecretUntil?.toISOString() ?? null) : null,
  };
}

/** For an answer: a secret that was just made. A private key is ours alone. */
export function shownOnce(secret: string | undefined): { secret?: string } {
  return secret === undefined || isPrivateKey(secret) ? {} : { secret };
}
