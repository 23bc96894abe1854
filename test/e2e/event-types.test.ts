/** Each type of event as its merchant receives it: by a real POST, with the body that its schema describes. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createOrderActivities } from '../../activities/transitions.ts';
import { CallbackEndpoint, OrderChange } from '../../db/entities/index.ts';
import { publishToMerchant } from '../../db/queries/notifications/notify.ts';
import { addSingleJob } from '../../db/queries/platform/jobs.ts';
import { sampleBody } from '../../domain/event-samples.ts';
import { EVENT_TYPES, type EventType } from '../../domain/event-types.ts';
import { positionOf } from '../../domain/ids.ts';
import { addDays, todayIn } from '../../domain/trip.ts';
import { createMerchantRegistry } from '../../services/operators/registry/merchant-registry.ts';
import { catchUpSignal } from '../../workflows/contract.ts';
import { type CallbackReceiver, startCallbackReceiver } from '../support/callback-receiver.ts';
import { violationsOf } from '../support/documents/event-schemas.ts';
import { createLivePlatform, type LivePlatform } from '../support/live-platform.ts';
import { until } from '../support/until.ts';
import { untilStarted } from '../support/waiting/until-waiting.ts';

const HOUR_MS = 3_600_000;
const STUDIO = 'mk_sandbox_studio';

let platform: LivePlatform;
let receiver: CallbackReceiver;
let troubled: CallbackReceiver;
beforeAll(async () => {
  [platform, receiver, troubled] = await Promise.all([
    createLivePlatform(),
    startCallbackReceiver(),
    startCallbackReceiver(),
  ]);
  await asStudio('PUT', '/open/v1/callback/config', { url: receiver.url });
});
afterAll(async () => {
  await platform.close();
  await Promise.all([receiver.close(), troubled.close()]);
});

const ask = async (
  client: 'agency' | 'studio',
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  payload?: object,
) => {
  const body = method === 'GET' ? {} : { payload: payload ?? {} };
  const answer = await platform.as(platform.sandbox[client], { method, url, ...body });
  expect(answer.json()).toMatchObject({ code: 200 });
  return answer.json().data;
};
const asStudio = (method: 'POST' | 'PUT', url: string, payload?: object) =>
  ask('studio', method, url, payload);
const bodiesOf = (type: EventType) => receiver.received.filter(({ body }) => body.type === type);
const received = (type: EventType) => until(() => bodiesOf(type).length > 0);

function tripIn(days: number) {
  const tripDate = addDays(todayIn('Europe/Lisbon', new Date()), days);
  return { guideId: 'G1001', tripDate, tripDays: 1, guestCount: 1 };
}

async function book(days = 20): Promise<string> {
  const trip = tripIn(days);
  const contact = { contactName: 'Ada Lovelace', contactPhone: '+351912345678' };
  return (await ask('agency', 'POST', '/open/v1/order/create', { ...trip, ...contact })).orderId;
}

/** As the order's clock does at half of the studio's time. */
async function remind(orderId: string): Promise<void> {
  const { recordReminder } = createOrderActivities({ orm: platform.orm });
  await recordReminder({
    orderId,
    sequence: 1,
    at: 'confirmationHalf',
    occurredAt: new Date().toISOString(),
  });
  const handle = platform.temporal.client.workflow.getHandle(orderId);
  await untilStarted(handle);
  await handle.signal(catchUpSignal);
}

/** All that can become of changes of a confirmed order, and a refund. */
async function changeAndRefund(orderId: string): Promise<void> {
  const change = async (guestCount: number) =>
    (await ask('agency', 'POST', `/open/v1/order/change/${orderId}`, { guestCount })).change.changeId;
  await change(2);
  await asStudio('POST', `/open/v1/order/change-accept/${orderId}`);
  await change(1);
  await asStudio('POST', `/open/v1/order/change-decline/${orderId}`);
  await change(1);
  await ask('agency', 'POST', `/open/v1/order/change-withdraw/${orderId}`);
  // The studio's time is over: a second of it is left.
  const answerBy = new Date(Date.now() + 1_000);
  await platform.orm.em.fork().nativeUpdate(OrderChange, { id: await change(1) }, { answerBy });
  await platform.temporal.client.workflow.getHandle(orderId).signal(catchUpSignal);
  await received('order.change_expired');
  await asStudio('POST', `/open/v1/order/refund/${orderId}`, { amount: 1, reason: 'rain' });
  for (const type of EVENT_TYPES.filter((one) => /^order\.(change|refund)/.test(one))) await received(type);
}

