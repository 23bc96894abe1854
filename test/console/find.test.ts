import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Guide, Partnership } from '../../db/entities/index.ts';
import { addDays, todayIn } from '../../domain/trip.ts';
import { guideIndexJobs } from '../../jobs/guide-indexer.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { type Browser, createTestConsole, type TestConsole } from '../support/console/console-app.ts';
import { workOff } from '../support/jobs.ts';
import { createGuide, createMerchant } from '../support/merchants.ts';
import { createOrderRow } from '../support/orders.ts';

let api: TestApp;
let console_: TestConsole;
let agency: { company: string; browser: Browser };
let studio: { company: string; browser: Browser };
const today = todayIn('Europe/Lisbon', new Date());
const tripDate = addDays(today, 30);
const HOURS = {
  tripKindId: 'half-day',
  name: 'Half a day',
  durationMinutes: 240,
  startTimes: ['09:00', '14:00'],
};

interface Price {
  readonly guideId: string;
  readonly totalAmount: number;
  readonly available: boolean;
}

beforeAll(async () => {
  api = await createTestApp();
  console_ = await createTestConsole(api);
  await createMerchant(api, 'mk_other_studio', { kind: 'studio' });
  await createGuide(api, {
    id: 'G1',
    area: 'Évora',
    weekendRate: { weekdays: ['saturday', 'sunday'], dayRate: 20_000 },
    guestSurcharge: { fromGuest: 3, amountPerDay: 500 },
  });
  await createGuide(api, {
    id: 'G2',
    guestKinds: [
      { kind: 'adult', amount: 1_000 },
      { kind: 'child', amount: 500 },
    ],
  });
  await createGuide(api, {
    id: 'G3',
    offersWholeDays: false,
    tripKinds: [
      { ...HOURS, tripKindId: 'long', name: 'Long', price: 9_000 },
      { ...HOURS, price: 4_000 },
    ],
  });
  await createGuide(api, { id: 'G4', maxGuests: 2 });
  await createGuide(api, { id: 'G5', visibility: 'partners' });
  await createGuide(api, { id: 'G6', visibility: 'partners', studioKey: 'mk_other_studio' });
  await createGuide(api, { id: 'G7', sandbox: false });
  await createGuide(api, { id: 'G8', status: 'paused', area: 'Nowhere' });
  const em = api.orm.em.fork();
  em.create(Partnership, { studioKey: 'mk_sandbox_studio', partnerKey: 'mk_sandbox_agency' });
  await em.flush();
  agency = await side('agency', 'mk_sandbox_agency');
  studio = await side('studio', 'mk_sandbox_studio');
});
afterAll(async () => {
  await console_.close();
  await api.close();
});

async function side(kind: 'agency' | 'studio', sandboxKey: string) {
  const company = await console_.company({ kind, sandboxKey });
  return { company, browser: await console_.member(company, 'reader') };
}

async function ask(path: string, { company, browser } = agency) {
  return (await browser.send({ url: `/api/${company}/sandbox/console${path}` })).json();
}

async function prices(guideIds: string, trip: Record<string, unknown> = {}): Promise<Price[]> {
  const query = new URLSearchParams({ guideIds, tripDate, guestCount: '2', ...(trip as object) });
  const { code, data } = await ask(`/find/prices?${query}`);
  expect(code).toBe(200);
  return data.list;
}

async function quoted(guideId: string, trip: object) {
  const payload = { guideId, tripDate, guestCount: 2, ...trip };
  const url = '/open/v1/order/quote';
  return (await api.as(api.sandbox.agency, { method: 'POST', url, payload })).json().data;
}

test.each([
  [{ tripDays: 1 }, 2],
  [{ tripDays: 5 }, 4],
  [{ tripDays: 3 }, 5],
])('a trip costs what its quote says: %j for %i guests', async (days, guestCount) => {
  const list = await prices('G1,G2', { ...days, guestCount: String(guestCount) });
  expect(list.map(({ guideId }) => guideId)).toEqual(['G1', 'G2']);
  for (const { guideId, ...price } of list) {
    const { totalAmount, currency, available } = await quoted(guideId, { ...days, guestCount });
    expect(price).toEqual({ totalAmount, currency, available, tripKindName: null });
  }
});

