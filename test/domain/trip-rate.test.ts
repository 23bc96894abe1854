import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { priceOfHours } from '../../domain/price.ts';
import { addDays } from '../../domain/trip.ts';
import { GUEST_KINDS, type TripKind, type TripRate } from '../../domain/trip-details.ts';
import { countsParty, oneOfEachPrice, ratesForParty } from '../../domain/trip-rate.ts';
import { WEEKDAYS } from '../../domain/weekday.ts';

const STARTS = ['09:00', '14:00', '18:30'];
const amount = fc.integer({ min: 0, max: 10 ** 9 });
const day = fc.nat(400).map((shift) => addDays('2027-01-01', shift));
const sometimes = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
const guestPrices = fc.uniqueArray(fc.record({ kind: fc.constantFrom(...GUEST_KINDS), amount }), {
  selector: ({ kind }) => kind,
  maxLength: 3,
});
const daysBefore = fc.nat(12);
const rate: fc.Arbitrary<TripRate> = fc.record({
  name: fc.string({ minLength: 1, maxLength: 8 }),
  startDate: sometimes(day),
  endDate: sometimes(day),
  weekdays: sometimes(fc.subarray([...WEEKDAYS], { minLength: 1 })),
  startTimes: sometimes(fc.subarray(STARTS, { minLength: 1 })),
  minGuests: sometimes(fc.integer({ min: 1, max: 6 })),
  maxGuests: sometimes(fc.integer({ min: 1, max: 6 })),
  minDaysBefore: sometimes(fc.integer({ min: 1, max: 9 })),
  maxDaysBefore: sometimes(fc.nat(9)),
  bookedFrom: sometimes(day),
  bookedUntil: sometimes(day),
  price: amount,
  guestPrices: sometimes(guestPrices),
});
const kind: fc.Arbitrary<TripKind> = fc.record({
  tripKindId: fc.constant('walk'),
  name: fc.constant('A walk'),
  durationMinutes: fc.constant(60),
  startTimes: fc.constant(STARTS),
  price: amount,
  leastPrice: sometimes(fc.integer({ min: 0, max: 2 * 10 ** 9 })),
  guestPrices: sometimes(guestPrices),
  rates: sometimes(fc.array(rate, { maxLength: 5 })),
});
const guests = fc.uniqueArray(
  fc.record({ kind: fc.constantFrom(...GUEST_KINDS), count: fc.integer({ min: 1, max: 3 }) }),
  { selector: (one) => one.kind, minLength: 1, maxLength: 3 },
);

/** The documented rules once more, by another way: what each rate excludes, and the calendar of JavaScript. */
function expected(
  offer: TripKind,
  date: string,
  time: string,
  party: readonly { kind: string; count: number }[],
  own: Record<string, number>,
  ahead: number,
) {
  const size = party.reduce((sum, { count }) => sum + count, 0);
  const weekday = new Date(`${date}T12:00:00Z`).toLocaleDateString('en-US', {
    weekday: 'long',
    timeZone: 'UTC',
  });
  let found: TripRate | undefined;
  for (const one of offer.rates ?? []) {
    if (one.startDate && date < one.startDate) continue;
    if (one.endDate && date > one.endDate) continue;
    if (one.weekdays && !one.weekdays.some((name) => name === weekday.toLowerCase())) continue;
    if (one.startTimes && one.startTimes.indexOf(time) < 0) continue;
    if (one.minGuests && size < one.minGuests) continue;
    if (one.maxGuests && size > one.maxGuests) continue;
    if (one.minDaysBefore && ahead < one.minDaysBefore) continue;
    if (one.maxDaysBefore !== undefined && ahead > one.maxDaysBefore) continue;
    const bookedOn = new Date(Date.parse(date) - ahead * 86_400_000).toISOString().slice(0, 10);
    if (one.bookedFrom && bookedOn < one.bookedFrom) continue;
    if (one.bookedUntil && bookedOn > one.bookedUntil) continue;
    found = one;
    break;
  }
  const prices = Object.assign({}, own);
  for (const from of [offer, found])
    for (const price of from?.guestPrices ?? []) prices[price.kind] = price.amount;
  const each = party.reduce((sum, guest) => sum + guest.count * (prices[guest.kind] ?? 0), 0);
  const sum = (found ?? offer).price + each;
  return {
    total: offer.leastPrice && offer.leastPrice > sum ? offer.leastPrice : sum,
    rateName: found?.name,
  };
}

test('the price is that of the first rate that holds, else the own one, and names it', () => {
  fc.assert(
    fc.property(
      kind,
      day,
      fc.constantFrom(...STARTS),
      guests,
      guestPrices,
      daysBefore,
      (offer, tripDate, startTime, party, own, ahead) => {
        const guestCount = party.reduce((sum, { count }) => sum + count, 0);
        const terms = { guestKinds: own };
        const trip = { tripDate, startTime, guestCount, daysBefore: ahead };
        const { totalAmount, lines } = priceOfHours(terms, offer, trip, party);
        const amounts = Object.fromEntries(own.map((one) => [one.kind, one.amount]));
        const { total, rateName } = expected(offer, tripDate, startTime, party, amounts, ahead);
        expect(totalAmount).toBe(total);
        expect(lines[0]).toMatchObject({ kind: 'trip_rate', days: 1, amount: lines[0]!.unitAmount });
        expect(lines[0]!.rateName).toBe(rateName);
        expect(lines.reduce((sum, line) => sum + line.amount, 0)).toBe(totalAmount);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('one start of each price has every price of the day, in their order', () => {
  fc.assert(
    fc.property(
      kind,
      day,
      fc.integer({ min: 1, max: 6 }),
      daysBefore,
      (offer, tripDate, guestCount, ahead) => {
        const party = { tripDate, guestCount, daysBefore: ahead };
        const priceAt = (startTime: string) =>
          priceOfHours({}, offer, { ...party, startTime }, []).totalAmount;
        const some = oneOfEachPrice(offer, STARTS, party);
        expect(new Set(some.map(priceAt))).toEqual(new Set(STARTS.map(priceAt)));
        expect(some[0]).toBe(STARTS[0]);
      },
    ),
  );
});

describe('for one guest alone', () => {
  const [summer, party] = [
    { name: 'Summer', endDate: '2027-08-31', price: 5 },
    { name: 'Six', minGuests: 6, price: 4 },
  ];
  test('rates that are over, and those of larger parties, do not count', () => {
    expect(ratesForParty([summer, party], '2027-08-31', 1)).toEqual([summer]);
    expect(ratesForParty([summer, party], '2027-09-01', 1)).toEqual([]);
    expect(ratesForParty([], '2027-09-01', 1)).toEqual([]);
  });
  test('an early price counts as long as its season can be booked so early', () => {
    const early = { ...summer, minDaysBefore: 30 };
    expect(ratesForParty([early], '2027-08-01', 1)).toEqual([early]);
    expect(ratesForParty([early], '2027-08-02', 1)).toEqual([]);
  });
  test('a price that depends on the party is known as such', () => {
    expect([{ rates: [summer, party] }, { rates: [summer] }, {}].map(countsParty)).toEqual([
      true,
      false,
      false,
    ]);
  });
});
