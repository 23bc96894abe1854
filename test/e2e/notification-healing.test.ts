import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createOrderActivities } from '../../activities/transitions.ts';
import { CallbackEndpoint, DeliveryAttempt, Notification, Order } from '../../db/entities/index.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { STUCK_AFTER_MS } from '../../domain/notification.ts';
import { addDays, todayIn } from '../../domain/trip.ts';
import { createNotificationGateway } from '../../lib/temporal/notification-gateway.ts';
import { createOrderGateway } from '../../lib/temporal/order-gateway.ts';
import { createOrderHelp } from '../../services/operators/order-help.ts';
import { deliveryWorkflowId } from '../../workflows/delivery-contract.ts';
import { type CallbackReceiver, reactions, startCallbackReceiver } from '../support/callback-receiver.ts';
import { createLivePlatform, type LivePlatform } from '../support/live-platform.ts';
import { until } from '../support/until.ts';
import { untilWaiting } from '../support/waiting/until-waiting.ts';

let platform: LivePlatform;
let receiver: CallbackReceiver;
let agency: ClientCredentials;
let tripInDays = 30;

beforeAll(async () => {
  platform = await createLivePlatform();
  receiver = await startCallbackReceiver();
  agency = platform.sandbox.agency;
});
beforeEach(async () => {
  receiver.react(reactions.acknowledge);
  await saveAddress(receiver.url);
});
afterAll(async () => {
  await platform.close();
  await receiver.close();
});

async function ask(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, client = agency) {
  const answer = await platform.as(client, { method, url, ...(payload ? { payload } : {}) });
  expect(answer.json()).toMatchObject({ code: 200 });
  return answer.json().data;
}
const saveAddress = (url: string | null) => ask('PUT', '/open/v1/callback/config', { url });

async function book(): Promise<string> {
  tripInDays += 3;
  const { orderId } = await ask('POST', '/open/v1/order/create', {
    guideId: 'G1001',
    tripDate: addDays(todayIn('Europe/Lisbon', new Date()), tripInDays),
    tripDays: 1,
    guestCount: 1,
    contactName: 'Ada Lovelace',
    contactPhone: '+351912345678',
  });
  return orderId;
}

const idOf = (orderId: string, sequence = 1) => `NTF${orderId.slice('ORD'.length)}-${sequence}`;
const deliveryOf = async (id: string) => deliveryWorkflowId(await row(id));
const row = (id: string) => platform.orm.em.fork().findOneOrFail(Notification, id);
const reject = (orderId: string) =>
  ask('POST', `/open/v1/order/reject/${orderId}`, undefined, platform.sandbox.studio);
const handleOf = async (id: string) => platform.temporal.client.workflow.getHandle(await deliveryOf(id));
const untilStatus = (id: string, status: Notification['status']) =>
  until(async () => (await row(id)).status === status);
const untilAttempted = (id: string) => until(async () => (await row(id)).attempts > 0);
const arrivalsOf = (id: string) => receiver.received.filter(({ body }) => body.notificationId === id).length;
/** The next attempt by itself is then an hour away: whatever arrives was retried by request. */
const GONE = (response: Parameters<typeof reactions.acknowledge>[0]) => response.writeHead(410).end();

test('a corrected address has everything retried that waits, without an operator', async () => {
  const nowhere = await startCallbackReceiver();
  nowhere.react(GONE);
  await saveAddress(nowhere.url);
  const ids = (await Promise.all([book(), book(), book()])).map((orderId) => idOf(orderId));
  await until(async () => {
    const { status } = await ask('GET', '/open/v1/callback/config');
    return status === 'paused';
  });
  await nowhere.close();

  await saveAddress(receiver.url);

  for (const id of ids) await untilStatus(id, 'acknowledged');
  expect(await ask('GET', '/open/v1/callback/config')).toMatchObject({ status: 'healthy' });
});

test('a paused endpoint that is saved again gets what waits', async () => {
  receiver.react(GONE);
  const id = idOf(await book());
  await untilAttempted(id);
  receiver.react(reactions.acknowledge);

  await saveAddress(receiver.url);

  await untilStatus(id, 'acknowledged');
});

