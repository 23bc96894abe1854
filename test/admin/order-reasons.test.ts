import { expect, test } from '@jest/globals';
import { reasonsOf } from '../../services/operators/order-reasons.ts';

type Asked = Parameters<typeof reasonsOf>;
const RUNNING = { isRunning: true, status: 'running', orderStatus: 'pending' } as Asked[1];
const order = (own: object = {}) =>
  ({
    status: 'pending',
    isStarted: true,
    notifications: [],
    nextDeadline: { at: '2027-05-01T08:00:00.000Z', status: 'cancelled', changeId: null },
    ...own,
  }) as unknown as Asked[0];
const NEXT = 'unless the studio answers, it is cancelled at 2027-05-01T08:00:00.000Z';

test('an order that nothing is wrong with waits for its next step', () => {
  expect(reasonsOf(order(), RUNNING)).toEqual([NEXT]);
  expect(
    reasonsOf(order({ status: 'completed', nextDeadline: null }), {
      ...(RUNNING as object),
      isRunning: false,
      status: 'completed',
    } as Asked[1]),
  ).toEqual([]);
});

test.each<[string, object, object | string, string]>([
  [
    'Temporal is away',
    {},
    'Temporal does not answer',
    'what its workflow does is unknown: Temporal does not answer',
  ],
  [
    'nobody has started it',
    { isStarted: false },
    { isRunning: false, status: 'none' },
    'it was accepted, and no workflow has it yet',
  ],
  [
    'its workflow has ended',
    {},
    { isRunning: false, status: 'terminated' },
    'it is open, and its workflow is terminated: "catch-up"',
  ],
  [
    'its workflow is behind',
    {},
    { ...(RUNNING as object), orderStatus: 'confirmed' },
    'its workflow believes it confirmed',
  ],
  [
    'its workflow can’t be replayed',
    {},
    { ...(RUNNING as object), failure: 'TMPRL1100' },
    "its workflow is stopped, since it can't be replayed: TMPRL1100",
  ],
])('%s: that is said first', (_name, own, workflow, said) => {
  const [first, ...others] = reasonsOf(order(own), workflow as Asked[1]);
  expect(first).toContain(said);
  expect(others).toEqual([NEXT]);
});

test('a change that waits ends first', () => {
  const nextDeadline = { at: '2027-05-01T08:00:00.000Z', status: 'confirmed', changeId: 'CHG1' } as const;
  expect(
    reasonsOf(order({ status: 'confirmed', nextDeadline }), {
      ...(RUNNING as object),
      orderStatus: 'confirmed',
    } as Asked[1]),
  ).toEqual(['unless the studio answers, its change CHG1 expires at 2027-05-01T08:00:00.000Z']);
});

test('of what waits, each endpoint’s first notification is named, with its last error', () => {
  const waiting = (id: string, endpointId: string, lastAttempts: object[]) => ({
    notificationId: id,
    endpointId,
    status: 'pending',
    attempts: lastAttempts.length,
    nextAttemptAt: null,
    lastAttempts,
  });
  const notifications = [
    waiting('NTF1-1', 'EP1', [{ error: 'http_status', httpStatus: 500 }]),
    waiting('NTF1-2', 'EP1', []),
    waiting('NTF1-1-2', 'EP2', []),
    { ...waiting('NTF1-0', 'EP2', []), status: 'acknowledged' },
  ];
  expect(reasonsOf(order({ notifications }), RUNNING)).toEqual([
    '2 notification(s) wait at EP1: NTF1-1 after 1 attempt(s), http_status 500',
    '1 notification(s) wait at EP2: NTF1-1-2 after 0 attempt(s), not tried yet',
    NEXT,
  ]);
});
