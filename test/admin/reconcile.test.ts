import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Hold, Notification, Order, OrderEvent } from '../../db/entities/index.ts';
import type { OrderState } from '../../domain/order-state.ts';
import { deliveryWorkflowId } from '../../workflows/delivery-contract.ts';
import { bookingIn } from '../support/booking.ts';
import { until } from '../support/until.ts';
import { createReconcileWorld, type ReconcileWorld } from './reconcile-world.ts';

const UNKNOWN = 'ORD1700000000000999999';

let world: ReconcileWorld;
beforeAll(async () => {
  world = await createReconcileWorld();
});
afterAll(() => world.close());

test('there is nothing to reconcile where nothing went wrong', async () => {
  const pending = await world.book(1);
  const closed = await world.book(2);
  await move(closed, 'reject');
  await settled(pending, closed);

  expect(await world.reconcile({ repair: false })).toEqual([]);
});

test('an order whose workflow is lost gets another, which goes on from where the order stands', async () => {
  const id = await world.book(10);
  await move(id, 'confirm');
  await settled(id);
  await world.workflow(id).terminate('lost');

  const dry = await world.reconcile({ repair: false });
  expect(dry).toEqual([expect.objectContaining({ kind: 'workflowMissing', id })]);
  expect(await world.reconcile({ repair: false })).toEqual(dry);
  expect(await world.reconcile({ repair: true })).toHaveLength(1);
  expect(await world.reconcile({ repair: true })).toEqual([]);

  await move(id, 'start');
  await move(id, 'complete');
  await world.workflow(id).result();
  await settled(id);
  expect(world.arrivalsOf(id)).toEqual([1, 2, 3, 4]);
});

test('a database restored to an earlier point has the last word: what was undone can be done again', async () => {
  const [confirmed, closed] = [await world.book(20), await world.book(21)];
  await move(confirmed, 'confirm');
  await move(closed, 'reject');
  await settled(confirmed, closed);
  await world.workflow(closed).result();
  await restore(confirmed, 'pending');
  await restore(closed, 'pending');

  const found = await world.reconcile({ repair: true });
  expect(new Map(found.map(({ id, kind }) => [id, kind]))).toEqual(
    new Map([
      [confirmed, 'stateDiffers'],
      [closed, 'workflowMissing'],
    ]),
  );
  await until(async () => (await world.reconcile({ repair: false })).length === 0);
  for (const id of [confirmed, closed]) {
    await move(id, 'confirm');
    expect((await order(id)).status).toBe('confirmed');
  }
});

test('what waits again after a restore is sent by deliveries, one for each endpoint', async () => {
  const id = await world.book(30);
  await settled(id);
  await forgetDeliveries(id);
  await world.orm.em.fork().nativeUpdate(Notification, { orderId: id }, { status: 'pending', attempts: 0 });
  const copies = await world.orm.em.fork().find(Notification, { orderId: id });
  expect(new Set(copies.map(({ merchantKey }) => merchantKey)).size).toBe(2);

  const found = await world.reconcile({ repair: true });
  expect(found).toHaveLength(2);
  expect(found).toEqual(
    expect.arrayContaining(
      copies.map(({ endpointId }) => expect.objectContaining({ kind: 'deliveryMissing', id, endpointId })),
    ),
  );
  for (const { endpointId } of copies)
    await world.workflow(deliveryWorkflowId({ subjectId: id, endpointId })).result();
  await settled(id);
  expect(world.arrivalsOf(id)).toEqual([1, 1]);
});

test('a workflow of an order that the database does not have is reported, and ended by the repair', async () => {
  const id = await world.book(50);
  await settled(id);
  await forgetDeliveries(id);
  const em = world.unbounded.em.fork();
  await em.nativeDelete(Notification, { orderId: id });
  await em.nativeDelete(OrderEvent, { orderId: id });
  await em.execute('delete from orders where id = ?', [id]);

  // Temporal's list follows within moments.
  await until(async () => (await world.reconcile({ repair: false })).length > 0);
  expect(await world.reconcile({ repair: false })).toEqual([
    expect.objectContaining({ kind: 'orderUnknown', id }),
  ]);
  await world.reconcile({ repair: true });
  expect((await world.workflow(id).describe()).status.name).toBe('TERMINATED');
  await until(async () => (await world.reconcile({ repair: false })).length === 0);
});

