import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { AuditEntry, Notification, Order, OrderEvent } from '../../../db/entities/index.ts';
import { Unavailable } from '../../../domain/errors.ts';
import { createOrderGateway } from '../../../lib/temporal/order-gateway.ts';
import { createOrderHelp } from '../../../services/operators/order-help.ts';
import { bookingIn, bookOrder } from '../../support/booking.ts';
import {
  type CallbackReceiver,
  type Reaction,
  reactions,
  startCallbackReceiver,
} from '../../support/callback-receiver.ts';
import { type Browser, createTestConsole, type TestConsole } from '../../support/console/console-app.ts';
import { createLivePlatform, type LivePlatform } from '../../support/live-platform.ts';
import { until } from '../../support/until.ts';

/** What operators do for one order, with Temporal and its workers. */
let platform: LivePlatform;
let console_: TestConsole;
let receiver: CallbackReceiver;
let operator: Browser;
let days = 40;

beforeAll(async () => {
  platform = await createLivePlatform();
  const { processing } = platform;
  console_ = await createTestConsole(platform, {
    ...processing,
    temporal: platform.temporal.client,
    config: { temporalUiUrl: 'https://temporal.example' } as never,
  });
  receiver = await startCallbackReceiver();
  operator = await console_.operator('support');
  const { agency } = platform.sandbox;
  const url = '/open/v1/callback/config';
  await platform.as(agency, { method: 'PUT', url, payload: { url: receiver.url } });
});
afterAll(async () => {
  await console_.close();
  await platform.close();
  await receiver.close();
});

const ask = async (method: 'GET' | 'POST', rest: string, payload?: object) => {
  const answer = await operator.send({ method, url: `/api/operator/${rest}`, ...(payload && { payload }) });
  return answer.json();
};
const book = () => {
  days += 2;
  return bookOrder(platform, platform.sandbox.agency, bookingIn(days, 'G1001'));
};
const row = (id: string) => platform.orm.em.fork().findOneOrFail(Notification, id);
const firstOf = (orderId: string) => `NTF${orderId.slice('ORD'.length)}-1`;
const entryOf = (orderId: string, action: string) =>
  platform.orm.em.fork().findOneOrFail(AuditEntry, { subject: `order:${orderId}`, action });
/** New orders are not taken for an hour, which holds for whatever comes after: tests below need no delivery. */
const busy: Reaction = (response, request) =>
  request.body.sequence === 1
    ? response.writeHead(503, { 'retry-after': '3600' }).end()
    : reactions.acknowledge(response);

test('a notification is given up with a reason, once', async () => {
  receiver.react(reactions.otherCode);
  const orderId = await book();
  const id = firstOf(orderId);
  await until(async () => (await row(id)).attempts > 0);
  const given = await ask('POST', `notifications/${id}/abandon`, { reason: 'The agency has closed' });
  expect(given).toMatchObject({ code: 200, data: { status: 'abandoned' } });
  expect(await row(id)).toMatchObject({ status: 'abandoned', abandonReason: 'The agency has closed' });
  expect(await entryOf(orderId, 'notification.abandoned')).toMatchObject({ details: { notificationId: id } });
  const again = await ask('POST', `notifications/${id}/abandon`, { reason: 'again' });
  expect(again.code).toBe(40906);
  expect((await ask('POST', `notifications/NTF123-1/abandon`, { reason: 'none' })).code).toBe(40007);
});

test('what waits of an order is tried now, although its receiver asked for an hour', async () => {
  receiver.react(busy);
  const orderId = await book();
  const id = firstOf(orderId);
  await until(async () => (await row(id)).lastHttpStatus === 503);
  const { notifications } = (await ask('GET', `orders/${orderId}`)).data;
  expect(notifications).toContainEqual(
    expect.objectContaining({
      notificationId: id,
      status: 'pending',
      lastAttempts: [expect.objectContaining({ number: 1, httpStatus: 503, error: 'http_status' })],
    }),
  );
  receiver.react(reactions.acknowledge);
  const retried = await ask('POST', `orders/${orderId}/retry`);
  expect(retried.data.tried).toBeGreaterThan(0);
  await until(async () => (await row(id)).status === 'acknowledged');
  expect(await entryOf(orderId, 'order.notifications_retried')).toMatchObject({
    details: { notifications: [id] },
  });
});

test('a cancellation whose answer was lost is repeated, and found to be done; with another reason it is refused', async () => {
  receiver.react(reactions.acknowledge);
  const orderId = await book();
  const orders = createOrderGateway(platform.temporal.client);
  const cancelBy = (move: typeof orders.move, reason: string) =>
    createOrderHelp({
      orm: platform.orm,
      now: () => new Date(),
      orders: { ...orders, move },
      notifications: {} as never,
    }).cancel({ operator: 'filipa', address: 'localhost' }, orderId, reason);
  const losing: typeof orders.move = async (...move) => {
    await orders.move(...move);
    throw new Unavailable('no answer', 2);
  };
  await expect(cancelBy(losing, 'A storm')).rejects.toThrow('no answer');
  await cancelBy(orders.move, 'A storm');
  await expect(cancelBy(orders.move, 'A flood')).rejects.toThrow('the order is cancelled');
  const events = await platform.orm.em.fork().find(OrderEvent, { orderId, toStatus: 'cancelled' });
  expect(events).toHaveLength(1);
});