/** A statement takes a month: its events are made as the books make them, of a statement that is nobody's. */
async function publishStatement(type: EventType, sequence: number): Promise<void> {
  const occurredAt = new Date();
  const { notificationId: _, ...body } = JSON.parse(sampleBody(type, 'NTF1000000000-1', occurredAt));
  await publishToMerchant(platform.orm.em.fork(), {
    ...{ type, merchantKey: STUDIO, subjectId: 'STL1000000000', digits: '1000000000' },
    ...{ sequence, position: positionOf(sequence), body: JSON.stringify({ ...body, sequence }), occurredAt },
  });
}

/** Another endpoint fails for more than an hour, acknowledges, and is gone for good. */
async function troubleAtAnotherEndpoint(): Promise<void> {
  const eventTypes = ['order.status_changed'];
  const { endpointId } = await asStudio('POST', '/open/v1/callback/endpoint/create', {
    url: troubled.url,
    eventTypes,
  });
  const longAgo = new Date(Date.now() - 2 * HOUR_MS);
  const failing = { failingSince: longAgo, updatedAt: longAgo };
  const em = platform.orm.em.fork();
  await em.nativeUpdate(CallbackEndpoint, { id: endpointId }, failing);
  await addSingleJob(em, 'endpoint_notice', endpointId, 0);
  await received('callback.failing');
  const order = await book();
  await received('callback.recovered');
  troubled.react((response) => response.writeHead(410).end());
  await asStudio('POST', `/open/v1/order/reject/${order}`);
  await received('callback.paused');
}

/** The only one that is for agencies: its endpoint is on the same receiver. */
async function waitForGuide(): Promise<void> {
  await ask('agency', 'PUT', '/open/v1/callback/config', { url: receiver.url });
  const eventTypes = ['guide.*'];
  const { list } = await ask('agency', 'GET', '/open/v1/callback/endpoint/list');
  await ask('agency', 'PUT', `/open/v1/callback/endpoint/update/${list[0].endpointId}`, { eventTypes });
  const taken = await book(30);
  const { guideId, tripDate, tripDays } = tripIn(30);
  await ask('agency', 'POST', '/open/v1/waitlist/create', { guideId, tripDate, tripDays });
  await ask('agency', 'POST', `/open/v1/order/cancel/${taken}`);
  await received('guide.available');
}

test('each type arrives at a real receiver as its schema describes it', async () => {
  const orderId = await book();
  await received('order.status_changed');
  await remind(orderId);
  await received('order.confirmation_due');
  await ask('agency', 'POST', `/open/v1/order/messages/${orderId}`, { text: 'Where do we meet?' });
  await received('message.received');
  await asStudio('POST', `/open/v1/order/confirm/${orderId}`);
  await changeAndRefund(orderId);
  for (const step of ['in_progress', 'completed']) {
    await ask('agency', 'POST', `/open/v1/sandbox/order/advance/${orderId}`);
    await until(() => bodiesOf('order.status_changed').some(({ body }) => body.status === step));
  }
  await ask('agency', 'POST', `/open/v1/order/review/${orderId}`, { rating: 5, text: 'Wonderful' });
  await received('review.created');

  const statements = EVENT_TYPES.filter((type) => type.startsWith('settlement.'));
  for (const [index, type] of statements.entries()) await publishStatement(type, index + 1);
  for (const type of statements) await received(type);

  await waitForGuide();
  await troubleAtAnotherEndpoint();

  const registry = createMerchantRegistry(platform);
  const operator = { operator: 'test', address: 'localhost' };
  await registry.verify(operator, STUDIO, 'refused', 'a test');
  await received('merchant.refused');
  await registry.verify(operator, STUDIO, 'approved', null);
  await received('merchant.verified');

  expect(new Set(receiver.received.map(({ body }) => body.type))).toEqual(new Set(EVENT_TYPES));
  expect(receiver.received.flatMap(({ text }) => violationsOf(text))).toEqual([]);
  // Of the endpoint in trouble it heard nothing itself.
  expect(troubled.received.every(({ body }) => body.type === 'order.status_changed')).toBe(true);
});
