/** What merchants can try in the sandbox (docs/sandbox.md). */

/** Guides that do something by themselves, for whoever tests what comes of it. */
export const SANDBOX_BEHAVIOURS = ['confirm', 'reject', 'expire', 'raise_price', 'time_out'] as const;
export type SandboxBehaviour = (typeof SANDBOX_BEHAVIOURS)[number];

/** What has a clock of its own: a sandbox merchant, an order that it placed. */
export interface Clocked {
  /** Milliseconds that it is ahead of the real time; absent: none. */
  readonly clockAheadMs?: number | undefined;
}

/**
 * What the time is for a merchant or an order: wherever bookings are decided about (days that are over, notice, deadlines,
 * what a cancellation gives back), never for tokens, signatures or deliveries.
 * @param now the real time.
 */
export function timeFor({ clockAheadMs = 0 }: Clocked, now: Date): Date {
  return clockAheadMs === 0 ? now : new Date(now.getTime() + clockAheadMs);
}

/** When it will be that time of the merchant's clock. @param at by that clock. */
export function realTimeOf({ clockAheadMs = 0 }: Clocked, at: Date): Date {
  return new Date(at.getTime() - clockAheadMs);
}
