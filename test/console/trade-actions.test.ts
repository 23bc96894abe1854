import { expect, test } from '@jest/globals';
import { type ActionFacts, actionsOf, leftToRefund } from '../../console/web/src/areas/trade/actions.ts';
import { availableActions, ORDER_STATES, type OrderState } from '../../domain/order-state.ts';

const START = '2027-05-10T08:00:00.000Z';
const LONG_BEFORE = Date.parse('2027-05-01T08:00:00Z');

function facts(
  status: OrderState,
  side: 'merchant' | 'studio',
  others: Partial<ActionFacts> = {},
): ActionFacts {
  const order = {
    status,
    availableActions: availableActions(status, side),
    openChange: null,
    refund: null,
    totalAmount: 100,
    tripStartAt: START,
  };
  return { order, side, mayWrite: true, isSandbox: false, isReviewed: false, now: LONG_BEFORE, ...others };
}

test('each side is offered what it can do in each state', () => {
  const offered = (side: 'merchant' | 'studio') =>
    Object.fromEntries(ORDER_STATES.map((status) => [status, actionsOf(facts(status, side))]));
  expect(offered('studio')).toEqual({
    pending: ['confirm', 'reject'],
    confirmed: ['refund', 'withdraw'],
    in_progress: ['complete', 'refund'],
    completed: ['refund'],
    cancelled: [],
  });
  expect(offered('merchant')).toEqual({
    pending: ['change', 'cancel'],
    confirmed: ['change', 'cancel'],
    in_progress: [],
    completed: ['review'],
    cancelled: [],
  });
});

test('a trip can be started from 24 hours before, in the sandbox at any time', () => {
  const dayBefore = Date.parse(START) - 24 * 3_600_000;
  expect(actionsOf(facts('confirmed', 'studio', { now: dayBefore - 1 }))).not.toContain('start');
  expect(actionsOf(facts('confirmed', 'studio', { now: dayBefore }))).toContain('start');
  expect(actionsOf(facts('confirmed', 'studio', { isSandbox: true }))).toContain('start');
});

test('who may only read is offered nothing', () => {
  const may = ORDER_STATES.flatMap((status) => actionsOf(facts(status, 'studio', { mayWrite: false })));
  expect(may).toEqual([]);
});

test('a trip is reviewed once', () => {
  expect(actionsOf(facts('completed', 'merchant', { isReviewed: true }))).toEqual([]);
});

test('what was given back once can not be given back again', () => {
  const refund = { amount: 60, fee: 40, currency: 'EUR' };
  expect(leftToRefund({ status: 'completed', refund, totalAmount: 100 })).toBe(40);
  expect(leftToRefund({ status: 'cancelled', refund, totalAmount: 100 })).toBe(0);
  const cents = { amount: 0.1, fee: 0.2, currency: 'EUR' };
  expect(leftToRefund({ status: 'completed', refund: cents, totalAmount: 0.3 })).toBe(0.2);
});
