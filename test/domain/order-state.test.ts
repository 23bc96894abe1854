import { describe, expect, test } from '@jest/globals';
import {
  availableActions,
  isLive,
  ORDER_STATES,
  TIMED_TRIGGERS,
  TRANSITIONS,
  transitionFor,
  triggerOf,
} from '../../domain/order-state.ts';

describe('the transition table', () => {
  test('a closed order has no way out', () => {
    const fromClosed = TRANSITIONS.filter(({ from }) => !isLive(from));
    expect(fromClosed).toEqual([]);
  });

  test('a trigger makes at most one move from a state', () => {
    const pairs = TRANSITIONS.map(({ from, trigger }) => `${from} ${trigger}`);
    expect(new Set(pairs).size).toBe(pairs.length);
  });

  test('the clock can move every live state', () => {
    const moved = ORDER_STATES.filter(isLive).map((state) => {
      const trigger = TIMED_TRIGGERS[state as keyof typeof TIMED_TRIGGERS];
      return transitionFor(state, trigger)?.by;
    });
    expect(moved).toEqual(['platform', 'platform', 'platform']);
  });

  test('an operator can cancel every live state', () => {
    const cancellable = ORDER_STATES.filter((state) => transitionFor(state, 'cancelByOperator'));
    expect(cancellable).toEqual(['pending', 'confirmed', 'in_progress']);
  });
});

describe('available actions', () => {
  test.each([
    ['pending', 'merchant', ['cancel']],
    ['pending', 'studio', ['confirm', 'reject']],
    ['confirmed', 'merchant', ['cancel']],
    ['confirmed', 'studio', ['start', 'cancel']],
    ['in_progress', 'merchant', []],
    ['in_progress', 'studio', ['complete']],
    ['completed', 'studio', []],
    ['cancelled', 'merchant', []],
  ] as const)('of a %s order for the %s are %j', (state, actor, actions) => {
    expect(availableActions(state, actor)).toEqual(actions);
  });

  test('a studio that cancels withdraws, which gives everything back', () => {
    expect(triggerOf('cancel', 'studio')).toBe('withdraw');
    expect(transitionFor('confirmed', 'withdraw')?.reason).toBe('withdrawn_by_studio');
  });
});
