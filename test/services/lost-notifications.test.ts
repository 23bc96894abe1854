import { expect, test } from '@jest/globals';
import type { Client } from '@temporalio/client';
import { defaultPayloadConverter, defineSearchAttributeKey, TypedSearchAttributes } from '@temporalio/common';
import { readNotified } from '../../services/reconcile/lost-notifications.ts';

const ORDER = 'ORD1700000000000000001';
const AT = new Date('2027-03-01T08:00:00Z');
const MERCHANT = defineSearchAttributeKey('MerchantKey', 'KEYWORD');

type Event = Readonly<Record<string, unknown>>;

test('a notification is read once: acknowledged at once, by a later announcement, or by its delivery', async () => {
  const left = { endpointId: 'EP2', label: '#1 pending', outcome: 'not acknowledged, timeout', isLeft: true };
  const client = temporalWith({
    [`${ORDER} first`]: [
      local(
        'announce',
        announced({ endpointId: 'EP1', label: '#1 pending', outcome: 'acknowledged, attempts: 1' }, left),
      ),
      local('recordTransition', { status: 'confirmed', sequence: 2 }),
      ...regular(
        'announce',
        announced({ endpointId: 'EP2', label: '#2 confirmed', outcome: 'behind another one' }),
      ),
    ],
    // It was started again, and announced what waited.
    [`${ORDER} second`]: [local('announce', announced({ ...left, outcome: 'behind another one' }))],
    [`delivery-${ORDER}-EP2 only`]: regular(
      'deliver',
      resolved(['1-2', 'acknowledged'], ['2-2', 'abandoned']),
    ),
    'delivery-CNV1700000000000000001-EP2 only': regular('deliver', resolved(['3m-2', 'acknowledged'])),
  });

  const runs = ['first', 'second'].map((runId) => ({ workflowId: ORDER, runId }));
  expect(await readNotified(client, ORDER, runs)).toEqual([
    { endpointId: 'EP1', merchantKey: undefined, label: '#1 pending', outcome: 'acknowledged' },
    { endpointId: 'EP2', merchantKey: 'mk_two', label: '#1 pending', outcome: 'acknowledged' },
    { endpointId: 'EP2', merchantKey: 'mk_two', label: '#2 confirmed', outcome: 'abandoned' },
    { endpointId: 'EP2', merchantKey: 'mk_two', label: 'message 3', outcome: 'acknowledged' },
  ]);
});

test('what a delivery resolved and no announcement names has its number, and what nobody resolved its reason', async () => {
  const client = temporalWith({
    [`${ORDER} only`]: [
      local(
        'announce',
        announced({ endpointId: 'EP2', label: '#4 completed', outcome: 'no answer yet', isLeft: true }),
      ),
    ],
    [`delivery-${ORDER}-EP2 only`]: regular('deliver', resolved(['3', 'acknowledged'])),
  });
  const found = await readNotified(client, ORDER, [{ workflowId: ORDER, runId: 'only' }]);
  expect(found.map(({ label, outcome }) => [label, outcome])).toEqual([
    ['#4 completed', 'no answer yet'],
    ['#3', 'acknowledged'],
  ]);
});

const announced = (...notifications: readonly Event[]) => ({ notifications, until: 10 });

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

/** @param histories by workflow id and run id; deliveries are of `mk_two`. */
function temporalWith(histories: Readonly<Record<string, readonly Event[]>>): Client {
  const runs = Object.keys(histories).map((key) => key.split(' ') as [string, string]);
  const typedSearchAttributes = new TypedSearchAttributes([{ key: MERCHANT, value: 'mk_two' }]);
  return {
    workflow: {
      getHandle: (workflowId: string, runId: string) => ({
        fetchHistory: async () => ({ events: histories[`${workflowId} ${runId}`] }),
      }),
      async *list({ query }: { query: string }) {
        const [, prefix = ''] = /starts_with '(.+)'/.exec(query) ?? [];
        for (const [workflowId, runId] of runs)
          if (workflowId.startsWith(prefix))
            yield { workflowId, runId, startTime: AT, typedSearchAttributes };
      },
    },
  } as unknown as Client;
}
