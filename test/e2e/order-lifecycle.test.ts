import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import type { OrderDetail } from '../../contract/schemas/orders.ts';
import { DeliveryAttempt, Notification } from '../../db/entities/index.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { addDays, todayIn } from '../../domain/trip.ts';
import { type CallbackReceiver, reactions, startCallbackReceiver } from '../support/callback-receiver.ts';
import { createLivePlatform, type LivePlatform } from '../support/live-platform.ts';
import { until } from '../support/until.ts';

let platform: LivePlatform;
let receiver: CallbackReceiver;
let api: string;
let secret: string;

beforeAll(async () => {
  platform = await createLivePlatform({ limits: { totalMs: 3_000, connectMs: 3_000 } });
  receiver = await startCallbackReceiver();
  api = await platform.app.listen({ port: 0, host: '127.0.0.1' });
  const { data } = await call(platform.sandbox.agency, 'PUT', '/open/v1/callback/config', {
    url: receiver.url,
  });
  secret = data.secret;
});
afterAll(async () => {
  await platform.close();
  await receiver.close();
});

/** The members of all the answers that these tests look at. */
interface Answer {
  readonly code: number;
  readonly data: OrderDetail & { readonly secret: string; readonly list: readonly { guideId: string }[] };
}

/** A merchant's request over real HTTP. */
async function call(client: ClientCredentials, method: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${api}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${await tokenFor(client)}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return (await response.json()) as Answer;
}

async function tokenFor(client: ClientCredentials): Promise<string> {
  const response = await fetch(`${api}/open/v1/auth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: client.clientId,
      client_secret: client.clientSecret,
    }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

async function book(tripInDays: number): Promise<{ orderId: string }> {
  const { agency } = platform.sandbox;
  const { data: guides } = await call(agency, 'GET', '/open/v1/guide/list?area=Lisbon');
  const { code, data } = await call(agency, 'POST', '/open/v1/order/create', {
    guideId: guides.list[0]!.guideId,
    tripDate: addDays(todayIn('Europe/Lisbon', new Date()), tripInDays),
    tripDays: 2,
    guestCount: 2,
    contactName: 'Ada Lovelace',
    contactPhone: '+351912345678',
  });
  expect(code).toBe(200);
  return data;
}

test('an order goes from token to acknowledged notifications, each signed and in order', async () => {
  const { agency, studio } = platform.sandbox;
  const { orderId } = await book(10);
  const confirmed = await call(studio, 'POST', `/open/v1/order/confirm/${orderId}`, { reason: 'welcome' });
  expect(confirmed.data).toMatchObject({ status: 'confirmed', availableActions: ['start', 'cancel'] });
  await call(studio, 'POST', `/open/v1/order/start/${orderId}`);
  const completed = await call(studio, 'POST', `/open/v1/order/complete/${orderId}`);
  expect(completed.data.history.map(({ status }) => status)).toEqual([
    'pending',
    'confirmed',
    'in_progress',
    'completed',
  ]);
  await platform.temporal.client.workflow.getHandle(orderId).result();
  // Deliveries outlive the order's workflow.
  const waiting = { orderId, merchantKey: agency.clientId, status: 'pending' } as const;
  await until(async () => (await platform.orm.em.fork().count(Notification, waiting)) === 0);

  const mine = receiver.received.filter(({ body }) => body.orderId === orderId);
  // Each at least once: what a stalled worker could not note as acknowledged is sent again.
  expect([...new Set(mine.map(({ body }) => body.sequence))]).toEqual([1, 2, 3, 4]);
  for (const { headers, text, body } of mine) {
    const verified = new Webhook(secret).verify(text, headers as Record<string, string>);
    expect(verified).toEqual(body);
    expect(headers['webhook-id']).toBe(body.notificationId);
    expect(text).not.toMatch(/Lovelace|351912345678/);
  }
  const { data } = await call(agency, 'GET', `/open/v1/order/detail/${orderId}`);
  expect(data).toMatchObject({ status: 'completed', contactName: 'Ada Lovelace', nextDeadline: null });
});

test('a merchant that refuses, hangs, answers code 500 and HTML gets the notification until it acknowledges', async () => {
  receiver.react(
    // On a kept connection the first one is no attempt: it goes out again on a fresh one.
    ...[reactions.refuseConnection, reactions.refuseConnection],
    reactions.hang,
    reactions.otherCode,
    reactions.html,
    reactions.acknowledge,
  );
  const { orderId } = await book(20);
  const handle = platform.temporal.client.workflow.getHandle(orderId);
  const notificationId = `NTF${orderId.slice('ORD'.length)}-1`;
  const em = platform.orm.em.fork();
  const isAcknowledged = async () =>
    (await em.fork().findOneOrFail(Notification, notificationId)).status === 'acknowledged';
  for (let failures = 1; !(await isAcknowledged()); failures++) {
    const isMade = async () => (await em.count(DeliveryAttempt, { notificationId })) >= failures;
    await until(async () => (await isMade()) || (await isAcknowledged()));
    await call(platform.sandbox.agency, 'POST', `/open/v1/notification/redeliver/${notificationId}`);
  }

  const attempts = await em.find(DeliveryAttempt, { notificationId }, { orderBy: { number: 'asc' } });
  expect([...new Set(attempts.map(({ error }) => error ?? 'acknowledged'))]).toEqual([
    'connection_lost',
    'timeout',
    'not_acknowledged',
    'answer_not_json',
    'acknowledged',
  ]);
  const mine = receiver.received.filter(({ body }) => body.notificationId === notificationId);
  expect(new Set(mine.map(({ text }) => text)).size).toBe(1);
  await call(platform.sandbox.studio, 'POST', `/open/v1/order/reject/${orderId}`);
  await handle.result();
});
