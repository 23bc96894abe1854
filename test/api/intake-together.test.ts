import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { IdempotencyKey, Notification, Order, OrderEvent } from '../../db/entities/index.ts';
import { createOrm } from '../../db/orm.ts';
import { DEFAULT_PLATFORM_TERMS } from '../../domain/platform-terms.ts';
import { createOrderService } from '../../services/orders/index.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { type Barrier, createBarrier } from '../support/data/barrier.ts';
import { createGuide } from '../support/merchants.ts';
import { askAgain } from '../support/waiting/ask-again.ts';

const GUIDES = Array.from({ length: 40 }, (_, index) => `G${index + 1}`);

let api: TestApp;
let app: FastifyInstance;
let barrier: Barrier;
let token: string;
const orm = () => createOrm({ databaseUrl: api.databaseUrl, poolMax: 8 });
let pool: ReturnType<typeof orm>;
beforeAll(async () => {
  api = await createTestApp();
  api.clock.now = new Date('2026-12-01T12:00:00Z');
  pool = orm();
  const now = () => api.clock.now;
  const noWorkflow = () => Promise.reject(new Error('no workflow here'));
  const gateway = { move: noWorkflow, change: noWorkflow, refund: noWorkflow };
  const starter = { start: (order: { id: string }) => void started.push(order.id) };
  const orders = createOrderService({ orm: pool, now, terms: DEFAULT_PLATFORM_TERMS, starter, gateway });
  app = await api.another({ orders });
  token = await api.token(api.sandbox.agency);
  for (const id of GUIDES) await createGuide(api, { id });
  barrier = await createBarrier(api.adminUrl);
});
afterAll(async () => {
  await barrier.close();
  await pool.close();
  await api.close();
});

let started: string[];
let tripDate: string;
let day = 0;
beforeEach(() => {
  started = [];
  tripDate = new Date(Date.UTC(2027, 0, 1 + day++)).toISOString().slice(0, 10);
});

async function book(guideId: string, { key, ...changes }: { key?: string; [changed: string]: unknown } = {}) {
  const answer = await app.inject({
    method: 'POST',
    url: '/open/v1/order/create',
    headers: { authorization: `Bearer ${token}`, ...(key && { 'idempotency-key': key }) },
    payload: {
      ...{ guideId, tripDate, tripDays: 1, guestCount: 2 },
      ...{ contactName: 'Ada', contactPhone: '+351912345678', ...changes },
    },
  });
  const { code, data } = answer.json();
  return { code, orderId: data.orderId as string, isReplay: 'idempotent-replayed' in answer.headers };
}

/** Order, event and notification stand or fall together, and so does the key. */
async function expectBooked(orderIds: readonly string[]): Promise<void> {
  const em = api.orm.em.fork();
  const ids = orderIds.toSorted();
  const orders = await em.find(Order, { tripDate }, { orderBy: { id: 'asc' } });
  expect(orders.map(({ id }) => id)).toEqual(ids);
  expect(await em.count(OrderEvent, { orderId: { $in: ids } })).toBe(ids.length);
  for (const merchantKey of ['mk_sandbox_agency', 'mk_sandbox_studio'])
    expect(await em.count(Notification, { orderId: { $in: ids }, merchantKey })).toBe(ids.length);
}

test('orders that come at once are all booked, each once, and started', async () => {
  const answers = await Promise.all(GUIDES.map((guide) => book(guide)));
  expect(answers.map(({ code }) => code)).toEqual(GUIDES.map(() => 200));
  await expectBooked(answers.map(({ orderId }) => orderId));
  expect(started.toSorted()).toEqual(answers.map(({ orderId }) => orderId).toSorted());
});

test('each has the answer that it would have alone, whoever came with it', async () => {
  await book('G1');
  const early = await book('G2', { key: 'early' });
  const requests: [number, Parameters<typeof book>][] = [
    [40902, ['G1']],
    [200, ['G2', { key: 'early' }]],
    [40903, ['G3', { key: 'early' }]],
    [40004, ['G999']],
    [40001, ['G5', { guestCount: 6 }]],
    [40001, ['G6', { contactPhone: 'none' }]],
    [40902, ['G7', { tripDate: '2026-12-01' }]],
    ...GUIDES.slice(10).map((guide): [number, Parameters<typeof book>] => [
      200,
      [guide, { key: `of ${guide}`.replace(' ', '-') }],
    ]),
  ];
  // Those that wait for the first batches come mixed with the rest.
  const shuffled = requests.toSorted(() => Math.random() - 0.5);
  const answers = await Promise.all(shuffled.map(([, wish]) => book(...wish)));
  expect(answers.map(({ code }) => code)).toEqual(shuffled.map(([code]) => code));
  const replays = answers.filter(({ isReplay }) => isReplay);
  expect(replays).toEqual([{ ...early, isReplay: true }]);
});

test('of many for one guide and its days one is booked; repeated under one key, all get its order', async () => {
  const rivals = await Promise.all(Array.from({ length: 12 }, () => askAgain(() => book('G1'))));
  expect(rivals.map(({ code }) => code).toSorted()).toEqual([200, ...Array(11).fill(40902)]);
  const twins = await Promise.all(
    Array.from({ length: 12 }, () => askAgain(() => book('G2', { key: 'twins' }))),
  );
  expect(new Set(twins.map(({ code, orderId }) => `${code} ${orderId}`)).size).toBe(1);
  expect(twins.filter(({ isReplay }) => !isReplay)).toHaveLength(1);
});

test('where the connection is lost nothing is booked that was not answered, and repeating books once', async () => {
  const requests = GUIDES.map((guide): Parameters<typeof book> => [guide, { key: `lost-${guide}` }]);
  await barrier.raise('before insert on orders for each row');
  const lost = Promise.all(requests.map((wish) => book(...wish)));
  await barrier.reached();
  await barrier.cutOff();
  await barrier.lower();
  const first = await lost;
  expect(first.map(({ code }) => code)).toContain(50301);
  await expectBooked(first.filter(({ code }) => code === 200).map(({ orderId }) => orderId));

  const again = await Promise.all(requests.map((wish) => book(...wish)));
  expect(again.map(({ code }) => code)).toEqual(requests.map(() => 200));
  expect(again.map(({ isReplay }) => isReplay)).toEqual(first.map(({ code }) => code === 200));
  await expectBooked(again.map(({ orderId }) => orderId));
  expect(await api.orm.em.fork().count(IdempotencyKey, { key: { $like: 'lost-%' } })).toBe(requests.length);
});
