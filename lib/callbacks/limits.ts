/** What one request to a merchant may take (docs/notifications.md). */
export const CALLBACK_LIMITS = {
  /** Milliseconds for name, connection and TLS handshake. */
  connectMs: 3_000,
  /** Milliseconds of those for the name: what is left must do for the rest. */
  lookupMs: 2_000,
  /** Milliseconds from the first step of connecting to the last byte of the answer. */
  totalMs: 10_000,
  answerBytes: 65_536,
  /** A merchant that hangs takes no more of a worker than this. */
  connectionsPerOrigin: 32,
  /** Milliseconds that a notification waits for one of those before it gives way; not part of `totalMs`. */
  connectionWaitMs: 1_000,
  /** Origins whose connections are kept; the least recently used one goes. */
  origins: 500,
} as const;

export type CallbackLimits = { readonly [limit in keyof typeof CALLBACK_LIMITS]: number };
