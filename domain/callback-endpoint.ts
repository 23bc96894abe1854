/** What an endpoint is (docs/notifications.md, "Endpoints"). */

/** A merchant has at most so many of them. */
export const MAX_ENDPOINTS = 10;

/** Standard Webhooks: a shared secret with HMAC-SHA256, or a key pair with Ed25519. */
export const SIGNATURE_SCHEMES = ['v1', 'v1a'] as const;
export type SignatureScheme = (typeof SIGNATURE_SCHEMES)[number];

export const ENDPOINT_STATES = [
  /** Its last answer was an acknowledgement, or there was none yet. */
  'healthy',
  /** Its last answer was no acknowledgement. */
  'failing',
  /** It answered 410, or the merchant paused it: nothing is sent until its address is saved again. */
  'paused',
] as const;
export type EndpointState = (typeof ENDPOINT_STATES)[number];

export function endpointState(endpoint: {
  readonly pausedAt?: Date | null | undefined;
  readonly failingSince?: Date | null | undefined;
}): EndpointState {
  if (endpoint.pausedAt != null) return 'paused';
  return endpoint.failingSince != null ? 'failing' : 'healthy';
}

/** Until when its receiver wants no requests (Retry-After); undefined when it does not say so any more. */
export function heldUntil(
  { heldUntil }: { readonly heldUntil?: Date | null | undefined },
  at: Date,
): Date | undefined {
  return heldUntil != null && heldUntil > at ? heldUntil : undefined;
}

/** During a rotation the previous secret signs as well. */
export function isRotating(
  { previousSecretUntil }: { readonly previousSecretUntil?: Date | null | undefined },
  at: Date,
): boolean {
  return previousSecretUntil != null && previousSecretUntil > at;
}
