/** Until when a trip can be booked, and cancelled free of charge, in OCTO's terms. Pure. */
import type { BookableGuide } from '../../db/queries/orders/bookable-guide.ts';
import { BASIS_POINTS } from '../../domain/money.ts';
import type { TripPlan } from '../../domain/trip-plan.ts';
import type { OfferedOption } from './options.ts';

const HOUR_MS = 3_600_000;

/** OCTO has one limit where a policy has steps: the first one that gives all back, else the first at all. */
export function cancellationCutoffOf(
  { cancellationPolicy }: Pick<BookableGuide, 'cancellationPolicy'>,
  { kind, startTimes }: OfferedOption,
) {
  const { tiers } = cancellationPolicy;
  const tier = tiers.find(({ refundShare }) => refundShare === BASIS_POINTS) ?? tiers[0];
  return {
    cancellationCutoff: describe(tiers),
    ...limitOf(tier, kind ? latestHour(startTimes) : undefined),
  };
}

type Tier = BookableGuide['cancellationPolicy']['tiers'][number];

/** @param latestStart hours from midnight; undefined: a whole day. */
function limitOf(tier: Tier | undefined, latestStart: number | undefined) {
  const { daysBefore = 0, hoursBefore } = tier ?? {};
  if (latestStart === undefined && hoursBefore === undefined)
    return { cancellationCutoffAmount: daysBefore, cancellationCutoffUnit: 'day' as const };
  // Limits in days are midnights; a trip that starts at 14:00 has its limit 14 hours earlier still.
  const amount = hoursBefore ?? daysBefore * 24 + (latestStart ?? 0);
  return { cancellationCutoffAmount: amount, cancellationCutoffUnit: 'hour' as const };
}

/** The instant until which the trip can be booked, without milliseconds. */
export function bookingCutoffOf(
  { startAt, endAt, details }: Pick<TripPlan, 'startAt' | 'endAt' | 'details'>,
  {
    minimumNoticeHours,
    instantConfirmation,
  }: Pick<BookableGuide, 'minimumNoticeHours' | 'instantConfirmation'>,
): string {
  // A whole day may be booked while it lasts, where nobody has to confirm it first.
  const isOpenAllDay =
    details?.durationMinutes === undefined && instantConfirmation && minimumNoticeHours === 0;
  const at = isOpenAllDay ? endAt.getTime() : startAt.getTime() - minimumNoticeHours * HOUR_MS;
  return utcSeconds(new Date(at));
}

/** `2027-05-01T08:00:00Z` */
export function utcSeconds(at: Date): string {
  return `${at.toISOString().slice(0, 19)}Z`;
}

function describe(tiers: readonly Tier[]): string {
  if (tiers.length === 0) return 'No refund after the booking is confirmed.';
  const steps = tiers.map(({ daysBefore, hoursBefore, refundShare }) => {
    const until =
      hoursBefore === undefined
        ? `00:00 of ${counted(daysBefore, 'day')} before the first day`
        : `${counted(hoursBefore, 'hour')} before the start`;
    return `${refundShare / 100} % are refunded until ${until}`;
  });
  return `${steps.join('; ')}; nothing after that.`;
}

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

function latestHour(startTimes: readonly string[]): number {
  const minutes = startTimes.map((time) => Number(time.slice(0, 2)) + Number(time.slice(3)) / 60);
  return Math.ceil(Math.max(0, ...minutes));
}
