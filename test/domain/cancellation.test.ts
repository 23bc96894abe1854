import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { CANCELLATION_PRESETS, type CancellationCase, quoteCancellation } from '../../domain/cancellation.ts';

const confirmed: CancellationCase = {
  by: 'merchant',
  status: 'confirmed',
  totalAmount: 10_001,
  tripDate: '2027-05-20',
  tripStartAt: new Date('2027-05-20T09:00:00Z'),
  timeZone: 'Europe/Lisbon',
  policy: CANCELLATION_PRESETS.moderate,
};

describe('cancelling under the moderate policy', () => {
  test.each([
    ['a week and more before', '2027-05-12T22:59:59Z', 10_001, 0],
    ['two to seven days before', '2027-05-12T23:00:00Z', 5_000, 5_001],
    ['later', '2027-05-17T23:00:00Z', 0, 10_001],
  ])('%s the trip', (_when, at, refundAmount, feeAmount) => {
    expect(quoteCancellation(confirmed, new Date(at))).toMatchObject({ refundAmount, feeAmount });
  });

  test('the quote tells when the refund falls next', () => {
    const quote = quoteCancellation(confirmed, new Date('2027-01-01T00:00:00Z'));
    expect(quote.nextChangeAt?.toISOString()).toBe('2027-05-12T23:00:00.000Z');
  });
});

test('while the order is pending everything comes back', () => {
  const quote = quoteCancellation({ ...confirmed, status: 'pending' }, new Date('2027-05-19T00:00:00Z'));
  expect(quote).toMatchObject({ refundAmount: 10_001, feeAmount: 0 });
});

test.each(['studio', 'operator', 'platform'] as const)('when the %s cancels everything comes back', (by) => {
  const quote = quoteCancellation({ ...confirmed, by }, new Date('2027-05-19T20:00:00Z'));
  expect(quote).toMatchObject({ refundAmount: 10_001, feeAmount: 0, nextChangeAt: undefined });
});

test('a refund never exceeds the total and never rises as the trip nears', () => {
  const policies = fc.constantFrom(...Object.values(CANCELLATION_PRESETS));
  const instants = fc.date({
    min: new Date('2027-01-01'),
    max: new Date('2027-06-01'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(
      policies,
      fc.integer({ min: 0, max: 10 ** 9 }),
      instants,
      instants,
      (policy, totalAmount, a, b) => {
        const [earlier, later] = a < b ? [a, b] : [b, a];
        const before = quoteCancellation({ ...confirmed, policy, totalAmount }, earlier);
        const after = quoteCancellation({ ...confirmed, policy, totalAmount }, later);
        expect(before.refundAmount).toBeLessThanOrEqual(totalAmount);
        expect(after.refundAmount).toBeLessThanOrEqual(before.refundAmount);
        expect(before.refundAmount + before.feeAmount).toBe(totalAmount);
      },
    ),
  );
});

describe('tiers in hours', () => {
  const policy = {
    preset: 'custom',
    tiers: [
      { daysBefore: 1, hoursBefore: 24, refundShare: 10_000 },
      { daysBefore: 0, hoursBefore: 4, refundShare: 5_000 },
    ],
  } as const;
  test.each([
    ['a day and more before', '2027-05-19T08:59:59Z', 10_001],
    ['less than a day before', '2027-05-19T09:00:00Z', 5_000],
    ['less than four hours before', '2027-05-20T05:00:00Z', 0],
  ])('count from the start: %s', (_when, at, refundAmount) => {
    expect(quoteCancellation({ ...confirmed, policy }, new Date(at))).toMatchObject({ refundAmount });
  });

  test('count from the start that a confirmed trip was moved away from', () => {
    const moved = { ...confirmed, policy, policyStartAt: new Date('2027-05-20T09:00:00Z') };
    const later = { ...moved, tripStartAt: new Date('2027-05-20T18:00:00Z') };
    expect(quoteCancellation(later, new Date('2027-05-20T06:00:00Z'))).toMatchObject({ refundAmount: 0 });
  });
});
