import { isPrivateKey, publicKeyOf } from '../../../callbacks/keys.ts';
import { openEndpoint } from '../../../callbacks/signature.ts';
import type { Cipher } from '../../../db/cipher.ts';
import type { CallbackEndpoint } from '../../../db/entities/index.ts';
import { endpointState, heldUntil, isRotating } from '../../../domain/callback-endpoint.ts';
import { MASKED_VALUE } from '../../../domain/callback-headers.ts';
import type { CallbackConfig } from '../../schemas/callback.ts';
import type { EndpointView } from '../../schemas/callback-endpoints.ts';

const HINT_LENGTH = 4;

/** An endpoint as its merchant sees it: never a secret, nor the value of a header. */
export async function showEndpoint(
  cipher: Cipher,
  endpoint: CallbackEndpoint,
  now: Date,
): Promise<EndpointView> {
  const { headersEncrypted } = endpoint;
  const { headers } = await openEndpoint(cipher.decrypt, { secretsEncrypted: [], headersEncrypted });
  return {
    endpointId: endpoint.id,
    url: endpoint.url ?? null,
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
  now: Date,
): Promise<CallbackConfig> {
  const { publicKey: _, ...keys } = await showKeys(cipher, endpoint, now);
  return { url: endpoint.url ?? null, ...showState(endpoint, now), ...keys };
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
