/** A request that waits for a second connection while it has one stands still as soon as all have one: here there is one. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { createOrm } from '../../db/orm.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createGuide } from '../support/merchants.ts';
import { orderService } from '../support/orders-app.ts';

let api: TestApp;
let app: FastifyInstance;
let orm: ReturnType<typeof createOrm>;
let token: string;
beforeAll(async () => {
  api = await createTestApp();
  api.clock.now = new Date('2026-12-01T12:00:00Z');
  await createGuide(api, { id: 'G1' });
  orm = createOrm({ databaseUrl: api.databaseUrl, poolMax: 1 });
  app = await api.another({ orders: orderService(api, orm) });
  token = await api.token(api.sandbox.agency);
});
afterAll(async () => {
  await orm.close();
  await api.close();
});

async function post(path: string, payload: object = {}, key?: string) {
  const headers = { authorization: `Bearer ${token}`, ...(key && { 'idempotency-key': key }) };
  const answer = await app.inject({ method: 'POST', url: `/open/v1/order/${path}`, headers, payload });
  const { code, data } = answer.json();
  expect([path, code]).toEqual([path, 200]);
  return data;
}
const trip = { guideId: 'G1', tripDays: 1, guestCount: 2 };
const contact = { contactName: 'Ada', contactPhone: '+351912345678' };

test.each([
  ['without a key', undefined, '2027-01-10'],
  ['under a key', 'one', '2027-02-10'],
])('every write to a hold needs one connection at a time, %s', async (_case, key, tripDate) => {
  const keyed = (name: string) => key && `${key}-${name}`;
  const { holdId } = await post('hold', { ...trip, tripDate }, keyed('hold'));
  await post(`hold/extend/${holdId}`, { holdSeconds: 1_200 }, keyed('extend'));
  await post(`hold/change/${holdId}`, { guestCount: 3 }, keyed('change'));
  await post(`hold/release/${holdId}`, {}, keyed('release'));
  const again = await post('hold', { ...trip, tripDate }, keyed('again'));
  const { orderId } = await post('create', { holdId: again.holdId, ...contact }, keyed('create'));
  expect(orderId).toMatch(/^ORD/);
});

test('a quote, a booking and a question about it, too', async () => {
  await post('quote', { ...trip, tripDate: '2027-03-14' });
  const { orderId } = await post('create', { ...trip, tripDate: '2027-03-14', ...contact }, 'two-create');
  await post(`change-quote/${orderId}`, { guestCount: 3 });
});
