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
  description: 'Merchant keys of the agencies that it is for; absent: all',
};

const count = (minimum: number, maximum: number, description: string) =>
  Type.Optional(Type.Integer({ minimum, maximum, description }));
/** Bounds: the member's name says whether it is the least or the most. */
export const PartySize = Type.Integer({
  minimum: 1,
  maximum: 500,
  description: 'Number of guests in one party',
});
export const TripLength = Type.Integer({
  minimum: 1,
  maximum: MAX_TRIP_DAYS,
  description: 'Number of days of a trip',
});
export const RateWeekdays = Type.Array(Weekday, {
  minItems: 1,
  maxItems: 6,
  uniqueItems: true,
  description: "Weekdays on which the trip begins; for whole days, each day's own",
});

export const AgencyKeys = Type.Array(Line(64), AGENCIES);

export const conditions = {
  startDate: Type.Optional(CalendarDate),
  endDate: Type.Optional(CalendarDate),
  weekdays: Type.Optional(RateWeekdays),
  minGuests: Type.Optional(PartySize),
  maxGuests: Type.Optional(PartySize),
  minDaysBefore: count(1, 550, 'Booked at least this many days ahead'),
  maxDaysBefore: count(0, 550, 'Booked at most this many days ahead'),
  bookedFrom: Type.Optional(CalendarDate),
  bookedUntil: Type.Optional(CalendarDate),
  agencies: Type.Optional(AgencyKeys),
};
const NAME = 'Shown with the price';
const name = Line(60, { description: NAME, examples: ['Summer weekends'] });
/** Text that was written under rules of before is shown as it is. */
export const shownConditions = {
  ...conditions,
  agencies: Type.Optional(Type.Array(Type.String(), AGENCIES)),
};
const shown = { ...shownConditions, name: Type.String({ description: NAME }) };
/** What all that hold sometimes show; rates are built on it in the document (names.ts, BASES). */
export const RateConditions = Type.Object(shownConditions, {
  description: 'Conditions, all of which must be met. Dates and limits are inclusive, and each can be absent',
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
      description: 'Where a kind of guest adds another amount',
    }),
  ),
};
const TRIP_RATE = 'Another price of a trip kind, if all of its conditions are met; it needs at least one';
export const TripRateInput = Type.Object(tripRate, { additionalProperties: false, description: TRIP_RATE });
export const TripRate = Type.Object({ ...tripRate, ...shown }, { description: TRIP_RATE });

const TRIP_RATES = {
  maxItems: MAX_RATES,
  description: 'Other prices: the first one that applies, otherwise `price`',
};
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
  'Another price of a whole day, if all of its conditions are met: dates and weekdays by each day, the others by the trip; it needs at least one';
export const DayRateInput = Type.Object(dayRate, { additionalProperties: false, description: DAY_RATE });
export const DayRate = Type.Object({ ...dayRate, ...shown }, { description: DAY_RATE });

const DAY_RATES = {
  maxItems: MAX_RATES,
  description:
    "Other prices of whole days: the first one that applies, otherwise the season's, the weekend's or `dayRate`",
};
export const DayRatesInput = Type.Array(DayRateInput, DAY_RATES);
export const DayRates = Type.Array(DayRate, DAY_RATES);
