/** `npm run proof -- places`: the last place of a departure, again and again, by many at once over two API processes' pools. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { createOrm } from '../../db/orm.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { addDays } from '../../domain/trip.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { BROKEN_RESERVATIONS } from '../support/data/reservation-rules.ts';
import { createGuide, createMerchant } from '../support/merchants.ts';
import { orderService } from '../support/orders-app.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 1_000);
const CLIENTS = 20;
const CAPACITY = 6;
const START_TIMES = ['08:00', '11:00', '14:00', '17:00', '20:00'];
const TOUR = {
  tripKindId: 'tour',
  name: 'Together',
  durationMinutes: 120,
  startTimes: START_TIMES,
  price: 1_000,
};
const CONTACT = { contactName: 'Ada Lovelace', contactPhone: '+351912345678' };

let api: TestApp;
let apps: FastifyInstance[];
let orms: ReturnType<typeof createOrm>[];
const agencies: ClientCredentials[] = [];
beforeAll(async () => {
  api = await createTestApp();
  api.clock.now = new Date('2027-01-01T12:00:00Z');
  orms = [0, 1].map(() => createOrm({ databaseUrl: api.databaseUrl, poolMax: 8 }));
  apps = [];
  for (const orm of orms) apps.push(await api.another({ orders: orderService(api, orm) }));
  for (const name of ['one', 'two', 'three']) agencies.push(await createMerchant(api, `mk_${name}`));
  const terms = { maxGuests: 12, instantConfirmation: true, offersWholeDays: false, maxHeldHours: 720 };
  await createGuide(api, { id: 'G1', ...terms, tripKinds: [{ ...TOUR, capacity: CAPACITY }] });
}, 120_000);
afterAll(async () => {
  for (const orm of orms) await orm.close();
  await api.close();
});

async function post(index: number, path: string, payload: object) {
  const agency = agencies[index % agencies.length]!;
  const headers = { authorization: `Bearer ${await api.token(agency)}` };
  const url = `/open/v1/order/${path}`;
  const answer = await apps[index % apps.length]!.inject({ method: 'POST', url, headers, payload });
  return answer.json() as { code: number; data: { holdId: string; orderId: string } };
}

/** A departure of its own for each round. */
function departure(round: number) {
  const tripDate = addDays('2027-02-01', Math.floor(round / START_TIMES.length));
  return { guideId: 'G1', tripKindId: 'tour', tripDate, startTime: START_TIMES[round % START_TIMES.length] };
}

async function takeLast(round: number): Promise<number> {
  const trip = departure(round);
  expect((await post(0, 'create', { ...trip, ...CONTACT, guestCount: CAPACITY - 2 })).code).toBe(200);
  // Two parties of one guest each, which become parties of two.
  const grows = [await post(1, 'hold', { ...trip, guestCount: 1 })];
  expect(grows).toMatchObject([{ code: 200 }]);
  const others = Array.from({ length: CLIENTS - grows.length }, (_, index) =>
    index % 2 === 0
      ? post(index, 'create', { ...trip, ...CONTACT, guestCount: 1 })
      : post(index, 'hold', { ...trip, guestCount: 1 }),
  );
  const changes = grows.map(({ data }) => post(1, `hold/change/${data.holdId}`, { guestCount: 2 }));
  const answers = await Promise.all([...others, ...changes]);
  const done = answers.filter(({ code }) => code === 200);
  expect([round, answers.filter(({ code }) => code !== 200 && code !== 40902)]).toEqual([round, []]);
  const holds = [...grows, ...done].filter(({ data }) => data.holdId !== undefined);
  for (const holdId of new Set(holds.map(({ data }) => data.holdId)))
    for (const index of agencies.keys()) await post(index, `hold/release/${holdId}`, {});
  return done.length;
}

test(`of ${CLIENTS} clients one has the last place, ${ROUNDS} times`, async () => {
  const began = Date.now();
  for (let round = 0; round < ROUNDS; round++) {
    // Ids are made of the instant: in a single one, thousands of them meet.
    api.clock.now = new Date(api.clock.now.getTime() + 1_000);
    expect([round, await takeLast(round)]).toEqual([round, 1]);
    if (round % 50 === 0) expect(await api.orm.em.fork().execute(BROKEN_RESERVATIONS)).toEqual([]);
  }
  expect(await api.orm.em.fork().execute(BROKEN_RESERVATIONS)).toEqual([]);
  process.stdout.write(
    `${ROUNDS} rounds of ${CLIENTS} clients in ${Math.round((Date.now() - began) / 1_000)} s\n`,
  );
}, 3_600_000);