test('a paused endpoint is shown to operators at once, with its cause, until what waits is delivered', async () => {
  receiver.react(GONE);
  const orderId = await book();
  const { client } = platform.temporal;
  const id = idOf(orderId);
  const delivery = await deliveryOf(id);
  const isStuck = `NotificationStuckSince is not null and WorkflowId = '${delivery}'`;
  await until(async () => (await client.workflow.count(isStuck)).count === 1);
  const detailsOf = async (workflowId: string) => {
    const handle = client.workflow.getHandle(workflowId);
    return (await handle.query<{ currentDetails: string }>('__temporal_workflow_metadata')).currentDetails;
  };
  const [trouble] = (await detailsOf(delivery)).split('\n');
  expect(trouble).toMatch(
    new RegExp(`^\\*\\*Trouble:\\*\\* ${id}: stuck, (endpoint_paused|http_status 410), since `),
  );
  // The order says how its deliveries are named.
  expect(await detailsOf(orderId)).toContain(delivery.slice(0, delivery.lastIndexOf('EP')));
  receiver.react(reactions.acknowledge);

  await saveAddress(receiver.url);

  await untilStatus(idOf(orderId), 'acknowledged');
  await until(async () => (await client.workflow.count(isStuck)).count === 0);
});

test('an endpoint that asks for an hour is left alone so long, and whoever looks sees until when', async () => {
  receiver.react((response) => response.writeHead(503, { 'retry-after': '3600' }).end());
  const id = idOf(await book());
  await until(async () => (await ask('GET', '/open/v1/callback/config')).heldUntil !== null);

  const { heldUntil } = await ask('GET', '/open/v1/callback/config');

  expect(Date.parse(heldUntil) - Date.now()).toBeGreaterThan(3_000_000);
  expect((await ask('GET', `/open/v1/notification/detail/${id}`)).nextAttemptAt).toBe(heldUntil);
  const { list } = await ask('GET', '/open/v1/notification/list?status=pending');
  const [waiting] = list.filter(({ notificationId }: { notificationId: string }) => notificationId === id);
  expect(waiting.nextAttemptAt).toBe(heldUntil);
  receiver.react(reactions.acknowledge);

  await saveAddress(receiver.url);

  await untilStatus(id, 'acknowledged');
  expect(await ask('GET', '/open/v1/callback/config')).toMatchObject({ heldUntil: null });
});

test('an endpoint that is saved again gets what waits for it; what waits for another one goes on waiting', async () => {
  const second = await startCallbackReceiver();
  const askForPatience = (response: Parameters<typeof reactions.acknowledge>[0]) =>
    response.writeHead(503, { 'retry-after': '3600' }).end();
  for (const one of [receiver, second]) one.react(askForPatience);
  const { endpointId } = await ask('POST', '/open/v1/callback/endpoint/create', { url: second.url });
  const orderId = await book();
  const [first, copy] = [idOf(orderId), `${idOf(orderId)}-${endpointId.slice('EP'.length)}`];
  for (const id of [first, copy]) await untilAttempted(id);
  second.react(reactions.acknowledge);

  await ask('PUT', `/open/v1/callback/endpoint/update/${endpointId}`, { url: second.url });

  await untilStatus(copy, 'acknowledged');
  // The order goes on, and its next event goes where the first one was taken.
  await reject(orderId);
  const next = `${idOf(orderId, 2)}-${endpointId.slice('EP'.length)}`;
  await untilStatus(next, 'acknowledged');
  expect(await row(first)).toMatchObject({ status: 'pending', attempts: 1 });
  const { attempts } = (await row(next)) as { attempts: number };
  const sequences = second.received.map(({ body }) => body.sequence);
  expect({ sequences, attempts }).toEqual({ sequences: [1, 1, 2], attempts: 1 });
  receiver.react(reactions.acknowledge);
  await saveAddress(receiver.url);
  await untilStatus(first, 'acknowledged');
  await platform.as(agency, { method: 'DELETE', url: `/open/v1/callback/endpoint/delete/${endpointId}` });
  await second.close();
});

test('an attempt under way when a retry is asked for counts, and is not repeated when it is acknowledged', async () => {
  receiver.react(
    (response) => response.writeHead(500).end(),
    (response) => void setTimeout(() => response.end('{"code":200}'), 500),
    reactions.acknowledge,
  );
  const orderId = await book();
  const id = idOf(orderId);
  await until(() => arrivalsOf(id) === 2);

  await saveAddress(receiver.url);

  await untilStatus(id, 'acknowledged');
  await reject(orderId);
  await platform.temporal.client.workflow.getHandle(orderId).result();
  expect(arrivalsOf(id)).toBe(2);
  expect(await row(id)).toMatchObject({ status: 'acknowledged', attempts: 2 });
});

