import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { findDisagreements, repairAll } from '../../admin/reconcile/index.ts';
import { Notification, Order, OrderEvent } from '../../db/entities/index.ts';
import type { OrderState } from '../../domain/order-state.ts';
import { redeliveryWorkflowId } from '../../workflows/contract.ts';
import { type CallbackReceiver, startCallbackReceiver } from '../support/callback-receiver.ts';
import { createLivePlatform, type LivePlatform } from '../support/live-platform.ts';
import { createGuide } from '../support/merchants.ts';
import { until } from '../support/until.ts';

let platform: LivePlatform;
let receiver: CallbackReceiver;

beforeAll(async () => {
  platform = await createLivePlatform();
  receiver = await startCallbackReceiver();
  await createGuide(platform, { id: 'G7001' });
  await platform.as(platform.sandbox.agency, {
    method: 'PUT',
    url: '/open/v1/callback/config',
    payload: { url: receiver.url },
  });
});
afterAll(async () => {
  await platform.close();
  await receiver.close();
});

test('there is nothing to reconcile where nothing went wrong', async () => {
  const pending = await book(1);
  const closed = await book(2);
  await move(closed, 'reject');
  await settled(pending, closed);

  expect(await run({ repair: false })).toEqual([]);
});

test('an order whose workflow is lost gets another, which goes on from where the order stands', async () => {
  const id = await book(10);
  await move(id, 'confirm');
  await settled(id);
  await workflow(id).terminate('lost');

  const dry = await run({ repair: false });
  expect(dry).toEqual([expect.objectContaining({ kind: 'workflowMissing', id })]);
  expect(await run({ repair: false })).toEqual(dry);
  expect(await run({ repair: true })).toHaveLength(1);
  expect(await run({ repair: true })).toEqual([]);

  await move(id, 'start');
  await move(id, 'complete');
  await workflow(id).result();
  expect(arrivalsOf(id)).toEqual([1, 2, 3, 4]);
});

test('a database restored to an earlier point has the last word: what was undone can be done again', async () => {
  const [confirmed, closed] = [await book(20), await book(21)];
  await move(confirmed, 'confirm');
  await move(closed, 'reject');
  await settled(confirmed, closed);
  await workflow(closed).result();
  await restore(confirmed, 'pending');
  await restore(closed, 'pending');

  const found = await run({ repair: true });
  expect(new Map(found.map(({ id, kind }) => [id, kind]))).toEqual(
    new Map([
      [confirmed, 'stateDiffers'],
      [closed, 'workflowMissing'],
    ]),
  );
  await until(async () => (await run({ repair: false })).length === 0);
  for (const id of [confirmed, closed]) {
    await move(id, 'confirm');
    expect((await order(id)).status).toBe('confirmed');
  }
});

test('a notification that waits again after a restore is delivered again', async () => {
  const id = await book(30);
  await settled(id);
  await forgetDeliveries(id);
  await platform.orm.em
    .fork()
    .nativeUpdate(Notification, { orderId: id }, { status: 'pending', attempts: 0 });

  // The books know of an acknowledgement before the workflow does; until then the notification is attended to.
  await until(async () => (await run({ repair: false })).length > 0);
  expect(await run({ repair: true })).toEqual([
    expect.objectContaining({ kind: 'notificationUnattended', id }),
  ]);
  await settled(id);
  expect(arrivalsOf(id)).toEqual([1, 1]);
});

test('one that waited to be sent again is sent by a redelivery', async () => {
  const id = await book(40);
  await settled(id);
  const waiting = { status: 'pending', resentAt: new Date() } as const;
  await platform.orm.em.fork().nativeUpdate(Notification, { orderId: id }, waiting);

  await until(async () => (await run({ repair: false })).length > 0);
  expect(await run({ repair: true })).toEqual([expect.objectContaining({ kind: 'deliveryMissing', id })]);
  await platform.temporal.client.workflow.getHandle(redeliveryWorkflowId(id)).result();
  await settled(id);
});

test('a workflow of an order that the database does not have is reported, and ended by the repair', async () => {
  const id = await book(50);
  await settled(id);
  await forgetDeliveries(id);
  const em = platform.unbounded.em.fork();
  await em.nativeDelete(Notification, { orderId: id });
  await em.nativeDelete(OrderEvent, { orderId: id });
  await em.execute('delete from orders where id = ?', [id]);

  expect(await run({ repair: false })).toEqual([expect.objectContaining({ kind: 'orderUnknown', id })]);
  await run({ repair: true });
  expect((await workflow(id).describe()).status.name).toBe('TERMINATED');
  await until(async () => (await run({ repair: false })).length === 0);
});

async function run(options: { repair: boolean }) {
  const sources = { orm: platform.orm, client: platform.temporal.client, secondLookMs: 300 };
  const found = await findDisagreements(sources);
  return options.repair ? await repairAll(sources, found) : found;
}

/** An order for a day of its own. */
async function book(day: number): Promise<string> {
  const answer = await platform.as(platform.sandbox.agency, {
    method: 'POST',
    url: '/open/v1/order/create',
    payload: {
      guideId: 'G7001',
      tripDate: new Date(Date.now() + (30 + day) * 86_400_000).toISOString().slice(0, 10),
      tripDays: 1,
      guestCount: 2,
      contactName: 'Ada Lovelace',
      contactPhone: '+351912345678',
    },
  });
  return answer.json().data.orderId;
}

async function move(id: string, action: string): Promise<void> {
  const answer = await platform.as(platform.sandbox.studio, {
    method: 'POST',
    url: `/open/v1/order/${action}/${id}`,
  });
  expect(answer.json()).toMatchObject({ code: 200 });
}

/** Started, and everything told. */
async function settled(...ids: string[]): Promise<void> {
  for (const orderId of ids) {
    await until(async () => (await order(orderId)).workflowStartedAt != null);
    await until(
      async () => (await platform.orm.em.fork().count(Notification, { orderId, status: 'pending' })) === 0,
    );
    await until(async () => !(await workflow(orderId).describe()).raw.pendingActivities?.length);
  }
}

/** As the backup had it. */
async function restore(orderId: string, status: OrderState): Promise<void> {
  await forgetDeliveries(orderId, 2);
  const em = platform.unbounded.em.fork();
  await em.nativeDelete(Notification, { orderId, sequence: { $gt: 1 } });
  await em.nativeDelete(OrderEvent, { orderId, sequence: { $gt: 1 } });
  await em.nativeUpdate(Order, orderId, { status, sequence: 1, refundAmount: null });
}

async function forgetDeliveries(orderId: string, fromSequence = 1): Promise<void> {
  await platform.unbounded.em.fork().execute(
    `delete from delivery_attempt using notification n
     where n.id = notification_id and n.order_id = ? and n.sequence >= ?`,
    [orderId, fromSequence],
  );
}

const order = (id: string) => platform.orm.em.fork().findOneOrFail(Order, id);
const workflow = (id: string) => platform.temporal.client.workflow.getHandle(id);

function arrivalsOf(orderId: string): number[] {
  return receiver.received.filter(({ body }) => body.orderId === orderId).map(({ body }) => body.sequence);
}
