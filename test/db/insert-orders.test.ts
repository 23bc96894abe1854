import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { IdempotencyKey, Notification, Order, OrderEvent } from '../../db/entities/index.ts';
import { holdGuide, insertOrders, type OrderInsert } from '../../db/queries/orders/insert-order.ts';
import { CANCELLATION_PRESETS } from '../../domain/cancellation.ts';
import { newOrderId, notificationId } from '../../domain/ids.ts';
import { tripSpan } from '../../domain/trip.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createGuide } from '../support/merchants.ts';
import { endOrders } from '../support/orders.ts';

const MERCHANT = 'mk_sandbox_agency';
const GUIDES = ['G1', 'G2', 'G3', 'G4', 'G5'];

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp();
  for (const id of GUIDES) await createGuide(api, { id });
});
afterAll(() => api.close());

let drawn = 0;
/** Of another millisecond each, so that no two draw the same id. */
function orderOf(guideId: string, tripDate: string, key?: string): OrderInsert {
  const now = new Date(Date.UTC(2026, 10, 1) + ++drawn);
  const trip = { tripDate, tripDays: 2, timeZone: 'Europe/Lisbon' };
  const { start, end } = tripSpan(trip);
  const id = newOrderId(now);
  return {
    order: {
      ...{ id, guideId, ...trip, merchantKey: MERCHANT, studioKey: 'mk_sandbox_studio', sandbox: true },
      ...{ guestCount: 2, contactName: 'Ada "the first", Lovelace \\ {1,2}', contactPhone: '+351912345678' },
      ...{ totalAmount: 24_690, currency: 'EUR', commissionRate: 1_000, remark: null, clientReference: null },
      ...{
        priceBreakdown: [],
        cancellationPolicy: CANCELLATION_PRESETS.moderate,
        instantConfirmation: false,
      },
      ...{ confirmBy: start, tripStartAt: start, tripEndAt: end, createdAt: now, launchAfter: now },
    },
    guideVersion: 1,
    bodies: { merchant: `{"of":"${id}"}`, studio: `{"for the studio":"${id}"}` },
    ...(key && { idempotency: { key, requestHash: '0'.repeat(64), answer: { orderId: id } } }),
  };
}

/** Those that were written. */
async function write(...inserts: OrderInsert[]): Promise<OrderInsert[]> {
  const results = await insertOrders(api.orm.em.fork(), inserts);
  return inserts.filter(({ order }) => results.get(order.id) === 'written');
}

test('each order is written with its event, its notification and its key', async () => {
  const [plain, keyed] = [orderOf('G1', '2027-01-10'), orderOf('G2', '2027-01-10', 'a-key')];
  const acting = { ...orderOf('G3', '2027-01-10'), actingKey: MERCHANT };
  expect(await write(plain, keyed, acting)).toEqual([plain, keyed, acting]);
  const em = api.orm.em.fork();
  for (const { order, actingKey } of [plain, keyed, acting]) {
    const { remark, clientReference, ...facts } = order;
    expect(await em.findOneOrFail(Order, order.id)).toMatchObject({
      ...facts,
      status: 'pending',
      sequence: 1,
    });
    expect(await em.findOneOrFail(OrderEvent, { orderId: order.id })).toMatchObject({
      ...{ sequence: 1, toStatus: 'pending', reason: 'created', actorKey: MERCHANT },
      ...{ actingKey: actingKey ?? null, occurredAt: order.createdAt },
    });
    const id = notificationId(order.id, 1);
    expect(await em.findOneOrFail(Notification, id)).toMatchObject({
      ...{ orderId: order.id, merchantKey: MERCHANT, inFeed: true },
      body: `{"notificationId":"${id}","of":"${order.id}"}`,
    });
    const [studios] = await em.find(Notification, { orderId: order.id, merchantKey: order.studioKey });
    expect(studios).toMatchObject({
      ...{ status: 'skipped', inFeed: true },
      body: `{"notificationId":"${studios?.id}","for the studio":"${order.id}"}`,
    });
  }
  const keys = await em.find(IdempotencyKey, { merchantKey: MERCHANT });
  expect(keys).toEqual([expect.objectContaining({ key: 'a-key', answer: { orderId: keyed.order.id } })]);
});

test('what cannot be written leaves nothing behind, and the others stand', async () => {
  const taken = orderOf('G1', '2027-02-10');
  await write(taken);
  const free = orderOf('G5', '2027-02-10', 'of-the-free');
  const overlapping = orderOf('G1', '2027-02-11', 'overlapping');
  const other = orderOf('G2', '2027-02-10', 'drawn-twice');
  const drawnTwice = { ...other, order: { ...other.order, id: taken.order.id } };
  const outdated = { ...orderOf('G3', '2027-02-10', 'outdated'), guideVersion: 2 };
  const held = orderOf('G4', '2027-02-10', 'held');
  await api.orm.em.fork().transactional(async (em) => {
    await holdGuide(em, 'G4');
    const all = [overlapping, drawnTwice, outdated, held, free];
    expect(await insertOrders(api.orm.em.fork(), all)).toEqual(
      new Map([
        [overlapping.order.id, 'overlaps'],
        [drawnTwice.order.id, null],
        [free.order.id, 'written'],
      ]),
    );
  });
  const em = api.orm.em.fork();
  expect(await em.count(Order, { createdAt: { $gte: taken.order.createdAt } })).toBe(2);
  const keys = await em.find(IdempotencyKey, { key: { $ne: 'a-key' } });
  expect(keys.map(({ key }) => key)).toEqual(['of-the-free']);
  expect(await write(held)).toEqual([held]);
});

test('a key that is used already: none is written', async () => {
  const [first, other] = [orderOf('G1', '2027-03-10', 'used'), orderOf('G2', '2027-03-10')];
  await write(first);
  const again = write(orderOf('G3', '2027-03-10', 'used'), other);
  await expect(again).rejects.toMatchObject({ code: '23505' });
  expect(await api.orm.em.fork().findOne(Order, other.order.id)).toBeNull();
});

test('who holds the guide books it', async () => {
  const insert = orderOf('G1', '2027-04-10');
  const result = await api.orm.em.fork().transactional(async (em) => {
    await holdGuide(em, 'G1');
    return (await insertOrders(em, [insert])).get(insert.order.id);
  });
  expect(result).toBe('written');
});

test('an order whose days are free again is no obstacle', async () => {
  const cancelled = orderOf('G1', '2027-05-10');
  await write(cancelled);
  await api.orm.em.fork().execute(endOrders('id = ?'), [cancelled.order.id]);
  const next = orderOf('G1', '2027-05-11');
  expect(await write(next)).toEqual([next]);
});
