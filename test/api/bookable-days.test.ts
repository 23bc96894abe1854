import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { Guide, Order } from '../../db/entities/index.ts';
import { closedDaysIn, daysOf } from '../../domain/availability.ts';
import { LIVE_STATES } from '../../domain/order-state.ts';
import { addDays } from '../../domain/trip.ts';
import { WEEKDAYS } from '../../domain/weekday.ts';
import type { TestApp } from '../support/app.ts';
import { createGuide } from '../support/merchants.ts';
import { endOrders } from '../support/orders.ts';
import { createOrdersApp } from '../support/orders-app.ts';

let api: TestApp;
let app: FastifyInstance;
let tokens: { agency: string; studio: string };
beforeAll(async () => {
  ({ api, app } = await createOrdersApp());
  api.clock.now = new Date('2026-12-01T12:00:00Z');
  tokens = { agency: await api.token(api.sandbox.agency), studio: await api.token(api.sandbox.studio) };
});
afterAll(() => api.close());

const FIRST = '2027-03-20';
const days = fc.record({ from: fc.nat(13), length: fc.integer({ min: 1, max: 4 }) });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('book' as const), days }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('block' as const), days }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('rest' as const), weekday: fc.constantFrom(...WEEKDAYS) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel' as const), pick: fc.nat() }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

let numbers = 700_000;

test('live orders never overlap and never touch a closed day, whatever runs at the same time', async () => {
  const outcomes = new Map<number, number>();
  const property = fc.asyncProperty(
    fc.array(fc.array(step, { minLength: 2, maxLength: 6 }), { maxLength: 4 }),
    async (rounds) => {
      const id = `G${numbers++}`;
      await createGuide(api, { id });
      for (const round of rounds) {
        const codes = await Promise.all(round.map((one) => carryOut(id, one)));
        for (const code of codes) outcomes.set(code, (outcomes.get(code) ?? 0) + 1);
        await expectConsistent(id);
      }
    },
  );
  await fc.assert(property, { numRuns: 40 });
  // Every refusal is one of those that were promised, and both sides won at times.
  expect([...outcomes.keys()].sort()).toEqual([200, 40902]);
});

async function carryOut(id: string, one: Step): Promise<number> {
  if (one.kind === 'cancel') return await cancelAny(id, one.pick);
  if (one.kind === 'rest') return await send('PUT', `guide/availability/${id}`, { restDays: [one.weekday] });
  const tripDate = addDays(FIRST, one.days.from);
  const endDate = addDays(tripDate, one.days.length - 1);
  if (one.kind === 'block') {
    return await send('PUT', `guide/availability/${id}`, { blocked: [{ startDate: tripDate, endDate }] });
  }
  const contact = { contactName: 'Ada', contactPhone: '+351912345678' };
  const trip = { guideId: id, tripDate, tripDays: one.days.length, guestCount: 1 };
  return await send('POST', 'order/create', { ...trip, ...contact });
}

async function send(method: 'POST' | 'PUT', path: string, payload: object): Promise<number> {
  const token = path.startsWith('guide') ? tokens.studio : tokens.agency;
  const headers = { authorization: `Bearer ${token}` };
  const answer = await app.inject({ method, url: `/open/v1/${path}`, headers, payload });
  return answer.json().code;
}

async function cancelAny(guideId: string, pick: number): Promise<number> {
  const em = api.orm.em.fork();
  const orders = await em.find(Order, { guideId, status: 'pending' });
  const order = orders[pick % Math.max(orders.length, 1)];
  if (order) await em.execute(endOrders('id = ?'), [order.id]);
  return 200;
}

async function expectConsistent(id: string): Promise<void> {
  const em = api.orm.em.fork();
  const guide = await em.findOneOrFail(Guide, id);
  const live = await em.find(Order, { guideId: id, status: { $in: [...LIVE_STATES] } });
  const trips = live.map(({ tripDate, tripDays }) => ({
    startDate: tripDate,
    endDate: addDays(tripDate, tripDays - 1),
  }));
  const held = trips.flatMap((trip) => daysOf(trip));
  expect(new Set(held).size).toBe(held.length);
  expect(trips.flatMap((trip) => closedDaysIn(trip, guide))).toEqual([]);
}
