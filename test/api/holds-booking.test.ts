/** What meets in the middle of a booking from a hold. */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { Hold, Order, OrderEvent } from '../../db/entities/index.ts';
import { createOrm } from '../../db/orm.ts';
import { endDueHold } from '../../db/queries/orders/holds.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { type Barrier, createBarrier } from '../support/data/barrier.ts';
import { BROKEN_RESERVATIONS } from '../support/data/reservation-rules.ts';
import { createGuide } from '../support/merchants.ts';
import { orderService } from '../support/orders-app.ts';
import { until } from '../support/until.ts';

const NOW = new Date('2026-12-01T12:00:00Z');

let api: TestApp;
let app: FastifyInstance;
let barrier: Barrier;
let token: string;
const connect = () => createOrm({ databaseUrl: api.databaseUrl, poolMax: 8 });
let orm: ReturnType<typeof connect>;
beforeAll(async () => {
  api = await createTestApp();
  api.clock.now = NOW;
  orm = connect();
  app = await api.another({ orders: orderService(api, orm) });
  token = await api.token(api.sandbox.agency);
  await createGuide(api, { id: 'G1' });
  barrier = await createBarrier(api.adminUrl);
});
afterAll(async () => {
  await barrier.close();
  await orm.close();
  await api.close();
});

let holdId: string;
let trip: object;
let day = 0;
beforeEach(async () => {
  api.clock.now = NOW;
  const tripDate = new Date(Date.UTC(2027, 0, 1 + day++)).toISOString().slice(0, 10);
  trip = { guideId: 'G1', tripDate, tripDays: 1, guestCount: 2 };
  ({ holdId } = (await post('hold', trip)).data);
});

async function post(path: string, payload: object, key?: string) {
  const headers = { authorization: `Bearer ${token}`, ...(key && { 'idempotency-key': key }) };
  const url = `/open/v1/order/${path}`;
  const answer = await app.inject({ method: 'POST', url, headers, payload });
  return {
    ...(answer.json() as { code: number; data: { holdId: string; orderId: string } }),
    headers: answer.headers,
  };
}
const contact = { contactName: 'Ada', contactPhone: '+351912345678' };
const book = (key?: string) => post('create', { holdId, ...contact }, key);
const hold = () => api.orm.em.fork().findOneOrFail(Hold, holdId);
const whenOver = async () => {
  api.clock.now = new Date((await hold()).expiresAt.getTime() + 1);
};

/** For a row or a transaction, not before the barrier. */
const WAITING = `select pid from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and wait_event <> 'advisory'`;

/** Books, and does something while the booking is being written. */
async function inTheMiddle<T>(key: string | undefined, meanwhile: () => Promise<T>) {
  await barrier.raise('before insert on orders for each row');
  const booking = book(key);
  await barrier.reached();
  let isAnswered = false;
  const other = meanwhile().finally(() => {
    isAnswered = true;
  });
  // Whoever comes waits for the booking, or is told at once.
  await until(async () => isAnswered || (await api.unbounded.em.fork().execute(WAITING)).length > 0);
  await barrier.lower();
  return [await booking, await other] as const;
}

async function expectBooked(orderId: string): Promise<void> {
  expect(await hold()).toMatchObject({ status: 'booked', orderId });
  expect(await api.orm.em.fork().count(OrderEvent, { orderId })).toBe(1);
  expect(await api.orm.em.fork().execute(BROKEN_RESERVATIONS)).toEqual([]);
}

test('a repeat that comes when the time is over waits for the first try, and gets its answer', async () => {
  const key = 'late-repeat';
  const [first, repeat] = await inTheMiddle(key, async () => {
    await whenOver();
    return await book(key);
  });
  expect([first.code, repeat.code]).toEqual([200, 200]);
  expect(repeat.data).toEqual(first.data);
  expect(repeat.headers['idempotent-replayed']).toBe('true');
  await expectBooked(first.data.orderId);
});

test('a hold that is being booked does not expire, though its time ends meanwhile', async () => {
  const [booked, ended] = await inTheMiddle(undefined, async () => {
    await whenOver();
    return await endDueHold(api.orm.em.fork(), holdId, api.clock.now, false);
  });
  expect(booked.code).toBe(200);
  expect(ended?.status).toBe('booked');
  await expectBooked(booked.data.orderId);
});

test('nobody gets the days of a hold that is being booked', async () => {
  const [booked, rival] = await inTheMiddle(undefined, () => post('create', { ...trip, ...contact }));
  expect([booked.code, rival.code]).toEqual([200, 40902]);
  await expectBooked(booked.data.orderId);
});

test('a hold that is being booked can be neither released nor extended', async () => {
  const [booked, others] = await inTheMiddle(undefined, () =>
    Promise.all([post(`hold/release/${holdId}`, {}), post(`hold/extend/${holdId}`, {})]),
  );
  expect([booked.code, ...others.map(({ code }) => code)]).toEqual([200, 40907, 40907]);
  await expectBooked(booked.data.orderId);
});

test('a booking whose connection is lost leaves the hold as it was; repeating it books once', async () => {
  await barrier.raise('before insert on orders for each row');
  const lost = book('lost');
  await barrier.reached();
  await barrier.cutOff();
  await barrier.lower();
  expect((await lost).code).toBe(50301);
  expect((await hold()).status).toBe('held');
  const again = await book('lost');
  expect(again.code).toBe(200);
  expect((await book('lost')).data).toEqual(again.data);
  expect(await api.orm.em.fork().count(Order, { tripDate: (trip as { tripDate: string }).tripDate })).toBe(1);
  await expectBooked(again.data.orderId);
});
