import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { OrderDetail } from '../../contract/schemas/orders.ts';
import { Order } from '../../db/entities/index.ts';
import { seedSandbox } from '../../db/seed/index.ts';
import { ENCRYPTION_KEY } from '../support/app.ts';
import { bookingIn } from '../support/booking.ts';
import { createLivePlatform, type LivePlatform } from '../support/live-platform.ts';
import { createMerchant } from '../support/merchants.ts';
import { until } from '../support/until.ts';

/** Each does what docs/sandbox.md says of it, for an agency that it was not told of. */
let platform: LivePlatform;
beforeAll(async () => {
  platform = await createLivePlatform();
  agency = await createMerchant(platform, 'mk_integrator');
});
afterAll(() => platform.close());
let agency: Awaited<ReturnType<typeof createMerchant>>;

const post = async (path: string, payload: object, headers = {}) =>
  (await platform.as(agency, { method: 'POST', url: `/open/v1/${path}`, payload, headers })).json();
const create = (payload: object, headers = {}) => post('order/create', payload, headers);
const detail = async (orderId: string): Promise<OrderDetail> =>
  (await platform.as(agency, { url: `/open/v1/order/detail/${orderId}` })).json().data;
const ended = async (orderId: string, status: string): Promise<OrderDetail> => {
  await until(async () => (await detail(orderId)).status === status);
  return await detail(orderId);
};
const tripOf = ({ guideId, tripDate, tripDays, guestCount }: ReturnType<typeof bookingIn>) => {
  return { guideId, tripDate, tripDays, guestCount };
};

test('they are found, and an older sandbox gets them, once', async () => {
  const list = async () =>
    (await platform.as(agency, { url: '/open/v1/guide/list?area=Sandbox%20Town' })).json().data.list;
  const ids = [
    'G9000001',
    'G9000002',
    'G9000003',
    'G9000004',
    'G9000005',
    'G9000006',
    'G9000007',
    'G9000008',
  ];
  expect((await list()).map(({ guideId }: { guideId: string }) => guideId)).toEqual(ids);
  await platform.unbounded.em.fork().execute(`delete from guide where id = 'G9000002'`);
  for (const _ of ids) {
    await seedSandbox({ databaseUrl: platform.databaseUrl, encryptionKey: ENCRYPTION_KEY });
  }
  expect((await list()).map(({ guideId }: { guideId: string }) => guideId)).toEqual(ids);
});

test('G9000001 confirms by itself, as its studio would', async () => {
  const { data } = await create(bookingIn(30, 'G9000001'));
  const { history } = await ended(data.orderId, 'confirmed');
  expect(history[1]).toMatchObject({ reason: 'confirmed_by_studio', actor: 'studio' });
});

test('G9000002 rejects, and everything comes back', async () => {
  const { data } = await create(bookingIn(30, 'G9000002'));
  const { history } = await ended(data.orderId, 'cancelled');
  expect(history[1]).toMatchObject({ reason: 'rejected_by_studio', actor: 'studio' });
  const { refundAmount, totalAmount } = await platform.orm.em.fork().findOneOrFail(Order, data.orderId);
  expect(refundAmount).toBe(totalAmount);
});

test('what is cancelled before they answer stays so', async () => {
  const { data } = await create(bookingIn(33, 'G9000001'));
  const url = `/open/v1/order/cancel/${data.orderId}`;
  await platform.as(agency, { method: 'POST', url });
  expect((await detail(data.orderId)).history).toHaveLength(2);
});

test('G9000003 never answers, and its deadline comes after thirty seconds', async () => {
  const { data } = await create(bookingIn(30, 'G9000003'));
  const { confirmBy, createdAt } = await platform.orm.em.fork().findOneOrFail(Order, data.orderId);
  expect(confirmBy.getTime() - createdAt.getTime()).toBe(30_000);
  await post('sandbox/clock/advance', { minutes: 1 });
  expect((await ended(data.orderId, 'cancelled')).history[1]?.reason).toBe('confirmation_expired');
});

test('G9000004 costs more than its quote: whoever expects the quote is refused with the price, others pay it', async () => {
  const booking = bookingIn(30, 'G9000004');
  const { data: quote } = await post('order/quote', tripOf(booking));
  const refused = await create({ ...booking, expectedTotal: quote.totalAmount });
  expect([refused.code, refused.data.totalAmount]).toEqual([40908, quote.totalAmount * 1.1]);
  const held = await post('order/hold', { ...tripOf(booking), expectedTotal: quote.totalAmount });
  expect(held.code).toBe(40908);
  const booked = await create({ ...booking, expectedTotal: refused.data.totalAmount });
  expect([booked.code, booked.data.totalAmount]).toEqual([200, quote.totalAmount * 1.1]);
  const { priceBreakdown, totalAmount } = await detail(booked.data.orderId);
  expect(priceBreakdown.reduce((sum, { amount }) => sum + amount, 0)).toBe(totalAmount);
});

test('G9000005 is booked, but the answer is lost: only the key finds it', async () => {
  const booking = bookingIn(30, 'G9000005');
  const key = { 'idempotency-key': 'lost-answer' };
  expect((await create(booking, key)).code).toBe(50301);
  const again = await create(booking, key);
  expect([again.code, again.data.status]).toEqual([200, 'pending']);
  expect((await detail(again.data.orderId)).guideId).toBe('G9000005');

  const without = bookingIn(31, 'G9000005');
  expect((await create(without)).code).toBe(50301);
  // Whoever sends it once more as if nothing had happened finds the guide taken: by itself.
  expect((await create(without)).code).toBe(40902);
});
