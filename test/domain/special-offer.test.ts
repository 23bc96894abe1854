import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { offerFor, offerShownTo } from '../../domain/contract-rates.ts';
import { calendarPrices, priceByRate, priceOf } from '../../domain/price.ts';
import { priceAsBooked } from '../../domain/sandbox.ts';
import { bestOffer, isOfKind, reductionBy } from '../../domain/special-offer.ts';
import type { SpecialOffer } from '../../domain/trip-details.ts';
import { canMeet } from '../../domain/trip-rate.ts';

const NAME = { name: 'Offer' };
const amount = fc.integer({ min: 0, max: 10 ** 9 });
const special: fc.Arbitrary<SpecialOffer> = fc.oneof(
  fc.integer({ min: 1, max: 100 }).map((percent) => ({ ...NAME, percent })),
  fc.integer({ min: 1, max: 10 ** 9 }).map((off) => ({ ...NAME, amount: off })),
);
const least = fc.option(amount);

describe('an offer', () => {
  const kind = { tripKindId: 'walk', name: 'A walk', durationMinutes: 60, startTimes: ['09:00'] };
  const priced = fc.record({
    dayRate: amount,
    tripDays: fc.integer({ min: 1, max: 60 }),
    leastPrice: least,
    guests: amount,
    isOfDays: fc.boolean(),
  });
  type Priced = typeof priced extends fc.Arbitrary<infer Value> ? Value : never;
  const priceLess = ({ dayRate, tripDays, leastPrice, guests, isOfDays }: Priced, offer?: SpecialOffer) => {
    const guestKinds = [{ kind: 'adult' as const, amount: guests }];
    const counted = [{ kind: 'adult' as const, count: 2 }];
    if (!isOfDays) {
      const trip = { ...kind, price: dayRate, ...(leastPrice !== null && { leastPrice }) };
      return priceByRate({ guestKinds }, trip, undefined, '2027-03-20', counted, offer);
    }
    const terms = { dayRate, dayRates: [], seasonalRates: [], guestKinds, leastPrice };
    const trip = { tripDate: '2027-03-20', tripDays, guestCount: 2, daysBefore: 0 };
    return priceOf(terms, trip, counted, offer);
  };

  test('takes one line off, lines sum to the total, and nothing comes below nothing or the least price', () => {
    fc.assert(
      fc.property(priced, special, (trip, offer) => {
        const [before, after] = [priceLess(trip), priceLess(trip, offer)];
        expect(after.lines.reduce((sum, line) => sum + line.amount, 0)).toBe(after.totalAmount);
        expect(after.totalAmount).toBeGreaterThanOrEqual(trip.leastPrice ?? 0);
        expect(after.totalAmount).toBeLessThanOrEqual(before.totalAmount);
        expect(after.lines.slice(0, before.lines.length)).toEqual(before.lines);
        const taken = before.totalAmount - after.totalAmount;
        expect(after.lines.slice(before.lines.length)).toEqual(
          taken === 0
            ? []
            : [
                expect.objectContaining({
                  ...{ kind: 'trip_rate', offerName: 'Offer', days: 1, unitAmount: -taken, amount: -taken },
                }),
              ],
        );
      }),
    );
  });

  test('takes what it says, or what there is', () => {
    fc.assert(
      fc.property(priced, special, (trip, offer) => {
        const { totalAmount } = priceLess(trip);
        const wanted = offer.amount ?? (totalAmount * (offer.percent ?? 0)) / 100;
        const most = totalAmount - (trip.leastPrice ?? 0);
        const taken = totalAmount - priceLess(trip, offer).totalAmount;
        expect(Math.abs(taken - Math.min(wanted, most))).toBeLessThanOrEqual(0.5);
      }),
    );
  });

  test('where a sandbox guide raises its price, the total is never below nothing', () => {
    fc.assert(
      fc.property(priced, special, (trip, offer) => {
        const { totalAmount, lines } = priceAsBooked(priceLess(trip, offer), 'raise_price');
        expect(totalAmount).toBeGreaterThanOrEqual(0);
        expect(lines.reduce((sum, line) => sum + line.amount, 0)).toBe(totalAmount);
      }),
    );
  });
});

