/** Prices, cancellation and availability of a guide: what studios write and everybody reads. */
import { type Static, Type } from 'typebox';
import { MAX_CANCELLATION_TIERS } from '../../domain/cancellation.ts';
import { PRICE_LINE_KINDS } from '../../domain/price.ts';
import { GUEST_KINDS } from '../../domain/trip-details.ts';
import { WEEKDAYS } from '../../domain/weekday.ts';
import { CalendarDate, CurrencyCode, nullable, oneOf } from './common.ts';

const MAX_SEASONS = 50;
export const MAX_BLOCKED = 200;
/** The largest number that every currency can hold in minor units; see domain/price.ts. */
const MAX_AMOUNT = 100_000_000_000;

export const Amount = Type.Number({ description: 'Decimal amount in `currency`', examples: [140] });
export const Money = Type.Object(
  { amount: Amount, currency: CurrencyCode },
  { description: 'An amount of money' },
);
export const DailyAmount = (description: string, examples: number[]) =>
  Type.Number({ minimum: 0, maximum: MAX_AMOUNT, description, examples });

const range = { startDate: CalendarDate, endDate: CalendarDate };

const DayRangeSchema = Type.Object(range, {
  additionalProperties: false,
  description: 'Both days included',
});

export const SeasonalRate = Type.Object(
  { ...range, dayRate: DailyAmount('Price of each of these days', [190]) },
  { additionalProperties: false, description: 'A season with a day rate of its own, both days included' },
);
export const SeasonalRates = Type.Array(SeasonalRate, {
  maxItems: MAX_SEASONS,
  description: 'Seasons with a day rate of their own, both days included; they must not overlap',
});

export const GuestSurcharge = Type.Object(
  {
    fromGuest: Type.Integer({ minimum: 2, maximum: 500, description: 'The first guest who costs more' }),
    amountPerDay: DailyAmount('What this guest and each further one add, per day', [25]),
  },
  { additionalProperties: false, description: 'Null: the number of guests does not change the price' },
);
export const GuestSurchargeSchema = nullable(GuestSurcharge);

const daysBefore = Type.Integer({
  minimum: 0,
  maximum: 365,
  description: "Until 00:00, this many days before the trip's first day …",
});
const hoursBefore = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: 8_760,
    description: '… or, if present, until this many hours before the trip begins …',
    examples: [24],
  }),
);
const refundPercent = Type.Number({
  minimum: 0,
  maximum: 100,
  description: '… this percentage of the total is refunded',
});

export const Tier = Type.Object(
  { daysBefore, hoursBefore, refundPercent },
  { additionalProperties: false, description: 'One tier: what is refunded until when' },
);
export const TierInput = Type.Object(
  { daysBefore: Type.Optional(daysBefore), hoursBefore, refundPercent },
  { additionalProperties: false, description: 'What is refunded until when: in days, or in hours' },
);

export const CancellationPreset = oneOf(
  ['flexible', 'moderate', 'strict', 'custom'],
  '`flexible`: everything until 1 day before. `moderate`: everything until 7 days before, half until 2. `strict`: everything until ' +
    '30 days before, half until 14. `custom`: its own tiers',
);

export const CancellationPolicySchema = Type.Object(
  {
    preset: CancellationPreset,
    tiers: Type.Array(Tier, {
      description: 'The most generous first; after the last one, nothing is refunded',
    }),
  },
  { description: 'What cancelling refunds' },
);

export const CancellationPolicyInput = Type.Object(
  {
    preset: CancellationPreset,
    tiers: Type.Optional(
      Type.Array(TierInput, {
        maxItems: MAX_CANCELLATION_TIERS,
        description:
          'For `custom` only, all in days or all in hours: `daysBefore` or `hoursBefore`, and `refundPercent` decrease from tier to tier',
      }),
    ),
  },
  { additionalProperties: false },
);
export type CancellationPolicyInput = Static<typeof CancellationPolicyInput>;

export const Weekday = oneOf(WEEKDAYS, 'Day of the week');
const Weekdays = Type.Array(Weekday, {
  uniqueItems: true,
  maxItems: 6,
  description: 'Weekdays on which the guide is always off',
  examples: [['monday']],
});

/** The calendar of public holidays. */
export const HolidaysOf = Type.Object(
  {
    country: Type.String({
      pattern: '^[A-Z]{2}$',
      maxLength: 2,
      description: 'ISO 3166-1 alpha-2',
      examples: ['PT'],
    }),
    region: Type.Optional(
      Type.String({
        pattern: '^[A-Z0-9]{1,3}$',
        maxLength: 3,
        description: "The part of the ISO 3166-2 code after the hyphen; adds the region's own holidays",
        examples: ['BY'],
      }),
    ),
  },
  {
    additionalProperties: false,
    description: 'Country whose public holidays the guide takes off; null: none',
  },
);
const Holidays = nullable(HolidaysOf);

export const AvailabilityBody = Type.Object(
  {
    restDays: Type.Optional(Weekdays),
    blocked: Type.Optional(
      Type.Array(DayRangeSchema, { maxItems: MAX_BLOCKED, description: 'Replaces every blocked range' }),
    ),
    holidays: Type.Optional(Holidays),
  },
  { additionalProperties: false, minProperties: 1 },
);
export type AvailabilityBody = Static<typeof AvailabilityBody>;

/** What is blocked, or free again. */
export const BlockBody = DayRangeSchema;
export type BlockBody = Static<typeof BlockBody>;

/** What a guide shows of it. */
export const availabilityFields = {
  version: Type.Integer({
    description: "Counts the studio's changes of the guide; also the `ETag`, for `If-Match`",
    examples: [3],
  }),
  restDays: Type.Array(Weekday, {
    description: 'Weekdays on which the guide is always off',
  }),
  blocked: Type.Array(DayRangeSchema, {
    description: 'Days that the studio has blocked; adjacent ranges are merged',
  }),
  holidays: Holidays,
  timeSlots: Type.Array(DayRangeSchema, {
    description:
      "Bookable days of the next 90 days in the guide's time zone; today only with `instantConfirmation`; none unless `active`",
  }),
};

export const AvailabilityData = Type.Object(availabilityFields);
export type AvailabilityData = Static<typeof AvailabilityData>;

export const PriceLineKind = oneOf(PRICE_LINE_KINDS, 'What the line is for');
export const PriceLineSchema = Type.Object({
  kind: PriceLineKind,
  ...range,
  days: Type.Integer({ description: 'Number of days' }),
  guests: nullable(
    Type.Integer({ description: 'Number of guests who pay a surcharge, or the rate of their kind' }),
  ),
  guestKind: nullable(oneOf(GUEST_KINDS, 'Guest kind of a `guest_rate`')),
  rateName: Type.Optional(
    Type.String({
      description:
        "Name of the rate: for a `trip_rate`, one of the trip kind's `rates`; for a `day_rate`, one of `dayRates`. Absent: the trip kind's own `price`, or `dayRate`",
    }),
  ),
  toLeastPrice: Type.Optional(
    Type.Boolean({
      description: 'True: this `trip_rate` brings the other lines up to the `leastPrice`; otherwise absent',
    }),
  ),
  offerName: Type.Optional(
    Type.String({ description: 'Name of the offer, if this `trip_rate` is a discount; otherwise absent' }),
  ),
  unitAmount: Type.Number({
    description: 'Per day or per trip, and per guest for a surcharge or a `guest_rate`',
  }),
  amount: Amount,
});
export const PriceBreakdown = Type.Array(PriceLineSchema, {
  description: 'The amounts sum to `totalAmount`',
});
