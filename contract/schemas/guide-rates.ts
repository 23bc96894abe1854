/** Other prices, and when they hold (docs/guides.md, "Rates of a trip kind" and "Rates of whole days"). */
import { Type } from 'typebox';
import { GUEST_KINDS, MAX_TRIP_DAYS } from '../../domain/trip-details.ts';
import { MAX_RATES } from '../../domain/trip-rate.ts';
import { CalendarDate, Line } from './common.ts';
import { DailyAmount, Weekday } from './guide-terms.ts';
import { GuestKindSchema, StartTime } from './trips.ts';

export const guestPrice = {
  kind: GuestKindSchema,
  amount: DailyAmount('What each of these guests adds', [20]),
};
export const GuestPrice = Type.Object(guestPrice, {
  additionalProperties: false,
  description: 'What each guest of a kind adds to the price',
});

const AGENCIES = {
  minItems: 1,
  maxItems: 50,
  uniqueItems: true,
  description: 'Agencies that it is for, by merchant key. Absent: all',
};

const count = (minimum: number, maximum: number, description: string) =>
  Type.Optional(Type.Integer({ minimum, maximum, description }));
/** Bounds: the member's name says whether it is the least or the most. */
export const PartySize = Type.Integer({ minimum: 1, maximum: 500, description: 'Guests of one party' });
export const TripLength = Type.Integer({ minimum: 1, maximum: MAX_TRIP_DAYS, description: 'Days of a trip' });
export const RateWeekdays = Type.Array(Weekday, {
  minItems: 1,
  maxItems: 6,
  uniqueItems: true,
  description: 'On which a trip begins, or whole days are',
});

export const AgencyKeys = Type.Array(Line(64), AGENCIES);

export const conditions = {
  startDate: Type.Optional(CalendarDate),
  endDate: Type.Optional(CalendarDate),
  weekdays: Type.Optional(RateWeekdays),
  minGuests: Type.Optional(PartySize),
  maxGuests: Type.Optional(PartySize),
  minDaysBefore: count(1, 550, 'Booked so many days before at least'),
  maxDaysBefore: count(0, 550, 'Booked so many days before at most'),
  bookedFrom: Type.Optional(CalendarDate),
  bookedUntil: Type.Optional(CalendarDate),
  agencies: Type.Optional(AgencyKeys),
};
const NAME = 'Shown beside the price';
const name = Line(60, { description: NAME, examples: ['Summer weekends'] });
/** Text that was written under rules of before is shown as it is. */
export const shownConditions = {
  ...conditions,
  agencies: Type.Optional(Type.Array(Type.String(), AGENCIES)),
};
const shown = { ...shownConditions, name: Type.String({ description: NAME }) };
/** What all that hold sometimes show; rates are built on it in the document (names.ts, BASES). */
export const RateConditions = Type.Object(shownConditions, {
  description:
    'When a price holds: where all of these do. Dates and bounds are included, and each may be absent',
});

const tripRate = {
  name,
  ...conditions,
  startTimes: Type.Optional(
    Type.Array(StartTime, {
      minItems: 1,
      maxItems: 96,
      uniqueItems: true,
      description: "Some of the trip kind's `startTimes`",
    }),
  ),
  price: DailyAmount('Price of the trip instead of its own, decimal', [110]),
  guestPrices: Type.Optional(
    Type.Array(GuestPrice, {
      maxItems: GUEST_KINDS.length,
      description: 'Where a kind of guests adds something else',
    }),
  ),
};
const TRIP_RATE = 'Another price of a trip kind, where all of its conditions hold; at least one is there';
export const TripRateInput = Type.Object(tripRate, { additionalProperties: false, description: TRIP_RATE });
export const TripRate = Type.Object({ ...tripRate, ...shown }, { description: TRIP_RATE });

const TRIP_RATES = { maxItems: MAX_RATES, description: 'Other prices, the first that holds; else `price`' };
export const TripRatesInput = Type.Array(TripRateInput, TRIP_RATES);
export const TripRates = Type.Array(TripRate, TRIP_RATES);

const dayRate = {
  name,
  ...conditions,
  minDays: Type.Optional(TripLength),
  maxDays: Type.Optional(TripLength),
  price: DailyAmount('Price of the day, decimal', [120]),
};
const DAY_RATE =
  'Another price of a whole day, where all of its conditions hold: dates and weekdays of each day, the others of the trip; at least one is there';
export const DayRateInput = Type.Object(dayRate, { additionalProperties: false, description: DAY_RATE });
export const DayRate = Type.Object({ ...dayRate, ...shown }, { description: DAY_RATE });

const DAY_RATES = {
  maxItems: MAX_RATES,
  description: 'Other prices of whole days, the first that holds; else the season, the weekend or `dayRate`',
};
export const DayRatesInput = Type.Array(DayRateInput, DAY_RATES);
export const DayRates = Type.Array(DayRate, DAY_RATES);
