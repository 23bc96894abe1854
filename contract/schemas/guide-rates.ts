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
  description: 'Agencies that it is for, by merchant key; nobody else sees the rate. Absent: it is for all',
};
const AGENCY = 'The merchant key of an agency';
const agency = Line(64, { description: AGENCY, examples: ['mk_sandbox_agency'] });

const count = (minimum: number, maximum: number, description: string) =>
  Type.Optional(Type.Integer({ minimum, maximum, description }));
const conditions = {
  startDate: Type.Optional(CalendarDate),
  endDate: Type.Optional(CalendarDate),
  weekdays: Type.Optional(
    Type.Array(Weekday, {
      minItems: 1,
      maxItems: 6,
      uniqueItems: true,
      description: 'Days on which a trip begins, or whole days are',
    }),
  ),
  minGuests: count(1, 500, 'Guests of one party at least'),
  maxGuests: count(1, 500, 'Guests of one party at most'),
  minDaysBefore: count(1, 550, 'Booked so many days before the trip at least, where the guide is'),
  maxDaysBefore: count(0, 550, 'Booked so many days before the trip at most; 0: on its day'),
  bookedFrom: Type.Optional(CalendarDate),
  bookedUntil: Type.Optional(CalendarDate),
  agencies: Type.Optional(Type.Array(agency, AGENCIES)),
};
const NAME = 'Shown beside the price';
const name = Line(60, { description: NAME, examples: ['Summer weekends'] });
/** Text that was written under rules of before is shown as it is. */
const shown = {
  name: Type.String({ description: NAME }),
  agencies: Type.Optional(Type.Array(Type.String({ description: AGENCY }), AGENCIES)),
};

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
const TRIP_RATE =
  'Another price of a trip kind, where all of its conditions hold: a season (`startDate` and `endDate`, both included, either ' +
  'may be left out), weekdays, start times, the size of the party, how long before the trip and when it is booked (`bookedFrom` and `bookedUntil`, both included), the agency. At least one condition is there';
export const TripRateInput = Type.Object(tripRate, { additionalProperties: false, description: TRIP_RATE });
export const TripRate = Type.Object({ ...tripRate, ...shown }, { description: TRIP_RATE });

const TRIP_RATES = {
  maxItems: MAX_RATES,
  description:
    'Other prices by season, weekday, start time, size of the party and days until the trip: the first that holds; where none does, `price`',
};
export const TripRatesInput = Type.Array(TripRateInput, TRIP_RATES);
export const TripRates = Type.Array(TripRate, TRIP_RATES);

const dayRate = {
  name,
  ...conditions,
  minDays: count(1, MAX_TRIP_DAYS, 'Days of the trip at least'),
  maxDays: count(1, MAX_TRIP_DAYS, 'Days of the trip at most'),
  price: DailyAmount('Price of the day, decimal', [120]),
};
const DAY_RATE =
  'Another price of a whole day, where all of its conditions hold: season and weekdays are asked of each day; the size of the party, ' +
  'the days of the trip, how long before it and when it is booked (`bookedFrom` and `bookedUntil`, both included) and the agency of the trip. At least one condition is there';
export const DayRateInput = Type.Object(dayRate, { additionalProperties: false, description: DAY_RATE });
export const DayRate = Type.Object({ ...dayRate, ...shown }, { description: DAY_RATE });

const DAY_RATES = {
  maxItems: MAX_RATES,
  description:
    'Other prices of whole days: for each day the first that holds; where none does, the season, the weekend or `dayRate`',
};
export const DayRatesInput = Type.Array(DayRateInput, DAY_RATES);
export const DayRates = Type.Array(DayRate, DAY_RATES);
