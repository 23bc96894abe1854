import { expect, test } from '@jest/globals';
import { policyDateAfter, priceAfter, shownState } from '../../domain/order-change.ts';

const AT = new Date('2027-05-01T12:00:00Z');
/** Half of it comes back until ten days before. */
const POLICY = { preset: 'custom', tiers: [{ daysBefore: 10, refundShare: 5_000 }] } as const;
const line = (amount: number) =>
  ({
    kind: 'day_rate',
    startDate: '2027-06-01',
    endDate: '2027-06-01',
    days: 1,
    unitAmount: amount,
    amount,
  }) as const;
const order = (changes: object = {}) => ({
  ...({ status: 'confirmed', tripDate: '2027-06-01', timeZone: 'UTC', totalAmount: 10_000 } as const),
  ...{
    tripStartAt: new Date('2027-06-01T00:00:00Z'),
    priceBreakdown: [line(10_000)],
    cancellationPolicy: POLICY,
  },
  ...changes,
});
const price = (amount: number) => ({ totalAmount: amount, lines: [line(amount)] });

test('of what is saved a confirmed order gives back its share, a pending one everything', () => {
  expect(priceAfter(order(), price(6_001), AT)).toMatchObject({
    totalAmount: 8_000,
    changeFee: 1_999,
    difference: -2_000,
  });
  expect(priceAfter(order({ status: 'pending' }), price(6_001), AT)).toMatchObject({
    totalAmount: 6_001,
    changeFee: 0,
  });
  const late = new Date('2027-05-30T00:00:00Z');
  expect(priceAfter(order(), price(6_000), late)).toMatchObject({ totalAmount: 10_000, changeFee: 4_000 });
});

test('no way of changing is cheaper than another: fees stay, and nothing is gained by going back and forth', () => {
  let changed = order();
  for (const amount of [6_000, 7_000, 6_000, 6_000, 7_000, 6_000]) {
    const { totalAmount, lines } = priceAfter(changed, price(amount), AT);
    expect(lines.reduce((sum, one) => sum + one.amount, 0)).toBe(totalAmount);
    expect(totalAmount).toBeGreaterThanOrEqual(8_000);
    changed = order({ totalAmount, priceBreakdown: lines });
  }
});

test('the price never falls below what was given back', () => {
  expect(priceAfter(order({ refundAmount: 9_000 }), price(1_000), AT)).toMatchObject({
    totalAmount: 9_000,
    changeFee: 8_000,
  });
});

test('the day that the policy counts from only moves ahead, and only once it is confirmed', () => {
  expect(policyDateAfter(order({ status: 'pending' }), '2027-09-01')).toBeNull();
  expect(policyDateAfter(order(), '2027-09-01')).toBe('2027-06-01');
  expect(policyDateAfter(order({ policyDate: '2027-05-20' }), '2027-05-25')).toBe('2027-05-20');
  expect(policyDateAfter(order({ policyDate: '2027-05-20' }), '2027-05-10')).toBe('2027-05-10');
});

test('a change that nobody answered in time, or whose order went on, is shown as expired', () => {
  const change = { status: 'requested', answerBy: new Date('2027-05-02T00:00:00Z') } as const;
  expect(shownState(change, 'confirmed', AT)).toBe('requested');
  expect(shownState(change, 'confirmed', new Date('2027-05-02T00:00:00Z'))).toBe('expired');
  expect(shownState(change, 'in_progress', AT)).toBe('expired');
  expect(shownState({ ...change, status: 'applied' }, 'cancelled', AT)).toBe('applied');
});
