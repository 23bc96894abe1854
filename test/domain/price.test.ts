import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cancellationSchedule, quoteCancellation } from '../../domain/cancellation.ts';
import { calendarPrices, priceByRate, priceOf } from '../../domain/price.ts';
import { addDays } from '../../domain/trip.ts';
import { startOfDay } from '../../domain/wall-time.ts';

const amount = fc.integer({ min: 0, max: 10 ** 9 });
const terms = fc
  .record({
    dayRate: amount,
    gaps: fc.array(
      fc.record({
        gap: fc.integer({ min: 1, max: 9 }),
        length: fc.integer({ min: 1, max: 9 }),
        dayRate: amount,
      }),
    ),
    guestSurcharge: fc.option(fc.record({ fromGuest: fc.integer({ min: 2, max: 8 }), amountPerDay: amount })),
  })
  .map(({ gaps, ...rest }) => ({ ...rest, dayRates: [], seasonalRates: seasonsOf(gaps) }));

function seasonsOf(gaps: readonly { gap: number; length: number; dayRate: number }[]) {
  let next = '2027-03-20';
  return gaps.map(({ gap, length, dayRate }) => {
    const startDate = addDays(next, gap);
    const endDate = addDays(startDate, length - 1);
    next = addDays(endDate, 1);
    return { startDate, endDate, dayRate };
  });
}

test('the breakdown sums to the total, covers every day once, and each line is what it says', () => {
  const days = fc.integer({ min: 1, max: 60 });
  fc.assert(
    fc.property(
      terms,
      days,
      fc.integer({ min: 1, max: 12 }),
      fc.nat(30),
      (price, tripDays, guests, shift) => {
        const { totalAmount, lines } = priceOf(price, {
          tripDate: addDays('2027-03-20', shift),
          tripDays,
          guestCount: guests,
          daysBefore: 0,
        });
        expect(lines.reduce((sum, line) => sum + line.amount, 0)).toBe(totalAmount);
        expect(Number.isSafeInteger(totalAmount)).toBe(true);
        const dayLines = lines.filter(({ kind }) => kind !== 'guest_surcharge');
        expect(dayLines.reduce((sum, line) => sum + line.days, 0)).toBe(tripDays);
        for (const line of lines) expect(line.amount).toBe(line.days * (line.guests ?? 1) * line.unitAmount);
      },
    ),
  );
});

describe('a least price', () => {
  const least = fc.option(fc.integer({ min: 0, max: 10 ** 10 }));
  const days = { tripDays: fc.integer({ min: 1, max: 60 }), guestCount: fc.integer({ min: 1, max: 12 }) };
  test('brings whole days up to it by one more line, and leaves what costs more as it is', () => {
    fc.assert(
      fc.property(terms, least, fc.record(days), (price, leastPrice, party) => {
        const trip = { ...party, tripDate: '2027-03-20', daysBefore: 0 };
        const plain = priceOf(price, trip);
        const { totalAmount, lines } = priceOf({ ...price, leastPrice }, trip);
        expect(totalAmount).toBe(Math.max(plain.totalAmount, leastPrice ?? 0));
        expect(lines.slice(0, plain.lines.length)).toEqual(plain.lines);
        const missing = totalAmount - plain.totalAmount;
        expect(lines.slice(plain.lines.length)).toEqual(
          missing === 0
            ? []
            : [
                {
                  ...{
                    kind: 'trip_rate',
                    toLeastPrice: true,
                    startDate: '2027-03-20',
                    endDate: '2027-03-20',
                    days: 1,
                  },
                  ...{ unitAmount: missing, amount: missing },
                },
              ],
        );
      }),
    );
  });

  const kind = { tripKindId: 'walk', name: 'Walk', durationMinutes: 60, startTimes: ['09:00'], price: 50 };
  const offer = { guestKinds: [{ kind: 'adult' as const, amount: 20 }] };
  test.each([
    ['none', undefined, 1, [50, 20]],
    ['below the price', 70, 1, [50, 20]],
    ['above it', 100, 1, [50, 20, 30]],
    ['that guests come up to', 100, 3, [50, 60]],
  ])('of a trip of hours: %s', (_case, leastPrice, count, amounts) => {
    const guests = [{ kind: 'adult' as const, count }];
    const { lines } = priceByRate(offer, { ...kind, leastPrice }, undefined, '2027-03-20', guests);
    expect(lines.map(({ amount: one }) => one)).toEqual(amounts);
  });
  test('holds where a rate does', () => {
    const rate = { name: 'Cheap', price: 5, agencies: ['mk_dear'] };
    const { totalAmount } = priceByRate(offer, { ...kind, leastPrice: 40 }, rate, '2027-03-20', []);
    expect(totalAmount).toBe(40);
  });
  test("is a calendar's price of a day, where the shortest trip is one", () => {
    const rates = { dayRates: [], seasonalRates: [], offers: [] };
    const own = { dayRate: 100, ...rates, leastPrice: 250, minGuests: null };
    const priceOn = (minDays: number | null) =>
      calendarPrices({ ...own, minDays }, 'Asia/Tokyo', new Date('2027-05-01T20:00:00Z'))('2027-05-04');
    expect([null, 1, 2].map(priceOn)).toEqual([250, 250, 100]);
  });
});

