/** What one request to a merchant may take (docs/notifications.md). */
export const CALLBACK_LIMITS = {
  /** Milliseconds for name, connection and TLS handshake. */
  connectMs: 3_000,
  /** Of these, milliseconds for the name; the rest has what is left. */
  lookupMs: 2_000,
  /** Milliseconds from the first step of connecting to the last byte of the answer. */
  totalMs: 10_000,
  answerBytes: 65_536,
  /** A merchant that hangs takes at most this much of a worker. */
  connectionsPerOrigin: 32,
  /** Milliseconds that a notification waits for one of those before it gives way; not part of `totalMs`. */
  connectionWaitMs: 1_000,
  /** Origins whose connections are kept; the least recently used one goes. */
  origins: 500,
} as const;

export type CallbackLimits = { readonly [limit in keyof typeof CALLBACK_LIMITS]: number };
