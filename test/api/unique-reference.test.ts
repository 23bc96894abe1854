import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { Order } from '../../db/entities/index.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createGuide, createMerchant } from '../support/merchants.ts';
import { orderService } from '../support/orders-app.ts';
import { until } from '../support/until.ts';

const GUIDES = Array.from({ length: 20 }, (_, index) => `G${index + 1}`);

let api: TestApp;
/** Two processes on one database. */
let apps: readonly [FastifyInstance, FastifyInstance];
let other: ClientCredentials;
beforeAll(async () => {
  api = await createTestApp();
  api.clock.now = new Date('2026-12-01T12:00:00Z');
  apps = [await api.another({ orders: orderService(api) }), await api.another({ orders: orderService(api) })];
  other = await createMerchant(api, 'mk_other');
  for (const id of GUIDES) await createGuide(api, { id });
});
afterAll(() => api.close());

let tripDate: string;
let day = 0;
beforeEach(() => {
  tripDate = new Date(Date.UTC(2027, 0, 1 + day++)).toISOString().slice(0, 10);
});

interface Wish {
  readonly guideId?: string;
  readonly clientReference?: string;
  readonly uniqueReference?: unknown;
}

async function book(
  wish: Wish,
  {
    client = api.sandbox.agency,
    key,
    process = 0,
  }: { client?: ClientCredentials; key?: string; process?: 0 | 1 } = {},
) {
  const answer = await apps[process].inject({
    method: 'POST',
    url: '/open/v1/order/create',
    headers: { authorization: `Bearer ${await api.token(client)}`, ...(key && { 'idempotency-key': key }) },
    payload: {
      ...{ guideId: 'G1', tripDate, tripDays: 1, guestCount: 1, contactName: 'Ada' },
      ...{ contactPhone: '+351912345678', ...wish },
    },
  });
  return answer.json() as { code: number; data: { orderId: string; details?: { path: string }[] } };
}
const count = (clientReference: string) => api.orm.em.fork().count(Order, { clientReference });

test('a second order with the reference is refused, and told which one has it', async () => {
  const wish = { clientReference: 'R-1', uniqueReference: true };
  const first = await book(wish);
  expect(first.code).toBe(200);
  expect(await book({ ...wish, guideId: 'G2' })).toMatchObject({
    code: 40909,
    data: { orderId: first.data.orderId },
  });
  // Also where the days are taken as well: a repetition whose answer was lost looks like this.
  expect(await book(wish)).toMatchObject({ code: 40909, data: { orderId: first.data.orderId } });
  await api.orm.em.fork().nativeUpdate(Order, first.data.orderId, { status: 'cancelled' });
  expect((await book({ ...wish, guideId: 'G2' })).code).toBe(40909);
  expect(await count('R-1')).toBe(1);
});

test('only those that asked are counted, of the same merchant', async () => {
  const wish = { clientReference: 'R-2' };
  expect((await book(wish)).code).toBe(200);
  expect((await book({ ...wish, guideId: 'G2', uniqueReference: true })).code).toBe(200);
  expect((await book({ ...wish, guideId: 'G3', uniqueReference: false })).code).toBe(200);
  expect((await book({ ...wish, guideId: 'G4', uniqueReference: true }, { client: other })).code).toBe(200);
  const refused = await book({ ...wish, guideId: 'G5', uniqueReference: true }, { client: other });
  expect(refused.code).toBe(40909);
});

test('the same Idempotency-Key gets the first answer', async () => {
  const wish = { clientReference: 'R-3', uniqueReference: true };
  const first = await book(wish, { key: 'unique-3' });
  expect(await book(wish, { key: 'unique-3' })).toEqual(first);
  expect((await book({ ...wish, guideId: 'G2' }, { key: 'unique-3b' })).code).toBe(40909);
});

test('of many at once one is booked, in one process or two, and nobody else is held up', async () => {
  const rivals = GUIDES.slice(0, 12).map((guideId, index) =>
    book({ guideId, clientReference: 'R-4', uniqueReference: true }, { process: index % 2 === 0 ? 0 : 1 }),
  );
  const others = GUIDES.slice(12).map((guideId) => book({ guideId, clientReference: 'R-4' }));
  const codes = (await Promise.all(rivals)).map(({ code }) => code);
  expect(codes.toSorted()).toEqual([200, ...Array(11).fill(40909)]);
  expect((await Promise.all(others)).map(({ code }) => code)).toEqual(others.map(() => 200));
});

test('one that another process is writing is waited for, and those of its batch are booked', async () => {
  const writer = new pg.Client({ connectionString: api.adminUrl });
  await writer.connect();
  const held = (await book({ guideId: 'G1', clientReference: 'R-5' })).data.orderId;
  await writer.query('begin');
  await writer.query('update orders set is_reference_unique = true where id = $1', [held]);
  const wishes = GUIDES.slice(1, 6).map((guideId) => ({ guideId, clientReference: 'R-5' }));
  const answers = wishes.map((wish, index) => book({ ...wish, uniqueReference: index === 2 }));
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await until(async () => (await api.orm.em.fork().execute(waiting)).length > 0);
  await writer.query('commit');
  await writer.end();
  const found = await Promise.all(answers);
  expect(found.map(({ code }) => code)).toEqual([200, 200, 40909, 200, 200]);
  expect(found[2]!.data.orderId).toBe(held);
});

test('an order from a hold is refused alike, and the hold stays', async () => {
  const wish = { clientReference: 'R-7', uniqueReference: true };
  const { orderId } = (await book(wish)).data;
  const post = async (path: string, payload: object) => {
    const headers = { authorization: `Bearer ${await api.token(api.sandbox.agency)}` };
    const answer = await apps[0].inject({ method: 'POST', url: `/open/v1/order/${path}`, headers, payload });
    return answer.json();
  };
  const { holdId } = (await post('hold', { guideId: 'G2', tripDate, tripDays: 1, guestCount: 1 })).data;
  const held = { holdId, contactName: 'Ada', contactPhone: '+351912345678' };
  expect(await post('create', { ...held, ...wish })).toMatchObject({ code: 40909, data: { orderId } });
  expect(await post('create', { ...held, uniqueReference: true })).toMatchObject({
    code: 40001,
    data: { details: [{ path: 'body.clientReference' }] },
  });
  expect(await post('create', { ...held, ...wish, clientReference: 'R-8' })).toMatchObject({ code: 200 });
});

test.each([
  [{ uniqueReference: true }, 'body.clientReference'],
  [{ uniqueReference: 'yes', clientReference: 'R-6' }, 'body.uniqueReference'],
])('%j is malformed', async (wish, path) => {
  expect(await book(wish)).toMatchObject({ code: 40001, data: { details: [{ path }] } });
});
