/** A change that waits for its studio never ends without a word: by HTTP, through real workflows. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { InjectOptions } from 'fastify';
import { createOrderActivities } from '../../activities/transitions.ts';
import { Notification, Order } from '../../db/entities/index.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { addDays, todayIn } from '../../domain/trip.ts';
import { cancelByOperatorUpdate } from '../../workflows/contract.ts';
import { createLivePlatform, type LivePlatform } from '../support/live-platform.ts';
import { createGuide } from '../support/merchants.ts';

const GUIDE = 'G1';

let platform: LivePlatform;
let agency: ClientCredentials;
let studio: ClientCredentials;
beforeAll(async () => {
  platform = await createLivePlatform();
  ({ agency, studio } = platform.sandbox);
  await createGuide(platform, { id: GUIDE, dayRate: 10_000, maxGuests: 5, confirmationHours: 24 });
});
afterAll(() => platform.close());

const post = async (
  url: string,
  payload: object = {},
  client = agency,
  headers: InjectOptions['headers'] = {},
) => (await platform.as(client, { method: 'POST', url: `/open/v1/${url}`, payload, headers })).json();
const get = async (url: string) =>
  (await platform.as(agency, { method: 'GET', url: `/open/v1/${url}` })).json().data;
const detail = (orderId: string) => get(`order/detail/${orderId}`);
const changesOf = async (orderId: string) => (await get(`order/changes/${orderId}`)).list;

let nextDay = 40;
const freshDate = () => addDays(todayIn('Europe/Lisbon', new Date()), nextDay++);

/** A confirmed order for which a change waits; the request is event 3. */
async function bookWithWaitingChange(): Promise<{ orderId: string; changeId: string; answerBy: string }> {
  const trip = { guideId: GUIDE, tripDate: freshDate(), tripDays: 1, guestCount: 2 };
  const contact = { contactName: 'Ada Lovelace', contactPhone: '+351912345678' };
  const { orderId } = (await post('order/create', { ...trip, ...contact })).data;
  await post(`order/confirm/${orderId}`, {}, studio);
  const { change } = (await post(`order/change/${orderId}`, { guestCount: 3 })).data;
  expect(change).toMatchObject({ status: 'requested', endReason: null, sequence: 3 });
  return { orderId, changeId: change.changeId, answerBy: change.answerBy };
}

async function notified(orderId: string) {
  const all = await platform.orm.em
    .fork()
    .find(Notification, { subjectId: orderId }, { orderBy: { position: 'asc', merchantKey: 'asc' } });
  return all.map(({ type, body, sequence, merchantKey }) => ({
    ...{ type, sequence, merchantKey },
    body: JSON.parse(body!),
  }));
}

const cancelByOperator = async (orderId: string) => {
  const byHand = { operator: 'olga', reason: 'the guide is ill' };
  await platform.temporal.client.workflow
    .getHandle(orderId)
    .executeUpdate(cancelByOperatorUpdate.name, { args: [byHand] });
};

test.each([
  {
    by: 'the studio, which starts the trip',
    end: (orderId: string) => post(`order/start/${orderId}`, {}, studio),
    change: { status: 'expired', endReason: 'trip_started' },
    type: 'order.change_expired',
    events: ['change_expired studio', 'started_by_studio studio'],
  },
  {
    by: 'the merchant, which cancels the order',
    end: (orderId: string) => post(`order/cancel/${orderId}`),
    change: { status: 'withdrawn', endReason: 'order_cancelled' },
    type: 'order.change_withdrawn',
    events: ['change_withdrawn_by_merchant merchant', 'cancelled_by_merchant merchant'],
  },
  {
    by: 'the studio, which cancels the order',
    end: (orderId: string) => post(`order/cancel/${orderId}`, {}, studio),
    change: { status: 'declined', endReason: 'order_cancelled' },
    type: 'order.change_declined',
    events: ['change_declined_by_studio studio', 'withdrawn_by_studio studio'],
  },
  {
    by: 'an operator, who cancels the order',
    end: cancelByOperator,
    change: { status: 'expired', endReason: 'order_cancelled' },
    type: 'order.change_expired',
    events: ['change_expired operator', 'cancelled_by_operator operator'],
  },
])('ended by $by: in the same move, with an event of its own', async ({ end, change, type, events }) => {
  const { orderId, changeId } = await bookWithWaitingChange();
  await end(orderId);
  const { history, openChange } = await detail(orderId);
  const last = history.slice(-2) as { reason: string; actor: string; occurredAt: string; sequence: number }[];
  expect(last.map(({ reason, actor }) => `${reason} ${actor}`)).toEqual(events);
  expect(last.map(({ sequence }) => sequence)).toEqual([4, 5]);
  expect(last[0]!.occurredAt).toBe(last[1]!.occurredAt);
  expect(openChange).toBeNull();
  const ended = { ...change, changeId, sequence: 4, decidedAt: last[0]!.occurredAt };
  expect(await changesOf(orderId)).toMatchObject([ended]);
  const bodies = (await notified(orderId)).filter(({ sequence }) => sequence >= 4);
  expect(bodies.map((one) => `${one.sequence} ${one.type} ${one.merchantKey}`)).toEqual([
    ...[agency, studio].map(({ clientId }) => `4 ${type} ${clientId}`),
    ...[agency, studio].map(({ clientId }) => `5 order.status_changed ${clientId}`),
  ]);
  expect(bodies[0]!.body).toMatchObject({ status: 'confirmed', change: ended });
});