test('an attempt that fails at the old address after it was replaced is soon followed by one at the new', async () => {
  const old = await startCallbackReceiver();
  old.react(
    (response) => response.writeHead(503, { 'retry-after': '3600' }).end(),
    (response) => void setTimeout(() => response.writeHead(503, { 'retry-after': '3600' }).end(), 500),
  );
  await saveAddress(old.url);
  const id = idOf(await book());
  await untilAttempted(id);
  await saveAddress(old.url);
  await until(() => old.received.length === 2);

  await saveAddress(receiver.url);

  await untilStatus(id, 'acknowledged');
  await old.close();
  expect(await row(id)).toMatchObject({ attempts: 3 });
  expect(arrivalsOf(id)).toBe(1);
});

test('an endpoint that works again after a while gets everything that waits with the first success', async () => {
  receiver.react((response) => response.writeHead(503, { 'retry-after': '3600' }).end());
  const orders = [await book(), await book()];
  // What the answers were is written to the endpoint last: it would hold up the third.
  for (const orderId of orders) await untilWaiting(await handleOf(idOf(orderId)));
  const failingSince = new Date(Date.now() - 60_000);
  // Waits that long are those of many attempts; here they were asked for.
  await platform.orm.em
    .fork()
    .nativeUpdate(CallbackEndpoint, { merchantKey: agency.clientId }, { failingSince, heldUntil: null });
  receiver.react(reactions.acknowledge);

  const third = idOf(await book());

  for (const id of [third, ...orders.map((orderId) => idOf(orderId))]) await untilStatus(id, 'acknowledged');
});

test('one that waits is redelivered at once', async () => {
  receiver.react((response) => response.writeHead(429, { 'retry-after': '3600' }).end());
  const id = idOf(await book());
  await untilAttempted(id);
  const { promise: asked, resolve: answer } = Promise.withResolvers<void>();
  receiver.react((response) => void asked.then(() => reactions.acknowledge(response)));

  const { status, attemptLog } = await ask('POST', `/open/v1/notification/redeliver/${id}`);

  expect(status).toBe('pending');
  expect(attemptLog).toMatchObject([{ number: 1, httpStatus: 429, error: 'http_status' }]);
  answer();
  await untilStatus(id, 'acknowledged');
});

test('one that was acknowledged is sent again, also when its order is long closed', async () => {
  const orderId = await book();
  await reject(orderId);
  const id = idOf(orderId, 2);
  await untilStatus(id, 'acknowledged');
  await platform.temporal.client.workflow.getHandle(orderId).result();
  receiver.react((response) => response.writeHead(500).end(), reactions.acknowledge);

  await ask('POST', `/open/v1/notification/redeliver/${id}`);
  await until(async () => (await row(id)).attempts === 2);
  expect((await row(id)).status).toBe('pending');
  await ask('POST', `/open/v1/notification/redeliver/${id}`);

  await untilStatus(id, 'acknowledged');
  expect(arrivalsOf(id)).toBe(3);
  await (await handleOf(id)).result();
});

test('recover sends what was skipped and abandoned, in sequence, and leaves alone what was acknowledged', async () => {
  await saveAddress(null);
  const since = new Date().toISOString();
  const orderId = await book();
  await reject(orderId);
  await platform.temporal.client.workflow.getHandle(orderId).result();
  const ids = [idOf(orderId, 1), idOf(orderId, 2)];
  for (const id of ids) await untilStatus(id, 'skipped');
  await saveAddress(receiver.url);
  const acknowledged = idOf(await book());
  await untilStatus(acknowledged, 'acknowledged');

  expect(await ask('POST', '/open/v1/notification/recover', { since })).toMatchObject({
    count: 2,
    skipped: 2,
  });

  for (const id of ids) await untilStatus(id, 'acknowledged');
  const arrived = receiver.received.filter(({ body }) => body.orderId === orderId);
  expect(arrived.map(({ body }) => body.sequence)).toEqual([1, 2]);
  expect(arrivalsOf(acknowledged)).toBe(1);
});