describe('custom tiers', () => {
  const policy = fc
    .uniqueArray(fc.record({ daysBefore: fc.nat(60), refundShare: fc.nat(10_000) }), {
      selector: ({ daysBefore }) => daysBefore,
      maxLength: 6,
    })
    .map((tiers) => {
      const shares = tiers.map(({ refundShare }) => refundShare).sort((a, b) => b - a);
      const days = tiers.map(({ daysBefore }) => daysBefore).sort((a, b) => b - a);
      return {
        preset: 'custom' as const,
        tiers: days.map((daysBefore, i) => ({ daysBefore, refundShare: shares[i]! })),
      };
    });
  // Trips around a change of the clocks, in zones that change at midnight, by half an hour, or not at all.
  const place = fc.constantFrom(
    ['Europe/Lisbon', '2027-03-28'],
    ['America/New_York', '2027-11-07'],
    ['Africa/Cairo', '2027-04-30'],
    ['Australia/Lord_Howe', '2027-04-04'],
    ['Asia/Kathmandu', '2027-03-28'],
  );

  test('never refund more than the total, never rise as the trip nears, and the schedule says the same', () => {
    const hours = fc.integer({ min: -24 * 70, max: 0 });
    fc.assert(
      fc.property(
        policy,
        place,
        amount,
        hours,
        hours,
        fc.nat(3),
        (tiers, [timeZone, day], totalAmount, a, b, shift) => {
          const tripDate = addDays(day!, shift);
          const start = startOfDay(tripDate, timeZone!).getTime();
          const tripStartAt = new Date(start);
          const order = { policy: tiers, timeZone: timeZone!, tripDate, tripStartAt, totalAmount };
          const [early, late] = [Math.min(a, b), Math.max(a, b)].map(
            (hour) => new Date(start + hour * 3_600_000),
          );
          const quotes = [early!, late!].map((at) =>
            quoteCancellation({ ...order, by: 'merchant', status: 'confirmed' }, at),
          );
          expect(quotes[0]!.refundAmount).toBeLessThanOrEqual(totalAmount);
          expect(quotes[1]!.refundAmount).toBeLessThanOrEqual(quotes[0]!.refundAmount);
          const schedule = cancellationSchedule(order, early!);
          expect(schedule[0]).toMatchObject({
            refundAmount: quotes[0]!.refundAmount,
            feeAmount: quotes[0]!.feeAmount,
          });
          expect(schedule.at(-1)).toMatchObject({ until: null, refundAmount: 0 });
        },
      ),
    );
  });
});
