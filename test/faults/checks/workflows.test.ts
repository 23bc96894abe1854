/** The check of histories is shown what a workflow may come to know, and then what it must not. */
import { expect, test } from '@jest/globals';
import type { OrderState } from '../../../domain/order-state.ts';
import type { EventRow } from '../facts.ts';
import { historyDiffers } from './workflows.ts';

const PATH: [OrderState, string][] = [
  ['pending', 'created'],
  ['confirmed', 'confirmed_by_studio'],
  ['confirmed', 'change_requested'],
  ['confirmed', 'change_expired'],
  ['in_progress', 'trip_started'],
  ['completed', 'trip_ended'],
];
const events: EventRow[] = PATH.map(([to_status, reason], index) => ({
  order_id: 'ORD1',
  sequence: index + 1,
  from_status: PATH[index - 1]?.[0] ?? null,
  to_status,
  reason,
  actor_kind: 'platform',
  actor_key: null,
  update_id: null,
  note: null,
}));

test.each([
  ['all of them', ['2 confirmed', '3 confirmed', '4 confirmed', '5 in_progress', '6 completed']],
  [
    'a change that ended with the move, as one',
    ['2 confirmed', '3 confirmed', '5 in_progress', '6 completed'],
  ],
  [
    'that end later, where it reads the order anew',
    ['2 confirmed', '3 confirmed', '5 in_progress', '4 confirmed', '6 completed'],
  ],
])('%s', (_what, seen) => {
  expect(historyDiffers(seen, events)).toBeUndefined();
});

test.each([
  ['a move that it never came to know', ['2 confirmed', '3 confirmed', '5 in_progress']],
  [
    'a move that is not in the books',
    ['2 confirmed', '3 confirmed', '5 in_progress', '6 completed', '7 cancelled'],
  ],
  ['another move in its place', ['2 cancelled', '3 confirmed', '5 in_progress', '6 completed']],
])('%s is a difference', (_what, seen) => {
  expect(historyDiffers(seen, events)).toMatch(/; books: 2 confirmed,3 confirmed,/);
});
