/** What a studio may write of a guide: every rule that a JSON schema cannot say. Amounts here are decimals. */
import type { DayRange } from './availability.ts';
import { CANCELLATION_PRESETS, type CancellationPolicy } from './cancellation.ts';
import type { ErrorDetail } from './errors.ts';
import type { GuidePhoto } from './guide.ts';
import { HELD_HOURS, UNCONFIRMED_DAYS } from './keeping.ts';
import { isRegisteredLanguage } from './languages.ts';
import { isCurrency, toMinor } from './money.ts';
import { type GuestSurcharge, MAX_DAILY_AMOUNT, type SeasonalRate } from './price.ts';
import type { RefusalReason } from './refusal-reasons.ts';
import { isServiceType, SERVICE_TYPES } from './service-types.ts';
import { addYears, isTimeZone, todayIn } from './trip.ts';
import { MAX_TRIP_DAYS } from './trip-details.ts';

/**
 * How far from today, either way, a studio can write days down. Far more than can be booked, so that nobody has to
 * renew "closed for good", and little enough to be sure that a year is no slip of the pen (docs/decisions/0011).
 */
const TERMS_YEARS = 10;

/** A new guide's values where its studio gives none; the API's schemas document them. */
export const GUIDE_DEFAULTS = {
  profile: '',
  serviceAreas: [],
  instantConfirmation: false,
  confirmationHours: 24,
  visibility: 'public',
  status: 'active',
  seasonalRates: [],
  guestSurcharge: null,
  location: null,
  photos: [],
  cancellationPolicy: { preset: 'moderate' },
  offersWholeDays: true,
  tripKinds: [],
  guestKinds: [],
  questions: [],
  meetingPoint: null,
  weekendRate: null,
  dayRates: [],
  offers: [],
  stopSales: [],
  allotments: [],
  leastPrice: null,
  minGuests: null,
  minDays: null,
  maxDays: null,
  minimumNoticeHours: 0,
  maxUnconfirmedDays: UNCONFIRMED_DAYS.default,
  maxHeldHours: HELD_HOURS.default,
  waitlistWindowMinutes: null,
  changeRule: 'consent',
} as const;

/** In days or in hours; where both are there, in hours. */
interface TierDraft {
  readonly daysBefore?: number | undefined;
  readonly hoursBefore?: number | undefined;
  readonly refundPercent: number;
}

export interface PolicyDraft {
  readonly preset: CancellationPolicy['preset'];
  readonly tiers?: readonly TierDraft[];
}

export interface TermsDraft {
  readonly dayRate: number;
  readonly currency: string;
  readonly timeZone: string;
  readonly languages: readonly string[];
  readonly serviceTypes: readonly string[];
  readonly seasonalRates: readonly SeasonalRate[];
  readonly guestSurcharge: GuestSurcharge | null;
  readonly minDays?: number | null | undefined;
  readonly maxDays?: number | null | undefined;
  readonly cancellationPolicy: PolicyDraft;
}

/** Everything that is wrong with the draft, each with its place in the request's body. */
export function termsProblems(draft: TermsDraft, now: Date): ErrorDetail[] {
  return [
    ...(isTimeZone(draft.timeZone)
      ? []
      : [problem('timeZone', 'not_a_time_zone', 'must be a name of the IANA time zone database')]),
    ...languageProblems(draft.languages),
    ...serviceProblems(draft.serviceTypes),
    ...(isCurrency(draft.currency)
      ? amountProblems(draft)
      : [problem('currency', 'not_a_currency', 'must be the ISO 4217 code of a currency in circulation')]),
    ...seasonProblems(draft.seasonalRates, now),
    ...daysProblems(draft),
    ...policyProblems(draft.cancellationPolicy),
  ];
}

/** Ranges that end before they start or lie too far from today, by their place in the body. */
export function rangeProblems(path: string, ranges: readonly DayRange[], now: Date): ErrorDetail[] {
  const today = todayIn('UTC', now);
  const [first, last] = [addYears(today, -TERMS_YEARS), addYears(today, TERMS_YEARS)];
  return ranges.flatMap(({ startDate, endDate }, index) => [
    ...(startDate < first
      ? [
          problem(
            `${path}.${index}.startDate`,
            'too_far_back',
            `must not be more than ${TERMS_YEARS} years ago: ${first}`,
          ),
        ]
      : []),
    ...(endDate > last
      ? [
          problem(
            `${path}.${index}.endDate`,
            'too_far_ahead',
            `must be at most ${TERMS_YEARS} years ahead: ${last}`,
          ),
        ]
      : []),
    ...(endDate < startDate
      ? [problem(`${path}.${index}.endDate`, 'ends_before_start', 'must not be before startDate')]
      : []),
  ]);
}

/**
 * Addresses of pictures that are no https addresses, or carry a user name or password.
 * @param known those that the guide has: they were accepted, or are our own, whatever scheme we are reached by.
 */
export function photoProblems(
  photos: readonly GuidePhoto[],
  known: readonly GuidePhoto[] = [],
): ErrorDetail[] {
  return photos.flatMap(({ url }, index) => {
    if (known.some((photo) => photo.url === url)) return [];
    const { protocol, username, password } = URL.parse(url) ?? {};
    const path = `photos.${index}.url`;
    if (protocol !== 'https:' || /[\s\\]/.test(url))
      return [problem(path, 'url_not_allowed', 'must be an https address')];
    return username || password
      ? [problem(path, 'url_not_allowed', 'must not carry a user name or password')]
      : [];
  });
}

