/** What merchants can try in the sandbox (docs/sandbox.md). */
import type { ErrorDetail } from './errors.ts';
import { shareOf } from './money.ts';
import type { Price } from './price.ts';
import type { RefusalReason } from './refusal-reasons.ts';

/** The agency that every sandbox has (db/seed). */
export const SANDBOX_AGENCY_KEY = 'mk_sandbox_agency';
/** The studio of its guides. */
export const SANDBOX_STUDIO_KEY = 'mk_sandbox_studio';

/** Guides that act by themselves, for tests of the results. */
export const SANDBOX_BEHAVIOURS = ['confirm', 'reject', 'expire', 'raise_price', 'time_out'] as const;
export type SandboxBehaviour = (typeof SANDBOX_BEHAVIOURS)[number];

/**
 * Guides of the sandbox that go with any number of parties at once, for OCTO's validator, which books one start many times
 * (docs/decisions/0080): one with starts, one with whole days.
 */
export const ROOMY_GUIDES = ['G9000006', 'G9000007'] as const;

/** What has its own clock: a sandbox merchant, an order that it placed. */
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

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** 24 months, with a leap day: as far as a clock can be ahead in all. */
export const MAX_CLOCK_AHEAD_DAYS = 731;
export const MAX_CLOCK_AHEAD_MS = MAX_CLOCK_AHEAD_DAYS * DAY_MS;
/** As far as an example's order begins behind the real time: within the month before the last one. */
export const MAX_EXAMPLE_BEHIND_MS = 100 * DAY_MS;

/** How far a clock is to be moved: by a length of time, in days of 24 hours, or to an instant (RFC 3339). */
export interface ClockAdvance {
  readonly days?: number | undefined;
  readonly hours?: number | undefined;
  readonly minutes?: number | undefined;
  readonly until?: string | undefined;
}

/**
 * How far the clock is ahead after an advance.
 * @returns milliseconds, or what is wrong with the request.
 */
export function advancedClock(
  { days = 0, hours = 0, minutes = 0, until }: ClockAdvance,
  clock: Clocked,
  now: Date,
): { readonly aheadMs: number } | { readonly problem: ErrorDetail } {
  const byMs = days * DAY_MS + hours * HOUR_MS + minutes * MINUTE_MS;
  const path = until === undefined ? 'body' : 'body.until';
  const problem = (reason: RefusalReason, msg: string) => ({ problem: { path, reason, msg } });
  if (until !== undefined && byMs > 0)
    return problem('conflicting_parameters', 'goes without days, hours and minutes');
  const today = timeFor(clock, now).toISOString();
  const aheadMs = until === undefined ? (clock.clockAheadMs ?? 0) + byMs : Date.parse(until) - now.getTime();
  if (!(aheadMs > (clock.clockAheadMs ?? 0))) {
    return until === undefined
      ? problem('missing', 'must have days, hours, minutes or until')
      : problem('past_date', `must be later than ${today}: clocks are not set back`);
  }
  const last = new Date(now.getTime() + MAX_CLOCK_AHEAD_MS).toISOString();
  return aheadMs > MAX_CLOCK_AHEAD_MS
    ? problem('too_far_ahead', `must lead to ${last} at the latest`)
    : { aheadMs };
}

/** Seconds that the studio of such a guide has to confirm: so few that the deadline can be watched. */
const EXPIRES_AFTER_SECONDS = 30;
/** Basis points that such a guide costs more when it is booked than when it was quoted. */
const RAISE = 1_000;

/** The guide's limit, in hours; a guide that lets the deadline pass has a short one. */
export function confirmationHoursOf(guide: {
  readonly confirmationHours: number;
  readonly sandboxBehaviour: SandboxBehaviour | null;
}): number {
  return guide.sandboxBehaviour === 'expire' ? EXPIRES_AFTER_SECONDS / 3_600 : guide.confirmationHours;
}

/**
 * What a booking or a hold costs: what the quote said, or each line a tenth more where the guide raises its price. What an offer takes
 * off stays as it is.
 */
export function priceAsBooked(price: Price, behaviour: SandboxBehaviour | null): Price {
  if (behaviour !== 'raise_price') return price;
  const lines = price.lines.map((line) => {
    if (line.unitAmount < 0) return line;
    const unitAmount = line.unitAmount + shareOf(line.unitAmount, RAISE);
    return { ...line, unitAmount, amount: unitAmount * line.days * (line.guests ?? 1) };
  });
  return { totalAmount: lines.reduce((sum, { amount }) => sum + amount, 0), lines };
}