test('what a release of another program began is reported, and started anew by the repair', async () => {
  const [live, closed] = [await world.book(70), await world.book(71)];
  await move(live, 'confirm');
  await move(closed, 'reject');
  await settled(live, closed);
  await world.workflow(closed).result();
  for (const workflowId of [live, closed, UNKNOWN]) await world.beginNewer(workflowId);

  const found = async (repair: boolean) =>
    (await world.reconcile({ repair })).map(({ id, kind, database }) => [id, kind, database]).sort();
  await until(async () => (await found(false)).length === 3);
  const expected = [
    [UNKNOWN, 'orderUnknown', 'none'],
    [live, 'otherProgram', 'confirmed'],
    [closed, 'otherProgram', 'cancelled'],
  ].sort();
  expect(await found(false)).toEqual(expected);
  expect(await found(true)).toEqual(expected);
  await world.workflow(closed).result();
  await until(async () => (await found(false)).length === 0);
  await move(live, 'start');
  await settled(live);
  expect(world.arrivalsOf(live)).toEqual([1, 2, 3]);
});

test('a hold whose workflow is lost gets another, which ends it in time', async () => {
  const trip = bookingIn(90, 'G7001');
  const payload = { ...trip, contactName: undefined, contactPhone: undefined, holdSeconds: 3_600 };
  const url = '/open/v1/order/hold';
  const answer = await world.as(world.sandbox.agency, { method: 'POST', url, payload });
  const { holdId } = answer.json().data;
  const isStarted = async () =>
    (await world.orm.em.fork().findOneOrFail(Hold, holdId)).workflowStartedAt !== null;
  await until(isStarted);
  expect(await world.reconcile({ repair: false })).toEqual([]);
  await world.workflow(holdId).terminate('lost');
  const expected = [expect.objectContaining({ kind: 'holdUnattended', id: holdId })];
  expect(await world.reconcile({ repair: false })).toEqual(expected);
  await world.orm.em.fork().nativeUpdate(Hold, holdId, { expiresAt: new Date() });
  expect(await world.reconcile({ repair: true })).toEqual(expected);

  expect(await world.workflow(holdId).result()).toEqual({ status: 'expired' });
  expect(await world.reconcile({ repair: true })).toEqual([]);
});

async function move(id: string, action: string): Promise<void> {
  expect((await world.move(id, action)).json()).toMatchObject({ code: 200 });
}

/** Started, and everything told. */
async function settled(...ids: string[]): Promise<void> {
  for (const orderId of ids) {
    await until(async () => (await order(orderId)).workflowStartedAt != null);
    await until(
      async () => (await world.orm.em.fork().count(Notification, { orderId, status: 'pending' })) === 0,
    );
    await until(async () => !(await world.workflow(orderId).describe()).raw.pendingActivities?.length);
  }
}

/** As the backup had it. */
async function restore(orderId: string, status: OrderState): Promise<void> {
  await forgetDeliveries(orderId, 2);
  const em = world.unbounded.em.fork();
  await em.nativeDelete(Notification, { orderId, sequence: { $gt: 1 } });
  await em.nativeDelete(OrderEvent, { orderId, sequence: { $gt: 1 } });
  await em.nativeUpdate(Order, orderId, { status, sequence: 1, refundAmount: null });
}

async function forgetDeliveries(orderId: string, fromSequence = 1): Promise<void> {
  await world.unbounded.em.fork().execute(
    `delete from delivery_attempt using notification n
     where n.id = notification_id and n.order_id = ? and n.sequence >= ?`,
    [orderId, fromSequence],
  );
}

const order = (id: string) => world.orm.em.fork().findOneOrFail(Order, id);
