import { expect, test } from '@jest/globals';
import { ENGLISH_REASONS, sayReason } from '../../domain/order-reasons.ts';
import { reasonsOf as codesOf } from '../../services/operators/order-reasons.ts';
import { TASK_QUEUES } from '../../workflows/contract.ts';

type Asked = Parameters<typeof codesOf>;
const reasonsOf = (...asked: Asked) => codesOf(...asked).map((one) => sayReason(ENGLISH_REASONS, one));
const poll = (queue: string, isPolled: boolean, lastAt?: Date) => ({ queue, isPolled, lastAt });
const RUNNING = {
  ...{ isRunning: true, status: 'running', orderStatus: 'pending', activities: [] },
  polls: [poll(TASK_QUEUES.orders, true), poll(TASK_QUEUES.notifications, true)],
} as unknown as Asked[1];
const order = (own: object = {}) =>
  ({
    status: 'pending',
    isStarted: true,
    notifications: [],
    overdueSeconds: 0,
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
    { ...(RUNNING as object), isRunning: false, status: 'none' },
    'it was accepted, and no workflow has it yet',
  ],
  [
    'its workflow has ended',
    {},
    { ...(RUNNING as object), isRunning: false, status: 'terminated' },
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
    'its workflow makes no progress, since its task fails: TMPRL1100',
  ],
  [
    'nobody polls its queue',
    {},
    { ...(RUNNING as object), polls: [poll(TASK_QUEUES.orders, false, new Date('2027-04-30T08:00:00Z'))] },
    `no worker polls the task queue ${TASK_QUEUES.orders} since 2027-04-30T08:00:00.000Z`,
  ],
  [
    'nobody has polled its queue for minutes',
    {},
    { ...(RUNNING as object), polls: [poll(TASK_QUEUES.orders, false)] },
    `no worker polls the task queue ${TASK_QUEUES.orders}: none has for five minutes`,
  ],
  [
    'an activity fails',
    {},
    {
      ...(RUNNING as object),
      activities: [{ activity: 'recordTransition', attempt: 6, error: 'the row is locked' }],
    },
    'its activity recordTransition is at attempt 6, with this error: the row is locked',
  ],
])('%s: that is said first', (_name, own, workflow, said) => {
  const [first, ...others] = reasonsOf(order(own), workflow as Asked[1]);
  expect(first).toContain(said);
  expect(others).toEqual([NEXT]);
});

test('notifications that wait need a worker that delivers', () => {
  const polls = [poll(TASK_QUEUES.orders, true), poll(TASK_QUEUES.notifications, false)];
  const workflow = { ...(RUNNING as object), polls } as unknown as Asked[1];
  expect(reasonsOf(order(), workflow)).toEqual([NEXT]);
  const waiting = {
    status: 'pending',
    endpointId: 'EP1',
    notificationId: 'NTF1',
    attempts: 0,
    lastAttempts: [],
  };
  const [first] = reasonsOf(order({ notifications: [{ ...waiting, nextAttemptAt: null }] }), workflow);
  expect(first).toBe(
    `no worker polls the task queue ${TASK_QUEUES.notifications}: none has for five minutes`,
  );
});

test.each([
  [31, '31 s'],
  [750, '12 min'],
  [10_900, '3 h'],
])('a deadline that has passed by %i seconds is overdue', (overdueSeconds, said) => {
  expect(reasonsOf(order({ overdueSeconds }), RUNNING)).toEqual([
    `it was to be cancelled at 2027-05-01T08:00:00.000Z: overdue by ${said}`,
  ]);
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