test('the deadline that comes next is that of the change, and afterwards that of the trip', async () => {
  const { orderId, changeId, answerBy } = await bookWithWaitingChange();
  const due = { at: answerBy, status: 'confirmed', changeId };
  expect((await detail(orderId)).nextDeadline).toEqual(due);
  expect((await notified(orderId)).at(-1)!.body.order.nextDeadline).toEqual(due);
  await post(`order/refund/${orderId}`, { amount: 1, reason: 'rain' }, studio);
  expect((await notified(orderId)).at(-1)!.body.order.nextDeadline).toEqual(due);
  await post(`order/change-decline/${orderId}`, {}, studio);
  const { nextDeadline, tripStartAt } = await detail(orderId);
  expect(nextDeadline).toEqual({ at: tripStartAt, status: 'in_progress', changeId: null });
});

test('to advance the sandbox passes the end of the change first, once under one key; then the trip begins', async () => {
  const { orderId } = await bookWithWaitingChange();
  const advance = (key: string) =>
    post(`sandbox/order/advance/${orderId}`, {}, agency, { 'idempotency-key': `${orderId}-${key}` });
  for (const answer of [await advance('one'), await advance('one')]) {
    expect(answer.data).toMatchObject({ status: 'confirmed', openChange: null });
    expect(answer.data.history.at(-1)).toMatchObject({
      reason: 'change_expired',
      actor: 'platform',
      sequence: 4,
    });
  }
  expect(await changesOf(orderId)).toMatchObject([{ status: 'expired', endReason: 'unanswered' }]);
  expect((await advance('two')).data).toMatchObject({ status: 'in_progress' });
  const types = (await notified(orderId)).map(({ type }) => type);
  expect(types.filter((type) => type === 'order.change_expired')).toHaveLength(2);
});

test('a further request ends the one that waits with an event of its own', async () => {
  const { orderId, changeId } = await bookWithWaitingChange();
  const { change, order } = (await post(`order/change/${orderId}`, { guestCount: 4 })).data;
  expect(change).toMatchObject({ status: 'requested', sequence: 5 });
  expect(order.history.slice(-2).map(({ reason }: { reason: string }) => reason)).toEqual([
    'change_withdrawn_by_merchant',
    'change_requested_by_merchant',
  ]);
  const [, replaced] = await changesOf(orderId);
  expect(replaced).toMatchObject({ changeId, status: 'withdrawn', endReason: 'replaced', sequence: 4 });
  const withdrawn = (await notified(orderId)).find(({ type }) => type === 'order.change_withdrawn');
  expect(withdrawn!.body.change).toMatchObject({ changeId, endReason: 'replaced' });
});

test('written twice, since a worker was thought dead, it ends once, and the move is found again', async () => {
  const { orderId } = await bookWithWaitingChange();
  const { recordTransition } = createOrderActivities({ orm: platform.orm });
  const begin = () =>
    recordTransition({
      ...{ orderId, sequence: 4, from: 'confirmed', to: 'in_progress' },
      ...{ reason: 'trip_started', actor: { kind: 'platform' }, occurredAt: new Date().toISOString() },
    });
  expect(await begin()).toMatchObject({ status: 'in_progress', sequence: 5, recordedAs: 5 });
  expect(await begin()).toMatchObject({ status: 'in_progress', sequence: 5, recordedAs: 5 });
  expect(await platform.orm.em.fork().findOneOrFail(Order, orderId)).toMatchObject({ sequence: 5 });
  const reasons = (await detail(orderId)).history.map(({ reason }: { reason: string }) => reason);
  expect(reasons.slice(-2)).toEqual(['change_expired', 'trip_started']);
});
