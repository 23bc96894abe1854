/** What a cancellation gives back (docs/guides.md; docs/architecture.md, "An order's life"). */
import { BASIS_POINTS, shareOf } from './money.ts';
import type { ActorKind, OrderState } from './order-state.ts';
import { addDays } from './trip.ts';
import { startOfDay } from './wall-time.ts';

/**
 * Until 00:00 of `daysBefore` days before the trip's first day, or until `hoursBefore` hours before its start, `refundShare` basis
 * points of the total come back.
 */
interface CancellationTier {
  /** Of a tier in hours the whole days that they are, for those who know days only. */
  readonly daysBefore: number;
  readonly hoursBefore?: number | undefined;
  readonly refundShare: number;
}

/** Tiers, the most generous and earliest first. After the last one nothing comes back. */
export interface CancellationPolicy {
  readonly preset: 'flexible' | 'moderate' | 'strict' | 'custom';
  readonly tiers: readonly CancellationTier[];
}

export const MAX_CANCELLATION_TIERS = 10;
const HOUR_MS = 3_600_000;

export const CANCELLATION_PRESETS = {
  flexible: { preset: 'flexible', tiers: [{ daysBefore: 1, refundShare: 10_000 }] },
  moderate: {
    preset: 'moderate',
    tiers: [
      { daysBefore: 7, refundShare: 10_000 },
      { daysBefore: 2, refundShare: 5_000 },
    ],
  },
  strict: {
    preset: 'strict',
    tiers: [
      { daysBefore: 30, refundShare: 10_000 },
      { daysBefore: 14, refundShare: 5_000 },
    ],
  },
} as const satisfies Record<string, CancellationPolicy>;

export interface CancellationCase {
  readonly by: ActorKind;
  readonly status: OrderState;
  /** Minor units. */
  readonly totalAmount: number;
  readonly tripDate: string;
  /** The day that the tiers count from, where a change moved a confirmed trip away from it. */
  readonly policyDate?: string | null | undefined;
  readonly tripStartAt: Date;
  /** The start that hours count from, where a change moved a confirmed trip away from it. */
  readonly policyStartAt?: Date | null | undefined;
  /** Minor units that the studio refunded before; the policy applies to the rest. */
  readonly refundAmount?: number | null | undefined;
  readonly timeZone: string;
  readonly policy: CancellationPolicy;
}

export interface CancellationQuote {
  /** Minor units; refund + fee is the total. What was given back before is part of the refund. */
  readonly refundAmount: number;
  readonly feeAmount: number;
  readonly refundShare: number;
  /** When the refund falls next, if it does. */
  readonly nextChangeAt: Date | undefined;
}

/**
 * Refund and fee of cancelling at `at`. The policy binds only the ordering merchant and only once the order is
 * confirmed; a studio's or an operator's cancellation, and one while pending, gives everything back.
 */
export function quoteCancellation(order: CancellationCase, at: Date): CancellationQuote {
  const isUnderPolicy = order.by === 'merchant' && order.status === 'confirmed';
  if (!isUnderPolicy) return quote(order, BASIS_POINTS, undefined);

  const tiers = order.policy.tiers.map((tier) => ({ ...tier, until: lastInstant(order, tier) }));
  const tier = tiers.find(({ until }) => at < until);
  return quote(order, tier?.refundShare ?? 0, tier?.until);
}

/** Until `until` (null: for good) a cancellation costs `feeAmount`. */
export interface CancellationStep
  extends Pick<CancellationQuote, 'refundAmount' | 'feeAmount' | 'refundShare'> {
  readonly until: Date | null;
}

/** What cancelling a confirmed order will give back to its merchant, from `from` on; the last step lasts for good. */
export function cancellationSchedule(
  order: Omit<CancellationCase, 'by' | 'status'>,
  from: Date,
): CancellationStep[] {
  const terms = { ...order, by: 'merchant', status: 'confirmed' } as const;
  const tiers = order.policy.tiers.map((tier) => ({
    until: lastInstant(terms, tier),
    share: tier.refundShare,
  }));
  const steps = [...tiers.filter(({ until }) => from < until), { until: null, share: 0 }];
  return steps.map(({ until, share }) => {
    const { refundAmount, feeAmount, refundShare } = quote(order, share, undefined);
    return { until, refundAmount, feeAmount, refundShare };
  });
}

/** Basis points inside, percent outside. */
export function viewPolicy({ preset, tiers }: CancellationPolicy) {
  const shown = tiers.map(({ daysBefore, hoursBefore, refundShare }) => ({
    daysBefore,
    ...(hoursBefore !== undefined && { hoursBefore }),
    refundPercent: refundShare / 100,
  }));
  return { preset, tiers: shown };
}

function lastInstant(order: CancellationCase, tier: CancellationTier): Date {
  if (tier.hoursBefore !== undefined) {
    const start = order.policyStartAt ?? order.tripStartAt;
    return new Date(start.getTime() - tier.hoursBefore * HOUR_MS);
  }
  const firstDay = order.policyDate ?? order.tripDate;
  return startOfDay(addDays(firstDay, -tier.daysBefore), order.timeZone);
}

function quote(
  { totalAmount, refundAmount: before }: Pick<CancellationCase, 'totalAmount' | 'refundAmount'>,
  refundShare: number,
  nextChangeAt: Date | undefined,
): CancellationQuote {
  const refunded = before ?? 0;
  const refundAmount = refunded + shareOf(totalAmount - refunded, refundShare);
  return { refundAmount, feeAmount: totalAmount - refundAmount, refundShare, nextChangeAt };
}