test('of trips of hours the cheapest, for one day alone', async () => {
  const [price] = await prices('G3');
  const { totalAmount } = await quoted('G3', { tripKindId: 'half-day', startTime: '09:00' });
  expect(price).toMatchObject({ totalAmount, tripKindName: 'Half a day', available: true });
  expect(await prices('G3', { tripDays: '2' })).toEqual([]);
});

test('whoever does not take so many guests, or is not to be seen, has no price', async () => {
  const list = await prices('G4,G5,G6,G7,G999,G1', { guestCount: '3' });
  expect(list.map(({ guideId }) => guideId)).toEqual(['G5', 'G1']);
});

test('what others have booked is not free; of hours another time is', async () => {
  await createOrderRow(api, { id: 'ORD1000000000000000001', guideId: 'G4', tripDate, tripDays: 2 });
  await createOrderRow(api, { id: 'ORD1000000000000000002', guideId: 'G3', tripDate, tripDays: 1 });
  const em = api.orm.em.fork();
  await em.execute(`update reservation set end_at = start_at + interval '13 hours' where guide_id = 'G3'`);
  const free = async (date: string) =>
    (await prices('G4,G3,G8', { tripDate: date })).map(({ available }) => available);
  expect(await free(addDays(tripDate, -1))).toEqual([true, true, false]);
  // G3 is free from 13:00 on: its trip at two o'clock.
  expect(await free(tripDate)).toEqual([false, true, false]);
  expect(await free(addDays(tripDate, 1))).toEqual([false, true, false]);
  expect(await free(addDays(tripDate, 2))).toEqual([true, true, false]);
});

test.each([
  ['guideIds=G1&guestCount=2', 'tripDate'],
  [
    `guideIds=${Array.from({ length: 26 }, (_, n) => `G${n + 1}`).join()}&tripDate=${tripDate}&guestCount=2`,
    'guideIds',
  ],
  [`guideIds=G1&tripDate=${tripDate}&guestCount=0`, 'guestCount'],
  [`guideIds=G1&tripDate=${tripDate}&guestCount=2&tripDays=61`, 'tripDays'],
  [`guideIds=1;drop&tripDate=${tripDate}&guestCount=2`, 'guideIds'],
  ['guideIds=G1&tripDate=2027-02-30&guestCount=2', 'tripDate'],
])('%s is refused by its field', async (query, field) => {
  const { code, data } = await ask(`/find/prices?${query}`);
  expect(code).toBe(40001);
  expect(data.details.map(({ path }: { path: string }) => path)).toEqual([`query.${field}`]);
});

test('a day that is over, or too far ahead, has no prices', async () => {
  expect(await prices('G1', { tripDate: addDays(today, -3) })).toEqual([]);
  expect(await prices('G1', { tripDate: addDays(today, 800) })).toEqual([]);
});

test('a studio books nobody', async () => {
  const query = `guideIds=G1&tripDate=${tripDate}&guestCount=2`;
  expect(await ask(`/find/prices?${query}`, studio)).toMatchObject({ code: 40006 });
});

test('what one can search by is what public, active guides of this world offer, the commonest first', async () => {
  await createGuide(api, {
    id: 'G20',
    area: 'São  João',
    serviceAreas: ['ÉVORA'],
    languages: ['pt-BR', 'en'],
  });
  const onError = (error: unknown) => {
    throw error;
  };
  const deps = { orm: api.orm, onError };
  await workOff(deps, { guide_index: guideIndexJobs(api.orm) });
  const { areas, languages, serviceTypes, currencies } = (await ask('/find/choices')).data;
  const seeded = await api.orm.em
    .fork()
    .count(Guide, { sandbox: true, visibility: 'public', status: 'active' });
  const count = (list: { value: string; guides: number }[], value: string) =>
    list.find((one) => one.value === value)?.guides;
  expect(count(areas, 'Évora') ?? count(areas, 'ÉVORA')).toBe(2);
  expect(count(areas, 'São  João')).toBe(1);
  expect(areas.map(({ value }: { value: string }) => value)).not.toContain('Nowhere');
  expect(count(languages, 'pt-br')).toBe(1);
  expect(count(currencies, 'EUR')).toBeGreaterThan(3);
  expect(count(serviceTypes, 'wine')).toBe(5);
  const guides = areas.map((one: { guides: number }) => one.guides);
  expect(guides).toEqual([...guides].sort((one, other) => other - one));
  const total = currencies.reduce((sum: number, one: { guides: number }) => sum + one.guides, 0);
  expect(total).toBe(seeded);
});