test('what waits and whose workflow is gone is sent all the same', async () => {
  receiver.react((response) => response.writeHead(429, { 'retry-after': '3600' }).end());
  const orderId = await book();
  const id = idOf(orderId);
  await untilAttempted(id);
  const delivery = await handleOf(id);
  await untilWaiting(delivery);
  for (const handle of [delivery, platform.temporal.client.workflow.getHandle(orderId)])
    await handle.terminate('an operator’s mistake');
  receiver.react(reactions.acknowledge);

  await saveAddress(receiver.url);

  await untilStatus(id, 'acknowledged');
  expect(await platform.orm.em.fork().count(DeliveryAttempt, { notificationId: id })).toBe(2);
});

test('one that is stuck is found by the search of docs/operations.md, and no longer once an operator gave up', async () => {
  const stuck = 'NotificationStuckSince is not null';
  const { client } = platform.temporal;
  receiver.react((response) => response.writeHead(500).end());
  const orderId = await book();
  const id = idOf(orderId);
  await untilAttempted(id);
  const createdAt = new Date(Date.now() - STUCK_AFTER_MS - 1_000);
  await platform.orm.em.fork().nativeUpdate(Notification, { id }, { createdAt });

  await ask('POST', `/open/v1/notification/redeliver/${id}`);
  await until(async () => (await client.workflow.count(stuck)).count === 1);
  const help = createOrderHelp({
    ...{ orm: platform.orm, now: platform.now, orders: createOrderGateway(client) },
    notifications: createNotificationGateway(client, platform.now),
  });
  await help.abandon({ operator: 'otto', address: 'here' }, id, 'the agency has closed');

  await until(async () => (await client.workflow.count(stuck)).count === 0);
  expect(await row(id)).toMatchObject({ status: 'abandoned', abandonReason: 'the agency has closed' });
});

test('one that is stuck is retried like all others', async () => {
  receiver.react((response) => response.writeHead(429, { 'retry-after': '3600' }).end());
  const orderId = await book();
  const id = idOf(orderId);
  await untilAttempted(id);
  // Or the wait itself would be reported, without the second attempt.
  await untilWaiting(await handleOf(id));
  const createdAt = new Date(Date.now() - STUCK_AFTER_MS - 1_000);
  await platform.orm.em.fork().nativeUpdate(Notification, { id }, { createdAt });
  await ask('POST', `/open/v1/notification/redeliver/${id}`);
  const isStuck = `NotificationStuckSince is not null and WorkflowId = '${await deliveryOf(id)}'`;
  await until(async () => (await platform.temporal.client.workflow.count(isStuck)).count === 1);
  receiver.react(reactions.acknowledge);

  await saveAddress(receiver.url);

  await untilStatus(id, 'acknowledged');
  expect(await row(id)).toMatchObject({ attempts: 3 });
});

test('a move that was lost with its worker is found by itself, and its notification arrives', async () => {
  const orderId = await book();
  await untilStatus(idOf(orderId), 'acknowledged');
  const long = new Date(Date.now() - 60_000);
  const em = platform.orm.em.fork();
  await em.nativeUpdate(Order, { id: orderId }, { workflowStartedAt: long });
  await createOrderActivities({ orm: platform.orm }).recordTransition({
    orderId,
    sequence: 2,
    from: 'pending',
    to: 'confirmed',
    reason: 'confirmed_by_studio',
    actor: { kind: 'studio', key: platform.sandbox.studio.clientId },
    occurredAt: new Date().toISOString(),
  });
  await em.nativeUpdate(Notification, { id: idOf(orderId, 2) }, { createdAt: long });

  await untilStatus(idOf(orderId, 2), 'acknowledged');
});

test('one whose activity waits for an hour although nothing was ever recorded is found by itself', async () => {
  receiver.react((response) => response.writeHead(503, { 'retry-after': '3600' }).end());
  const orderId = await book();
  const id = idOf(orderId);
  await untilAttempted(id);
  await untilWaiting(await handleOf(id));
  const em = platform.orm.em.fork();
  const long = new Date(Date.now() - 60_000);
  await em.nativeUpdate(CallbackEndpoint, { merchantKey: agency.clientId }, { heldUntil: null });
  await em.nativeUpdate(Order, { id: orderId }, { workflowStartedAt: long });
  receiver.react(reactions.acknowledge);

  await em.nativeUpdate(Notification, { id }, { nextAttemptAt: null, createdAt: long });

  await untilStatus(id, 'acknowledged');
});
