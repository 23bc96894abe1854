/** What a studio may write of when a rate or an offer holds: every rule that a JSON schema cannot say. */
import type { ErrorDetail } from './errors.ts';
import { problem } from './guide-terms.ts';
import type { DayRate, RateConditions, TripRate } from './trip-details.ts';
import { LAST_DAY } from './trip-rate.ts';

const SPANS = [
  ['startDate', 'endDate'],
  ['bookedFrom', 'bookedUntil'],
] as const;
const BOUNDS = [
  ['minGuests', 'maxGuests'],
  ['minDaysBefore', 'maxDaysBefore'],
  ['minDays', 'maxDays'],
] as const;

/** @param offered the start times of the trip kind; none for whole days. */
export function conditionProblems(
  rate: TripRate | DayRate,
  path: string,
  offered: readonly string[] = [],
): ErrorDetail[] {
  const conditions = conditionsOf(rate);
  const { startTimes = [] } = conditions;
  return [
    ...(Object.values(conditions).every((one) => one === undefined)
      ? [problem(path, 'inconsistent', 'must say when it holds: at least one condition is needed')]
      : []),
    ...boundProblems(conditions, path),
    ...startTimes.flatMap((time, index) =>
      offered.includes(time)
        ? []
        : [
            problem(
              `${path}.startTimes.${index}`,
              'inconsistent',
              "must be one of the trip kind's startTimes",
            ),
          ],
    ),
  ];
}

/** Of conditions that may be none: what ends before it begins. */
export function boundProblems(conditions: RateConditions, path: string): ErrorDetail[] {
  return [
    ...SPANS.flatMap(([first, last]) =>
      (conditions[last] ?? LAST_DAY) < (conditions[first] ?? '')
        ? [problem(`${path}.${last}`, 'ends_before_start', `must not be before ${first}`)]
        : [],
    ),
    ...BOUNDS.flatMap(([least, most]) =>
      (conditions[most] ?? Number.POSITIVE_INFINITY) < (conditions[least] ?? 0)
        ? [problem(`${path}.${most}`, 'inconsistent', `must not be below ${least}`)]
        : [],
    ),
  ];
}

function conditionsOf(rate: TripRate | DayRate): RateConditions {
  const { name: _name, price: _price, ...rest } = rate;
  if (!('guestPrices' in rest)) return rest;
  const { guestPrices: _guestPrices, ...conditions } = rest;
  return conditions;
}
