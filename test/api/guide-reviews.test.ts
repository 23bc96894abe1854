import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Review } from '../../db/entities/review.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createGuide, createMerchant } from '../support/merchants.ts';
import { createOrderRow } from '../support/orders.ts';

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp();
});
afterAll(() => api.close());

const read = async (guideId: string, query: Record<string, string> = {}, client = api.sandbox.agency) =>
  (await api.as(client, { url: `/open/v1/guide/reviews/${guideId}?${new URLSearchParams(query)}` })).json();

test('are read from the newest on, page by page, without a name', async () => {
  await createGuide(api, { id: 'G71' });
  const em = api.orm.em.fork();
  for (let n = 0; n < 5; n++) {
    const order = { id: `ORD710${n}`, guideId: 'G71', tripDate: `2027-01-0${n + 1}`, tripDays: 1 };
    await createOrderRow(api, order);
    // Two of one moment.
    const createdAt = new Date(`2026-11-0${Math.max(1, n)}T10:00:00.123Z`);
    const merchantKey = api.sandbox.agency.clientId;
    await em.insert(Review, {
      orderId: order.id,
      guideId: 'G71',
      merchantKey,
      rating: 1 + n,
      text: `T${n}`,
      createdAt,
    });
  }
  const seen: unknown[] = [];
  let cursor: string | undefined;
  do {
    const { data } = await read('G71', { size: '2', ...(cursor && { cursor }) });
    expect(JSON.stringify(data)).not.toMatch(/mk_|ORD/);
    seen.push(...data.list);
    cursor = data.nextCursor ?? undefined;
  } while (cursor);
  expect(seen).toEqual(
    [4, 3, 2, 1, 0].map((n) => ({
      rating: 1 + n,
      text: `T${n}`,
      createdAt: `2026-11-0${Math.max(1, n)}T10:00:00.123Z`,
    })),
  );
});

test('of a guide that may not be seen, or is none, are refused; a cursor is for its guide', async () => {
  await createGuide(api, { id: 'G72', visibility: 'partners' });
  await createGuide(api, { id: 'G73' });
  expect((await read('G72')).code).toBe(40003);
  expect((await read('G72', {}, api.sandbox.studio)).data).toEqual({ list: [], nextCursor: null });
  expect((await read('G999999')).code).toBe(40004);
  const live = await createMerchant(api, 'mk_live', { sandbox: false });
  expect((await read('G73', {}, live)).code).toBe(40004);
  const { data } = await read('G71', { size: '1' });
  expect((await read('G73', { cursor: data.nextCursor })).code).toBe(40001);
  expect((await read('G71', { cursor: 'infinity' })).code).toBe(40001);
});