/** The policy that the draft names; presets bring their own tiers. The draft must be free of problems. */
export function policyOf({ preset, tiers = [] }: PolicyDraft): CancellationPolicy {
  if (preset !== 'custom') return CANCELLATION_PRESETS[preset];
  const kept = tiers.map(({ daysBefore = 0, hoursBefore, refundPercent }) => ({
    ...(hoursBefore === undefined
      ? { daysBefore }
      : { daysBefore: Math.floor(hoursBefore / 24), hoursBefore }),
    refundShare: Math.round(refundPercent * 100),
  }));
  return { preset, tiers: kept };
}

/** The draft's amounts in minor units. The draft must be free of problems. */
export function minorTerms({ dayRate, seasonalRates, guestSurcharge, currency }: TermsDraft) {
  const minor = (amount: number) => toMinor(amount, currency)!;
  return {
    dayRate: minor(dayRate),
    seasonalRates: seasonalRates.map((season) => ({ ...season, dayRate: minor(season.dayRate) })),
    guestSurcharge: guestSurcharge && { ...guestSurcharge, amountPerDay: minor(guestSurcharge.amountPerDay) },
  };
}

function languageProblems(languages: readonly string[]): ErrorDetail[] {
  return languages.flatMap((language, index) =>
    isRegisteredLanguage(language)
      ? []
      : [
          problem(
            `languages.${index}`,
            'not_a_language_tag',
            'must be the tag of a registered language (BCP 47), such as pt or zh-Hant',
          ),
        ],
  );
}

function serviceProblems(serviceTypes: readonly string[]): ErrorDetail[] {
  const msg = `must be one of ${SERVICE_TYPES.join(', ')}`;
  return serviceTypes.flatMap((type, index) =>
    isServiceType(type) ? [] : [problem(`serviceTypes.${index}`, 'not_one_of', msg)],
  );
}

function amountProblems({ dayRate, seasonalRates, guestSurcharge, currency }: TermsDraft): ErrorDetail[] {
  const amounts: [path: string, amount: number][] = [
    ['dayRate', dayRate],
    ...seasonalRates.map((season, index): [string, number] => [
      `seasonalRates.${index}.dayRate`,
      season.dayRate,
    ]),
  ];
  if (guestSurcharge) amounts.push(['guestSurcharge.amountPerDay', guestSurcharge.amountPerDay]);
  return amounts.flatMap(([path, amount]) => amountProblem(path, amount, currency));
}

/** What is wrong with one amount, if anything. */
export function amountProblem(path: string, amount: number, currency: string): ErrorDetail[] {
  const minor = toMinor(amount, currency);
  if (minor === undefined) return [problem(path, 'too_many_decimals', `has more decimals than ${currency}`)];
  return minor > MAX_DAILY_AMOUNT ? [problem(path, 'too_large', 'is too large')] : [];
}

function seasonProblems(seasons: readonly SeasonalRate[], now: Date): ErrorDetail[] {
  const overlaps = seasons.flatMap((season, index) => {
    const other = seasons.findIndex(
      (earlier, at) =>
        at < index && earlier.startDate <= season.endDate && season.startDate <= earlier.endDate,
    );
    return other < 0
      ? []
      : [problem(`seasonalRates.${index}`, 'overlaps', `overlaps seasonalRates.${other}`)];
  });
  return [...rangeProblems('seasonalRates', seasons, now), ...overlaps];
}

/** At each of the two: a change may name one alone. */
function daysProblems({ minDays, maxDays }: TermsDraft): ErrorDetail[] {
  if ((minDays ?? 1) <= (maxDays ?? MAX_TRIP_DAYS)) return [];
  return [
    problem('minDays', 'inconsistent', `must be at most ${maxDays}, as maxDays is`),
    problem('maxDays', 'inconsistent', `must be at least ${minDays}, as minDays is`),
  ];
}

function policyProblems({ preset, tiers }: PolicyDraft): ErrorDetail[] {
  const path = 'cancellationPolicy.tiers';
  if (preset !== 'custom')
    return tiers ? [problem(path, 'needs_another_parameter', 'are only for the preset custom')] : [];
  if (!tiers) return [problem(path, 'missing', 'is missing')];
  return tiers.flatMap((tier, index) => tierProblems(tier, tiers[index - 1], `${path}.${index}`));
}

function tierProblems(tier: TierDraft, before: TierDraft | undefined, path: string): ErrorDetail[] {
  const share = tier.refundPercent * 100;
  if (Math.abs(share - Math.round(share)) > 1e-6) {
    return [problem(`${path}.refundPercent`, 'too_many_decimals', 'must have at most two decimals')];
  }
  const unit = unitOf(tier);
  const value = tier[unit];
  if (value === undefined) return [problem(`${path}.daysBefore`, 'missing', 'is missing, as is hoursBefore')];
  if (!before) return [];
  // Which of 2 days and 50 hours comes first depends on the time at which a trip begins.
  if (unit !== unitOf(before)) {
    return [problem(`${path}.${unit}`, 'inconsistent', `must be ${unitOf(before)}, as in the tier before`)];
  }
  return [
    ...(value < (before[unit] ?? 0)
      ? []
      : [problem(`${path}.${unit}`, 'inconsistent', 'must be less than in the tier before')]),
    ...(tier.refundPercent < before.refundPercent
      ? []
      : [problem(`${path}.refundPercent`, 'inconsistent', 'must be less than in the tier before')]),
  ];
}

const unitOf = ({ hoursBefore }: TierDraft) => (hoursBefore === undefined ? 'daysBefore' : 'hoursBefore');

/** One thing that is wrong with a request's body. */
export function problem(path: string, reason: RefusalReason, msg: string): ErrorDetail {
  return { path: `body.${path}`, reason, msg };
}