test.each([
  [50, 1, 0],
  [150, 1, 2],
  [250, 1, 2],
  [1_999, 33, 660],
  [1, 100, 1],
])('of %d, %d percent are %d: halves go to the even one, as everywhere', (total, percent, taken) => {
  expect(reductionBy({ ...NAME, percent }, total, null)).toBe(taken);
});

describe('which one holds', () => {
  const trip = { tripDate: '2027-05-01', tripDays: 1, guestCount: 2, daysBefore: 5 };
  const offers: SpecialOffer[] = [
    { name: 'Code', code: 'CODE', percent: 1, minGuests: 2 },
    { name: 'Others', agencies: ['mk_one'], percent: 2 },
    { name: 'Friday', weekdays: ['friday'], percent: 3 },
    { name: 'All', percent: 4 },
  ];
  test.each([
    ['the first without a code', trip, undefined, 'All'],
    ['that of the code', trip, 'code', 'Code'],
    ['without that of the code, the first without one', { ...trip, guestCount: 1 }, 'code', 'All'],
    ['by the first day', { ...trip, tripDate: '2027-04-30' }, undefined, 'Friday'],
    ['not by a later day', { ...trip, tripDate: '2027-04-29', tripDays: 2 }, undefined, 'All'],
  ])('%s', (_case, asked, code, name) => {
    expect(bestOffer(offers, asked, code)?.name).toBe(name);
  });
  test('nobody is shown a code, and an agency sees itself alone', () => {
    const terms = { timeZone: 'Europe/Lisbon', dayRates: [], tripKinds: [], stopSales: [], allotments: [] };
    const guide = { ...terms, offers };
    const now = new Date('2027-04-01T12:00:00Z');
    const shown = offerShownTo(guide, 'mk_one').offers;
    expect(shown.map(({ name }) => name)).toEqual(['Others', 'Friday', 'All']);
    expect(offerShownTo(guide, 'mk_two').offers.map(({ name }) => name)).toEqual(['Friday', 'All']);
    expect(bestOffer(offerFor(guide, 'mk_one', now).offers, trip, undefined)?.name).toBe('Others');
    expect(bestOffer(offerFor(guide, 'mk_two', now).offers, trip, undefined)?.name).toBe('All');
  });
  test.each([
    [{}, true, true],
    [{ tripKindIds: ['walk'] }, false, true],
    [{ tripKindIds: ['bay'] }, false, false],
    [{ tripKindIds: ['walk'], wholeDays: true }, true, true],
    [{ wholeDays: true }, true, false],
    [{ wholeDays: false }, false, true],
  ])('of %j whole days have it: %s, a walk: %s', (one, ofDays, ofWalk) => {
    expect([isOfKind(one, undefined), isOfKind(one, 'walk')]).toEqual([ofDays, ofWalk]);
  });
});

test('the day of a calendar has what needs no code, down to the least price', () => {
  const offers: SpecialOffer[] = [
    { name: 'Code', code: 'CODE', percent: 90 },
    { name: 'Hours', percent: 80, wholeDays: false },
    { name: 'Soon', amount: 70, maxDaysBefore: 3 },
  ];
  const own = { dayRate: 100, dayRates: [], seasonalRates: [], minGuests: null, offers };
  const priceOn = (day: string, more: object = {}) =>
    calendarPrices({ ...own, minDays: 1, ...more }, 'Asia/Tokyo', new Date('2027-05-01T20:00:00Z'))(day);
  expect([priceOn('2027-05-05'), priceOn('2027-05-06')]).toEqual([30, 100]);
  expect(priceOn('2027-05-05', { leastPrice: 50 })).toBe(50);
  expect(priceOn('2027-05-05', { minDays: 2 })).toBe(100);
});

test.each([
  [{ startDate: '2027-05-01' }, { endDate: '2027-04-30' }, false],
  [{ startDate: '2027-05-01', endDate: '2027-05-03' }, { startDate: '2027-05-03' }, true],
  [{ weekdays: ['friday' as const] }, { weekdays: ['monday' as const] }, false],
  [{ weekdays: ['friday' as const] }, {}, true],
  [{ minDaysBefore: 30 }, { maxDaysBefore: 29 }, false],
  [{ bookedUntil: '2027-05-01' }, { bookedFrom: '2027-05-02' }, false],
])('%j and %j can hold together: %s', (one, two, expected) => {
  expect([canMeet(one, two), canMeet(two, one)]).toEqual([expected, expected]);
});
