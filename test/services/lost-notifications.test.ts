import { expect, test } from '@jest/globals';
import type { Client } from '@temporalio/client';
import { defaultPayloadConverter, defineSearchAttributeKey, TypedSearchAttributes } from '@temporalio/common';
import { readEvents, readLateDeliveries } from '../../services/reconcile/lost-notifications.ts';

const ORDER = 'ORD1700000000000000001';
const AT = new Date('2027-03-01T08:00:00Z');
const MERCHANT = defineSearchAttributeKey('MerchantKey', 'KEYWORD');

type Event = Readonly<Record<string, unknown>>;

test('events are those that the workflow wrote, each once, in order, whatever wrote them', async () => {
  const confirmed = { status: 'confirmed', sequence: 2, recordedAs: 2 };
  const client = temporalWith({
    [`${ORDER} first`]: [
      local('announce', null),
      local('recordTransition', confirmed),
      ...regular('recordChange', { status: 'confirmed', sequence: 3, recordedAs: 3 }),
      // Another came first.
      local('recordTransition', { status: 'confirmed', sequence: 3, recordedAs: null }),
    ],
    // It was started again, and found its last move written.
    [`${ORDER} second`]: [
      local('recordTransition', confirmed),
      local('recordRefund', { status: 'confirmed', sequence: 4, recordedAs: 4 }),
      local('recordTransition', { status: 'cancelled', sequence: 5, recordedAs: 5 }),
    ],
  });
  const runs = ['first', 'second'].map((runId) => ({ workflowId: ORDER, runId }));
  expect(await readEvents(client, runs)).toEqual([
    '#1 pending',
    '#2 confirmed',
    '#3 confirmed (change)',
    '#4 confirmed (refund)',
    '#5 cancelled',
  ]);
});

test('what was delivered later, of the order and its conversation, and whether anything waits', async () => {
  const client = temporalWith({
    [`delivery-${ORDER}-EP2 only COMPLETED`]: regular(
      'deliver',
      resolved(['1-2', 'acknowledged'], ['2-2', 'abandoned']),
    ),
    'delivery-CNV1700000000000000001-EP2 only COMPLETED': regular(
      'deliver',
      resolved(['3m-2', 'acknowledged']),
    ),
    [`delivery-${ORDER}-EP3 first COMPLETED`]: regular('deliver', resolved(['1-3', 'acknowledged'])),
    [`delivery-${ORDER}-EP3 second TERMINATED`]: [],
  });
  expect(await readLateDeliveries(client, ORDER)).toEqual([
    {
      ...{ endpointId: 'EP2', merchantKey: 'mk_two', isWaiting: false },
      resolved: ['#1 acknowledged', '#2 abandoned', 'message 3 acknowledged'],
    },
    { endpointId: 'EP3', merchantKey: 'mk_two', isWaiting: true, resolved: ['#1 acknowledged'] },
  ]);
});

/** @param ends what follows the order's digits in the notification's id, and the outcome. */
const resolved = (...ends: readonly (readonly [string, string])[]) => ({
  is: 'resolved',
  resolved: ends.map(([end, outcome]) => ({
    notificationId: `NTF1700000000000000001-${end}`,
    outcome,
    attempts: 2,
  })),
  isMore: false,
});

const payloads = (value: unknown) => ({ payloads: [defaultPayloadConverter.toPayload(value)] });

const local = (activity_type: string, result: unknown): Event => ({
  markerRecordedEventAttributes: {
    markerName: 'core_local_activity',
    details: { data: payloads({ seq: 1, activity_type }), result: payloads(result) },
  },
});

const regular = (name: string, result: unknown): Event[] => [
  { eventId: 7, activityTaskScheduledEventAttributes: { activityType: { name } } },
  { activityTaskCompletedEventAttributes: { scheduledEventId: 7, result: payloads(result) } },
];

/** @param histories by workflow id, run id and status; deliveries are of `mk_two`. */
function temporalWith(histories: Readonly<Record<string, readonly Event[]>>): Client {
  const runs = Object.keys(histories).map((key) => key.split(' '));
  const typedSearchAttributes = new TypedSearchAttributes([{ key: MERCHANT, value: 'mk_two' }]);
  return {
    workflow: {
      getHandle: (workflowId: string, runId: string) => ({
        fetchHistory: async () => ({
          events: Object.entries(histories).find(([key]) => key.startsWith(`${workflowId} ${runId}`))?.[1],
        }),
      }),
      async *list({ query }: { query: string }) {
        const [, prefix = ''] = /starts_with '(.+)'/.exec(query) ?? [];
        for (const [workflowId = '', runId, name] of runs)
          if (workflowId.startsWith(prefix))
            yield { workflowId, runId, status: { name }, startTime: AT, typedSearchAttributes };
      },
    },
  } as unknown as Client;
}
