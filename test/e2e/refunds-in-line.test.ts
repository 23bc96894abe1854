/** A refund is announced in its place of the order's events: a receiver that ignores what is not newer drops none of them. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { InjectOptions } from 'fastify';
import { Notification } from '../../db/entities/index.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { addDays, todayIn } from '../../domain/trip.ts';
import { type CallbackReceiver, reactions, startCallbackReceiver } from '../support/callback-receiver.ts';
import { createLivePlatform, type LivePlatform } from '../support/live-platform.ts';
import { createGuide } from '../support/merchants.ts';
import { until } from '../support/until.ts';

const GUIDE = 'G1';

let platform: LivePlatform;
let agency: ClientCredentials;
let studio: ClientCredentials;
let receivers: readonly CallbackReceiver[];
beforeAll(async () => {
  platform = await createLivePlatform();
  ({ agency, studio } = platform.sandbox);
  await createGuide(platform, { id: GUIDE, dayRate: 10_000, maxGuests: 5 });
});
afterAll(() => platform.close());
beforeEach(async () => {
  receivers = await Promise.all([startCallbackReceiver(), startCallbackReceiver()]);
  await save(agency, receivers[0]!.url);
  await save(studio, receivers[1]!.url);
});
afterEach(() => Promise.all(receivers.map((receiver) => receiver.close())));

const save = (client: ClientCredentials, url: string) =>
  platform.as(client, { method: 'PUT', url: '/open/v1/callback/config', payload: { url } });
const post = async (url: string, payload = {}, client = studio, headers: InjectOptions['headers'] = {}) =>
  (await platform.as(client, { method: 'POST', url: `/open/v1/${url}`, payload, headers })).json();
const refund = (orderId: string, amount: number, key: string) =>
  post(`order/refund/${orderId}`, { amount, reason: 'rain' }, studio, { 'idempotency-key': key });
const advance = (orderId: string) => post(`sandbox/order/advance/${orderId}`, {}, agency);

let nextDay = 30;
async function bookConfirmed(): Promise<string> {
  const tripDate = addDays(todayIn('Europe/Lisbon', new Date()), nextDay++);
  const trip = { guideId: GUIDE, tripDate, tripDays: 1, guestCount: 2 };
  const contact = { contactName: 'Ada Lovelace', contactPhone: '+351912345678' };
  const { orderId } = (await post('order/create', { ...trip, ...contact }, agency)).data;
  expect(await post(`order/confirm/${orderId}`)).toMatchObject({ code: 200 });
  return orderId;
}

async function complete(orderId: string): Promise<void> {
  for (const status of ['in_progress', 'completed'])
    expect((await advance(orderId)).data).toMatchObject({ status });
}

const untilPublished = (orderId: string, sequence: number) =>
  until(async () => {
    const all = await platform.orm.em.fork().find(Notification, { subjectId: orderId });
    return all.filter((one) => one.sequence === sequence).length === 2 && all.every(isResolved);
  });
const isResolved = ({ status }: Notification) => status === 'acknowledged';

async function historyOf(orderId: string): Promise<string[]> {
  const answer = await platform.as(agency, { method: 'GET', url: `/open/v1/order/detail/${orderId}` });
  const { history } = answer.json().data as { history: { sequence: number; reason: string }[] };
  return history.map(({ sequence, reason }) => `${sequence} ${reason}`);
}

/** What each receiver keeps of an order: it ignores an event that is not newer than what it has (docs/notifications.md). */
function kept(orderId: string): string[][] {
  return receivers.map(({ received }) => {
    let last = 0;
    return received.flatMap(({ body }) => {
      if (body.orderId !== orderId || body.sequence <= last) return [];
      last = body.sequence;
      return [`${body.sequence} ${body.reason}`];
    });
  });
}
const forBoth = (...events: string[]) => [events, events];

test('a refund and, at once, a further move come to both parties in their order', async () => {
  const orderId = await bookConfirmed();
  expect(await refund(orderId, 10, orderId)).toMatchObject({ code: 200 });
  expect(await post(`order/start/${orderId}`)).toMatchObject({ code: 200 });
  await untilPublished(orderId, 4);
  expect(kept(orderId)).toEqual(
    forBoth('1 created', '2 confirmed_by_studio', '3 refunded_by_studio', '4 started_by_studio'),
  );
});

test('several refunds beside moves, all at once, come in the order of the history', async () => {
  const orderId = await bookConfirmed();
  const given = [1, 2, 3].map((amount) => refund(orderId, amount, `${orderId}-${amount}`));
  const answers = await Promise.all([...given, post(`order/start/${orderId}`), advance(orderId)]);
  expect(answers.slice(0, 3).map(({ code }) => code)).toEqual([200, 200, 200]);
  const history = await historyOf(orderId);
  await untilPublished(orderId, history.length);
  expect(kept(orderId)).toEqual(forBoth(...history));
});

test('what is given back after the trip comes behind it, also where that waits for its endpoint', async () => {
  const orderId = await bookConfirmed();
  await complete(orderId);
  await untilPublished(orderId, 4);
  expect(await refund(orderId, 10, `${orderId}-1`)).toMatchObject({ code: 200 });
  expect(await refund(orderId, 20, `${orderId}-2`)).toMatchObject({ code: 200 });
  await untilPublished(orderId, 6);
  expect(kept(orderId).map((events) => events.slice(-3))).toEqual(
    forBoth('4 trip_ended', '5 refunded_by_studio', '6 refunded_by_studio'),
  );
});

test('an order that is over and has not been notified of that yet is notified of it before its refund', async () => {
  const orderId = await bookConfirmed();
  await untilPublished(orderId, 2);
  for (const receiver of receivers) receiver.react(reactions.otherCode);
  await complete(orderId);
  expect(await refund(orderId, 10, orderId)).toMatchObject({ code: 200 });
  await until(() => receivers.every(({ received }) => received.some(({ body }) => body.sequence === 3)));
  for (const receiver of receivers) receiver.react(reactions.acknowledge);
  await save(agency, receivers[0]!.url);
  await save(studio, receivers[1]!.url);
  await untilPublished(orderId, 5);
  expect(kept(orderId)).toEqual(
    forBoth('1 created', '2 confirmed_by_studio', '3 trip_started', '4 trip_ended', '5 refunded_by_studio'),
  );
});

test('a refund whose worker stands still is answered 50301, and repeated under its key it is given once', async () => {
  const orderId = await bookConfirmed();
  await untilPublished(orderId, 2);
  await platform.stopWorkers();
  const start = () => post(`order/start/${orderId}`, {}, studio, { 'idempotency-key': `start-${orderId}` });
  const frozen = await Promise.all([refund(orderId, 10, orderId), start()]);
  expect(frozen.map(({ code }) => code)).toEqual([50301, 50301]);
  await platform.startWorkers();
  for (let again = 0; again < 2; again++) {
    expect((await refund(orderId, 10, orderId)).data.refund).toMatchObject({ amount: 10 });
    expect((await start()).data).toMatchObject({ status: 'in_progress' });
  }
  const history = await historyOf(orderId);
  expect(history.filter((event) => event.endsWith('refunded_by_studio'))).toHaveLength(1);
  await untilPublished(orderId, history.length);
  expect(kept(orderId)).toEqual(forBoth(...history));
});
