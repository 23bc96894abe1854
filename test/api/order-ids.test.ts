import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import type { TestApp } from '../support/app.ts';
import { createGuide } from '../support/merchants.ts';
import { createOrdersApp } from '../support/orders-app.ts';

let api: TestApp;
let app: FastifyInstance;
let token: string;
beforeAll(async () => {
  ({ api, app } = await createOrdersApp());
  api.clock.now = new Date('2026-12-01T12:00:00Z');
  token = await api.token(api.sandbox.agency);
  await createGuide(api, { id: 'G7' });
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => api.close());

async function book(tripDate: string, key?: string): Promise<{ code: number; orderId: string }> {
  const answer = await app.inject({
    method: 'POST',
    url: '/open/v1/order/create',
    headers: { authorization: `Bearer ${token}`, ...(key && { 'idempotency-key': key }) },
    payload: {
      guideId: 'G7',
      tripDate,
      tripDays: 1,
      guestCount: 1,
      contactName: 'Ada',
      contactPhone: '+351912345678',
    },
  });
  const { code, data } = answer.json();
  return { code, orderId: data.orderId };
}

/** What the next ids end with. */
function draw(...numbers: number[]): void {
  jest.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    (array as unknown as Uint32Array)[0] = numbers.shift() ?? 999_999;
    return array;
  });
}

test('orders of one millisecond that draw the same digits are all booked, each under an id of its own', async () => {
  draw(7, 7, 8, 7, 8, 9);
  const booked = [await book('2027-03-20'), await book('2027-03-21'), await book('2027-03-22', 'a-key')];
  expect(booked.map(({ code }) => code)).toEqual([200, 200, 200]);
  expect(booked.map(({ orderId }) => orderId.slice(-6))).toEqual(['000007', '000008', '000009']);
  // What the key is answered with is the order that was booked, not one that was tried.
  expect(await book('2027-03-22', 'a-key')).toEqual(booked[2]);
});

test('a guide that changes faster than it can be read is booked all the same', async () => {
  const changes = new AbortController();
  const changing = [1, 2].map(() => changeUntil(changes.signal));
  const codes: number[] = [];
  for (let day = 1; day <= 9; day++) codes.push((await book(`2027-05-0${day}`)).code);
  changes.abort();
  await Promise.all(changing);
  expect(codes).toEqual(Array(9).fill(200));
});

/** Past the API, which is too slow for it. */
async function changeUntil(stop: AbortSignal): Promise<void> {
  const em = api.orm.em.fork();
  while (!stop.aborted) await em.execute('update guide set version = version + 1 where id = ?', ['G7']);
}
