import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { AuditEntry, Order } from '../../db/entities/index.ts';
import { bookingIn } from '../support/booking.ts';
import { createLivePlatform, type LivePlatform } from '../support/live-platform.ts';
import { createGuide, createMerchant } from '../support/merchants.ts';

let platform: LivePlatform;
let studio: Awaited<ReturnType<typeof createMerchant>>;
let other: typeof studio;
beforeAll(async () => {
  platform = await createLivePlatform();
  studio = await createMerchant(platform, 'mk_inbox', { kind: 'studio' });
  other = await createMerchant(platform, 'mk_other_inbox', { kind: 'studio' });
  await createGuide(platform, { id: 'G7001', studioKey: 'mk_inbox' });
  await createGuide(platform, { id: 'G7002', studioKey: 'mk_other_inbox' });
  await createGuide(platform, { id: 'G7003', studioKey: 'mk_inbox', visibility: 'partners' });
});
afterAll(() => platform.close());

const place = async (client: typeof studio, days: number, guideId = 'G7001', headers = {}, more = {}) => {
  const payload = { ...bookingIn(days, guideId), ...more };
  const url = '/open/v1/sandbox/order/create';
  return (await platform.as(client, { method: 'POST', url, payload, headers })).json();
};

test('a studio is booked by the sandbox agency, and answers from its own inbox', async () => {
  const { code, data } = await place(studio, 30);
  expect([code, data.status]).toEqual([200, 'pending']);
  const detail = (await platform.as(studio, { url: `/open/v1/order/detail/${data.orderId}` })).json().data;
  expect([data, data.contactPhone]).toEqual([detail, null]);
  const list = (await platform.as(studio, { url: '/open/v1/order/list' })).json().data.list;
  expect(list).toMatchObject([{ orderId: data.orderId }]);
  const url = `/open/v1/order/confirm/${data.orderId}`;
  expect((await platform.as(studio, { method: 'POST', url })).json().data.status).toBe('confirmed');
  const order = await platform.orm.em.fork().findOneOrFail(Order, data.orderId);
  expect(order.merchantKey).toBe(platform.sandbox.agency.clientId);
  const placed = { action: 'sandbox.order_placed', subject: `order:${data.orderId}`, actor: studio.clientId };
  expect(await platform.orm.em.fork().count(AuditEntry, placed)).toBe(1);
});

test('a key is its studio’s own: repeated it is the same order, and two studios do not meet under one', async () => {
  const key = { 'idempotency-key': 'inbox' };
  const [one, two] = await Promise.all([place(studio, 40, 'G7001', key), place(studio, 40, 'G7001', key)]);
  expect(two.data).toEqual(one.data);
  const theirs = await place(other, 40, 'G7002', key);
  expect([theirs.code, theirs.data.orderId === one.data.orderId]).toEqual([200, false]);
  const forget = `update idempotency_key set answer = null, leased_until = now() - interval '1 s' where key = ? and merchant_key = ?`;
  await platform.orm.em.fork().execute(forget, [key['idempotency-key'], studio.clientId]);
  expect((await place(studio, 40, 'G7001', key)).data).toEqual(one.data);
});

test("another studio's guide looks like none; an agency, a live studio and a hold are refused", async () => {
  expect((await place(studio, 50, 'G7002')).code).toBe(40004);
  expect((await place(studio, 50, 'G7003')).code).toBe(40003);
  expect((await place(platform.sandbox.agency, 50)).code).toBe(40006);
  const live = await createMerchant(platform, 'mk_live_inbox', { kind: 'studio', sandbox: false });
  expect((await place(live, 50)).code).toBe(40006);
  const held = await place(studio, 50, 'G7001', {}, { holdId: 'HLD1795230000000123456' });
  expect(held.code).toBe(40001);
  expect((await place(studio, -1)).code).toBe(40001);
  expect((await place(studio, 30)).code).toBe(40902);
});
