/** Another trip in place of the one that is held (services/holds/changing.ts). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { Guide, Hold, Reservation } from '../../db/entities/index.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { addDays } from '../../domain/trip.ts';
import type { TestApp } from '../support/app.ts';
import { BROKEN_RESERVATIONS } from '../support/data/reservation-rules.ts';
import { createConformance } from '../support/documents/openapi.ts';
import { createGuide, createMerchant } from '../support/merchants.ts';
import { createOrdersApp } from '../support/orders-app.ts';

const NOW = new Date('2027-04-01T12:00:00Z');
const WALK = {
  tripKindId: 'walk',
  name: 'A walk',
  durationMinutes: 120,
  startTimes: ['10:00', '15:00'],
  price: 6_000,
};
const GUEST_KINDS = [
  { kind: 'adult', amount: 1_000 },
  { kind: 'child', amount: 500 },
] as const;
const CONTACT = { contactName: 'Ada Lovelace', contactPhone: '+351912345678' };

let api: TestApp;
let app: FastifyInstance;
let agency: ClientCredentials;
let other: ClientCredentials;
let expectDescribed: Awaited<ReturnType<typeof createConformance>>;
beforeAll(async () => {
  ({ api, app } = await createOrdersApp());
  ({ agency } = api.sandbox);
  other = await createMerchant(api, 'mk_other');
  expectDescribed = await createConformance(app);
});
afterAll(() => api.close());

let guideId: string;
let count = 0;
let day: string;
beforeEach(async () => {
  api.clock.now = NOW;
  count += 1;
  guideId = `G${count}`;
  day = addDays('2027-05-01', count * 10);
  await createGuide(api, {
    id: guideId,
    dayRate: 10_000,
    maxGuests: 8,
    languages: ['pt', 'en'],
    guestKinds: [...GUEST_KINDS],
    tripKinds: [WALK],
  });
});

async function post(path: string, payload: object, client = agency, headers: InjectOptions['headers'] = {}) {
  const authorization = `Bearer ${await api.token(client)}`;
  const url = `/open/v1/order/${path}`;
  const answer = await app.inject({ method: 'POST', url, headers: { authorization, ...headers }, payload });
  expectDescribed('POST', url.replace(/HLD\d+/, '{holdId}'), answer);
  return answer.json();
}
const made = async (changes: object = {}, client = agency) => {
  const trip = { guideId, tripDate: day, tripDays: 2, guestCount: 2, ...changes };
  const { code, data } = await post('hold', trip, client);
  expect(code).toBe(200);
  return data;
};
const change = (holdId: string, payload: object, client = agency, headers = {}) =>
  post(`hold/change/${holdId}`, payload, client, headers);
const row = (id: string) => api.orm.em.fork().findOneOrFail(Hold, id);
const isFree = async (tripDate: string) =>
  (await post('quote', { guideId, tripDate, tripDays: 1, guestCount: 1 }, other)).data.available;
async function expectSound(): Promise<void> {
  expect(await api.orm.em.fork().execute(BROKEN_RESERVATIONS)).toEqual([]);
}

test('guests and their kinds, days, time: price and terms follow, the id and its end stay, an order takes it over', async () => {
  const hold = await made();
  expect(hold).toMatchObject({ totalAmount: 240 });
  const guests = [
    { kind: 'adult', count: 2 },
    { kind: 'child', count: 1 },
  ];
  const { code, data } = await change(hold.holdId, { guests });
  expect(code).toBe(200);
  expect(data).toMatchObject({
    holdId: hold.holdId,
    guestCount: 3,
    guests,
    totalAmount: 250,
    expiresAt: hold.expiresAt,
  });
  expect((await change(hold.holdId, { tripDays: 1, tripDate: addDays(day, 3) })).data).toMatchObject({
    ...{ tripDays: 1, tripDate: addDays(day, 3), totalAmount: 125, guests },
  });
  expect([await isFree(day), await isFree(addDays(day, 3))]).toEqual([true, false]);
  const walk = (await change(hold.holdId, { tripKindId: 'walk', startTime: '15:00', language: 'en' })).data;
  expect(walk).toMatchObject({ tripKindId: 'walk', startTime: '15:00', language: 'en', totalAmount: 85 });
  await expectSound();
  const order = (await post('create', { holdId: hold.holdId, ...CONTACT })).data;
  expect(order).toMatchObject({ totalAmount: 85 });
  expect(await row(hold.holdId)).toMatchObject({ status: 'booked', orderId: order.orderId });
  await expectSound();
});

test('a number of guests alone is of adults, also where there are as many already', async () => {
  const guests = [
    { kind: 'adult', count: 1 },
    { kind: 'child', count: 1 },
  ];
  const { holdId } = await made({ guests, guestCount: undefined });
  const { data } = await change(holdId, { guestCount: 2 });
  expect(data).toMatchObject({ guests: [{ kind: 'adult', count: 2 }], totalAmount: 240 });
  expect(await change(holdId, { guestCount: 2 })).toMatchObject({
    code: 40001,
    data: { details: [{ reason: 'nothing_to_change' }] },
  });
});

test('null takes away, and what is left out stays', async () => {
  const { holdId } = await made({
    tripKindId: 'walk',
    startTime: '10:00',
    tripDays: undefined,
    language: 'en',
  });
  expect((await change(holdId, { language: null })).data).toMatchObject({
    language: null,
    startTime: '10:00',
  });
  expect((await change(holdId, { tripKindId: null, tripDays: 3 })).data).toMatchObject({
    tripKindId: null,
    tripDays: 3,
  });
});

describe('is refused, and the hold stays as it was', () => {
  test.each<[string, object, number, string | undefined]>([
    ['nothing that is another', { guestCount: 2 }, 40001, 'nothing_to_change'],
    ['too many guests', { guestCount: 9 }, 40001, 'too_many_guests'],
    ['an unknown trip kind', { tripKindId: 'no', startTime: '10:00' }, 40001, 'not_offered'],
    ['a day that is over', { tripDate: '2027-03-01' }, 40001, 'past_date'],
    ['another price than expected', { guestCount: 3, expectedTotal: 1 }, 40908, undefined],
    ['nothing', {}, 40001, undefined],
    ['what a hold has not', { contactName: 'Ada' }, 40001, undefined],
  ])('%s', async (_case, payload, code, reason) => {
    const { holdId } = await made();
    const before = await row(holdId);
    const answer = await change(holdId, payload);
    expect(answer).toMatchObject({ code, ...(reason && { data: { details: [{ reason }] } }) });
    expect(await row(holdId)).toEqual(before);
  });

  test('a time that somebody else has, a day off, more days than may be kept', async () => {
    const { holdId } = await made();
    await made({ tripDate: addDays(day, 5) }, other);
    const taken = await change(holdId, { tripDays: 6 });
    expect(taken).toMatchObject({
      code: 40902,
      data: { details: [{ reason: 'already_booked', days: [addDays(day, 5)] }] },
    });
    const changes = {
      blocked: [{ startDate: addDays(day, 3), endDate: addDays(day, 3) }],
      maxUnconfirmedDays: 3,
    };
    await api.orm.em.fork().nativeUpdate(Guide, { id: guideId }, changes);
    expect(await change(holdId, { tripDate: addDays(day, 3) })).toMatchObject({
      ...{ code: 40902, data: { details: [{ reason: 'day_off' }] } },
    });
    expect(await change(holdId, { tripDate: addDays(day, -6), tripDays: 5 })).toMatchObject({ code: 42902 });
    expect(await change(holdId, { tripDate: addDays(day, -6), tripDays: 3 })).toMatchObject({ code: 200 });
    await expectSound();
  });

  test('one that is over, booked or released, and another merchant’s', async () => {
    const [over, booked, released] = [
      await made(),
      await made({ tripDate: addDays(day, 3) }),
      await made({ tripDate: addDays(day, 6) }),
    ];
    await post('create', { holdId: booked.holdId, ...CONTACT });
    await post(`hold/release/${released.holdId}`, {});
    expect(await change(over.holdId, { guestCount: 3 }, other)).toMatchObject({ code: 40013 });
    api.clock.now = new Date(NOW.getTime() + 901_000);
    for (const [{ holdId }, status] of [
      [over, 'expired'],
      [booked, 'booked'],
      [released, 'released'],
    ] as const)
      expect(await change(holdId, { guestCount: 3 })).toMatchObject({ code: 40907, data: { status } });
  });
});

test('its end comes nearer with the trip, and never goes back', async () => {
  const { holdId, expiresAt } = await made({
    tripKindId: 'walk',
    startTime: '15:00',
    tripDays: undefined,
    tripDate: '2027-04-02',
    holdSeconds: 100_000,
  });
  expect(expiresAt).toBe('2027-04-02T14:00:00.000Z');
  const earlier = await change(holdId, { startTime: '10:00' });
  expect(earlier.data.expiresAt).toBe('2027-04-02T09:00:00.000Z');
  const later = await change(holdId, { tripDate: '2027-04-20' });
  expect(later.data.expiresAt).toBe('2027-04-02T09:00:00.000Z');
});

test('a repeat under its key is the first answer; another change under it is refused', async () => {
  const { holdId } = await made();
  const headers = { 'idempotency-key': `change-${guideId}` };
  const first = await change(holdId, { guestCount: 3 }, agency, headers);
  await change(holdId, { guestCount: 4 });
  expect(await change(holdId, { guestCount: 3 }, agency, headers)).toEqual(first);
  expect(await row(holdId)).toMatchObject({ terms: { guestCount: 4 } });
  expect(await change(holdId, { guestCount: 5 }, agency, headers)).toMatchObject({ code: 40903 });
});

describe('at once', () => {
  test('a change and a booking: the order has the one trip or the other, never a part of both', async () => {
    for (let round = 0; round < 6; round++) {
      const { holdId } = await made({ tripDate: addDays(day, 20 + round * 4) });
      const [changed, booked] = await Promise.all([
        change(holdId, { guestCount: 3, tripDays: 1 }),
        post('create', { holdId, ...CONTACT }),
      ]);
      expect(booked.code).toBe(200);
      expect([200, 40907]).toContain(changed.code);
      const terms = (await row(holdId)).terms;
      expect(booked.data.guestCount).toBe(terms.guestCount);
      expect(booked.data.totalAmount).toBe(changed.code === 200 ? 130 : 240);
      await expectSound();
    }
  });

  test('two holds that want the same days: one has them', async () => {
    const holds = [
      await made(),
      await made({ tripDate: addDays(day, 3) }),
      await made({ tripDate: addDays(day, 6) }, other),
    ];
    const owners = [agency, agency, other];
    const answers = await Promise.all(
      holds.map(({ holdId }, index) => change(holdId, { tripDate: addDays(day, 12) }, owners[index])),
    );
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 40902, 40902]);
    expect(await api.orm.em.fork().count(Reservation, { guideId })).toBe(3);
    await expectSound();
  });
});