test('an order is cancelled with a full refund; both parties read the reason, the log has the operator', async () => {
  receiver.react(reactions.acknowledge);
  const orderId = await book();
  const before = (await ask('GET', `orders/${orderId}`)).data;
  expect(before).toMatchObject({
    status: before.status,
    cancellation: { refund: expect.any(Number), currency: 'EUR' },
    phoneEnding: '5678',
    temporalUrl: `https://temporal.example/namespaces/${platform.temporal.namespace}/workflows/${orderId}`,
  });
  expect(JSON.stringify(before)).not.toContain('Ada Lovelace');
  const reason = 'A storm has closed the valley';
  expect(await ask('POST', `orders/${orderId}/cancel`, { reason })).toMatchObject({ code: 200 });

  for (const client of [platform.sandbox.agency, platform.sandbox.studio]) {
    const { data } = (await platform.as(client, { url: `/open/v1/order/detail/${orderId}` })).json();
    expect(data).toMatchObject({ status: 'cancelled', refund: { fee: 0 } });
    expect(data.history.at(-1)).toMatchObject({
      reason: 'cancelled_by_operator',
      actor: 'operator',
      note: reason,
    });
  }
  expect(await entryOf(orderId, 'order.cancelled')).toMatchObject({
    actor: `person:${operator.personId}`,
    merchantKey: platform.sandbox.agency.clientId,
    details: { reason },
  });
  const after = (await ask('GET', `orders/${orderId}`)).data;
  expect([after.status, after.cancellation]).toEqual(['cancelled', null]);
  expect(after.audit[0]).toMatchObject({
    action: 'order.cancelled',
    actorName: expect.stringMatching(/^Person/),
  });
});

test('a closed order is not cancelled once more, and nothing is recorded', async () => {
  const orderId = await book();
  await ask('POST', `orders/${orderId}/cancel`, { reason: 'once' });
  const events = () => platform.orm.em.fork().count(OrderEvent, { orderId });
  const count = await events();
  const refused = await ask('POST', `orders/${orderId}/cancel`, { reason: 'twice' });
  expect(refused).toMatchObject({ code: 40901, data: { status: 'cancelled' } });
  expect(await events()).toBe(count);
  expect(await platform.orm.em.fork().count(AuditEntry, { subject: `order:${orderId}` })).toBe(1);
});

test('two operators cancel at once: it is cancelled once, and the other is refused', async () => {
  const orderId = await book();
  const answers = await Promise.all(
    ['one', 'two'].map((reason) => ask('POST', `orders/${orderId}/cancel`, { reason })),
  );
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 40901]);
  const em = platform.orm.em.fork();
  expect(await em.count(OrderEvent, { orderId, reason: 'cancelled_by_operator' })).toBe(1);
});

test('an order that Temporal has lost catches up; where both agree nothing is done', async () => {
  receiver.react(reactions.acknowledge);
  const orderId = await book();
  const isStarted = async () =>
    (await platform.orm.em.fork().findOneOrFail(Order, orderId)).workflowStartedAt != null;
  await until(isStarted);
  expect((await ask('GET', `orders/${orderId}/agreement`)).data).toEqual({ found: null });
  const { client } = platform.temporal;
  await client.workflow.getHandle(orderId).terminate('by the test');
  const { found } = (await ask('GET', `orders/${orderId}/agreement`)).data;
  expect(found).toMatchObject({ kind: 'workflowMissing', id: orderId });
  const { list } = (await ask('GET', `orders/${orderId}/why`)).data;
  expect(list[0]).toEqual({ code: 'workflow_ended', status: 'terminated' });
  expect(list.at(-1)).toMatchObject({ code: 'next_step', status: 'cancelled', isPending: true });
  expect((await ask('POST', `orders/${orderId}/catch-up`)).data).toMatchObject({
    found: { kind: 'workflowMissing' },
    repaired: 'started again from the state in the database',
  });
  expect((await client.workflow.getHandle(orderId).describe()).status.name).toBe('RUNNING');
  expect(await entryOf(orderId, 'order.reconciled')).toMatchObject({
    details: { disagreement: 'workflowMissing' },
  });
  expect((await ask('POST', `orders/${orderId}/catch-up`)).data).toEqual({ found: null, repaired: null });
});

test('what is no order is none', async () => {
  expect((await ask('GET', 'orders/ORD1795230000000999999')).code).toBe(40005);
  expect((await ask('POST', 'orders/ORD1795230000000999999/cancel', { reason: 'x' })).code).toBe(40005);
  expect((await ask('GET', 'orders/ORD1795230000000999999/why')).code).toBe(40005);
  expect((await ask('GET', 'orders/1')).code).toBe(40001);
  expect((await ask('POST', 'orders/ORD1795230000000999999/cancel', { reason: ' ' })).code).toBe(40001);
});
