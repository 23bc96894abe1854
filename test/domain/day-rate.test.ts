import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { calendarPrices, priceOf } from '../../domain/price.ts';
import { addDays } from '../../domain/trip.ts';
import type { DayRate } from '../../domain/trip-details.ts';
import { ratesForParty } from '../../domain/trip-rate.ts';
import { WEEKDAYS } from '../../domain/weekday.ts';

const amount = fc.integer({ min: 0, max: 10 ** 9 });
const day = fc.nat(40).map((shift) => addDays('2027-03-01', shift));
const sometimes = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
const weekdays = fc.subarray([...WEEKDAYS], { minLength: 1 });
const rate = fc.record({
  name: fc.string({ minLength: 1, maxLength: 8 }),
  startDate: sometimes(day),
  endDate: sometimes(day),
  weekdays: sometimes(weekdays),
  minGuests: sometimes(fc.integer({ min: 1, max: 6 })),
  maxGuests: sometimes(fc.integer({ min: 1, max: 6 })),
  minDaysBefore: sometimes(fc.integer({ min: 1, max: 9 })),
  maxDaysBefore: sometimes(fc.nat(9)),
  bookedFrom: sometimes(day),
  bookedUntil: sometimes(day),
  minDays: sometimes(fc.integer({ min: 1, max: 8 })),
  maxDays: sometimes(fc.integer({ min: 1, max: 8 })),
  price: amount,
}) satisfies fc.Arbitrary<DayRate>;
const terms = fc.record({
  dayRate: amount,
  dayRates: fc.array(rate, { maxLength: 5 }),
  seasonalRates: fc
    .option(fc.record({ startDate: day, length: fc.nat(9), dayRate: amount }))
    .map((season) =>
      season === null ? [] : [{ ...season, endDate: addDays(season.startDate, season.length) }],
    ),
  weekendRate: fc.option(fc.record({ weekdays, dayRate: amount })),
  guestSurcharge: fc.option(fc.record({ fromGuest: fc.integer({ min: 2, max: 4 }), amountPerDay: amount })),
});
type Terms = typeof terms extends fc.Arbitrary<infer T> ? T : never;

/** The documented rules once more: a list of exclusions, and the calendar of JavaScript. */
function expected(
  offer: Terms,
  date: string,
  trip: { tripDays: number; guests: number; ahead: number; bookedOn: string },
) {
  const weekday = new Date(`${date}T12:00:00Z`)
    .toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' })
    .toLowerCase();
  const found = offer.dayRates.find(
    (one) =>
      ![
        one.startDate !== undefined && date < one.startDate,
        one.endDate !== undefined && date > one.endDate,
        one.weekdays !== undefined && !one.weekdays.some((name) => name === weekday),
        one.minGuests !== undefined && trip.guests < one.minGuests,
        one.maxGuests !== undefined && trip.guests > one.maxGuests,
        one.minDaysBefore !== undefined && trip.ahead < one.minDaysBefore,
        one.maxDaysBefore !== undefined && trip.ahead > one.maxDaysBefore,
        one.bookedFrom !== undefined && trip.bookedOn < one.bookedFrom,
        one.bookedUntil !== undefined && trip.bookedOn > one.bookedUntil,
        one.minDays !== undefined && trip.tripDays < one.minDays,
        one.maxDays !== undefined && trip.tripDays > one.maxDays,
      ].some(Boolean),
  );
  if (found) return { kind: 'day_rate', rateName: found.name, unitAmount: found.price };
  const season = offer.seasonalRates.find((one) => one.startDate <= date && date <= one.endDate);
  if (season) return { kind: 'seasonal_rate', rateName: undefined, unitAmount: season.dayRate };
  const isWeekend = offer.weekendRate?.weekdays.some((name) => name === weekday);
  if (isWeekend) return { kind: 'weekend_rate', rateName: undefined, unitAmount: offer.weekendRate!.dayRate };
  return { kind: 'day_rate', rateName: undefined, unitAmount: offer.dayRate };
}

test('each day has the price of the first rate that holds, else of season, weekend or day rate, and lines are as long as can be', () => {
  fc.assert(
    fc.property(
      terms,
      day,
      fc.integer({ min: 1, max: 10 }),
      fc.integer({ min: 1, max: 7 }),
      fc.nat(12),
      (offer, tripDate, tripDays, guests, ahead) => {
        const trip = { tripDate, tripDays, guestCount: guests, daysBefore: ahead };
        const { totalAmount, lines } = priceOf(offer, trip);
        const days = lines
          .filter(({ kind }) => kind !== 'guest_surcharge')
          .flatMap(({ startDate, days: count, kind, rateName, unitAmount }) =>
            Array.from({ length: count }, (_, at) => [
              addDays(startDate, at),
              { kind, rateName, unitAmount },
            ]),
          );
        const wanted = Array.from({ length: tripDays }, (_, at) => addDays(tripDate, at));
        const bookedOn = addDays(tripDate, -ahead);
        expect(days).toEqual(
          wanted.map((date) => [date, expected(offer, date, { tripDays, guests, ahead, bookedOn })]),
        );
        expect(lines.reduce((sum, line) => sum + line.amount, 0)).toBe(totalAmount);
        for (const line of lines) expect(line.amount).toBe(line.days * (line.guests ?? 1) * line.unitAmount);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('neighbouring days of one rate make one line, also of rates with one price', () => {
  const offer = {
    dayRate: 10,
    seasonalRates: [],
    dayRates: [
      { name: 'Fridays', weekdays: ['friday'] as const, price: 10 },
      { name: 'Weekends', weekdays: ['saturday', 'sunday'] as const, price: 10 },
    ],
  };
  const { lines } = priceOf(offer, { tripDate: '2027-05-06', tripDays: 5, guestCount: 1, daysBefore: 0 });
  expect(lines.map(({ kind, rateName, days }) => [kind, rateName, days])).toEqual([
    ['day_rate', undefined, 1],
    ['day_rate', 'Fridays', 1],
    ['day_rate', 'Weekends', 2],
    ['day_rate', undefined, 1],
  ]);
});

test("a calendar's price is one guest's who books now", () => {
  const offer = {
    dayRate: 100,
    minDays: null,
    minGuests: null,
    seasonalRates: [],
    offers: [],
    dayRates: [
      { name: 'Groups', minGuests: 2, price: 1 },
      { name: 'Long', minDays: 2, price: 2 },
      { name: 'Early', minDaysBefore: 3, price: 3 },
    ],
  };
  // Where the guide is, it is the 2nd already.
  const priceOn = calendarPrices(offer, 'Asia/Tokyo', new Date('2027-05-01T20:00:00Z'));
  expect(['2027-05-02', '2027-05-04', '2027-05-05'].map(priceOn)).toEqual([100, 100, 3]);
  expect(
    calendarPrices({ ...offer, minDays: 2 }, 'Asia/Tokyo', new Date('2027-05-01T20:00:00Z'))('2027-05-02'),
  ).toBe(2);
});

test('what one day alone can cost one guest alone leaves longer trips out', () => {
  const long = { name: 'Long', minDays: 2, price: 2 };
  const short = { name: 'Short', maxDays: 2, price: 2 };
  expect(ratesForParty([long, short], '2027-05-01', 1)).toEqual([short]);
});
