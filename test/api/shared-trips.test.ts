/** Departures that several parties share: how many of them there may be, and what they keep others from (docs/guides.md, "Shared trips"). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { Guide, Reservation, WaitlistEntry } from '../../db/entities/index.ts';
import { noteGuideWritten } from '../../db/queries/guides/guide-writes.ts';
import { releaseHold } from '../../db/queries/orders/holds.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { DEFAULT_PLATFORM_TERMS } from '../../domain/platform-terms.ts';
import { waitlistEntryJobs, waitlistTimeJobs } from '../../jobs/waitlist-watch.ts';
import type { TestApp } from '../support/app.ts';
import { BROKEN_RESERVATIONS } from '../support/data/reservation-rules.ts';
import { createConformance } from '../support/documents/openapi.ts';
import { workOff } from '../support/jobs.ts';
import { createMerchant } from '../support/merchants.ts';
import { endOrders } from '../support/orders.ts';
import { createOrdersApp } from '../support/orders-app.ts';

const TOUR = {
  tripKindId: 'tour',
  name: 'Old town, together',
  durationMinutes: 120,
  startTimes: ['10:00', '15:00'],
  price: 0,
  guestPrices: [],
  capacity: 8,
  maxGuests: 6,
};
const PRIVATE = {
  tripKindId: 'alone',
  name: 'Alone',
  durationMinutes: 60,
  startTimes: ['11:00', '13:00'],
  price: 50,
};
const GUIDE = {
  ...{
    name: 'Rita',
    area: 'Shareton',
    languages: ['pt'],
    serviceTypes: ['city_walk'],
    maxUnconfirmedDays: 3_650,
  },
  ...{ dayRate: 120, currency: 'EUR', timeZone: 'Europe/Lisbon', maxGuests: 12 },
};
const CONTACT = { contactName: 'Ada Lovelace', contactPhone: '+351912345678' };
const DAY = '2027-05-04';

let api: TestApp;
let app: FastifyInstance;
let agency: ClientCredentials;
let other: ClientCredentials;
let studio: ClientCredentials;
let expectDescribed: Awaited<ReturnType<typeof createConformance>>;
beforeAll(async () => {
  ({ api, app } = await createOrdersApp());
  api.clock.now = new Date('2027-04-01T12:00:00Z');
  ({ agency, studio } = api.sandbox);
  other = await createMerchant(api, 'mk_other');
  expectDescribed = await createConformance(app);
});
afterAll(() => api.close());

async function send(client: ClientCredentials, options: InjectOptions, path = String(options.url)) {
  const answer = await app.inject({
    ...options,
    headers: { authorization: `Bearer ${await api.token(client)}` },
  });
  expectDescribed(options.method ?? 'GET', `/open/v1/${path}`, answer);
  return answer.json();
}
const post = (path: string, payload: object, client = agency) =>
  send(client, { method: 'POST', url: `/open/v1/${path}`, payload }, path);
const read = (path: string, query: Record<string, string>) =>
  send(agency, { url: `/open/v1/${path}`, query }, path);

async function offer(changes: object = {}): Promise<string> {
  const { code, data } = await post(
    'guide/create',
    { ...GUIDE, tripKinds: [TOUR, PRIVATE], ...changes },
    studio,
  );
  expect(code).toBe(200);
  return data.guideId;
}
const tour = (guideId: string, guestCount: number, changes: object = {}) => ({
  ...{ guideId, guestCount, tripDate: DAY, tripKindId: 'tour', startTime: '10:00', ...changes },
});
const book = (guideId: string, guestCount: number, changes: object = {}, client = agency) =>
  post('order/create', { ...tour(guideId, guestCount, changes), ...CONTACT }, client);
const hold = (guideId: string, guestCount: number, changes: object = {}, client = agency) =>
  post('order/hold', tour(guideId, guestCount, changes), client);
const quote = async (guideId: string, guestCount: number, changes: object = {}) =>
  (await post('order/quote', tour(guideId, guestCount, changes))).data;
const cancel = (orderId: string) => api.orm.em.fork().execute(endOrders('id = ?'), [orderId]);
const tooFew = (left: number) => ({
  code: 40902,
  data: {
    details: [{ path: 'body.guestCount', reason: 'too_few_places', msg: `${left} of 8 places are left` }],
  },
});
async function expectSound(): Promise<void> {
  expect(await api.orm.em.fork().execute(BROKEN_RESERVATIONS)).toEqual([]);
}

describe('a departure', () => {
  test('is shared by parties until no place is left, and quotes and calendars say how many are', async () => {
    const id = await offer();
    expect(await quote(id, 2)).toMatchObject({ available: true, capacity: 8, placesLeft: 8 });
    const { data: first } = await book(id, 3);
    expect(await book(id, 3, {}, other)).toMatchObject({ code: 200 });
    expect(await quote(id, 3)).toMatchObject({
      ...{ available: false, placesLeft: 2, obstacles: ['2 of 8 places are left'] },
      obstacleDetails: tooFew(2).data.details,
    });
    expect(await book(id, 3)).toMatchObject(tooFew(2));
    expect(await hold(id, 3)).toMatchObject(tooFew(2));
    const calendar = { guideIds: id, from: DAY, to: DAY, withTimes: 'true' };
    const timesOf = async () => (await read('guide/calendar', calendar)).data.list[0].days[0].times;
    expect(await timesOf()).toEqual([
      { tripKindId: 'tour', startTimes: ['10:00', '15:00'], placesLeft: [2, 8] },
      { tripKindId: 'alone', startTimes: ['13:00'] },
    ]);
    expect(await book(id, 2)).toMatchObject({ code: 200 });
    expect(await timesOf()).toMatchObject([{ startTimes: ['15:00'], placesLeft: [8] }, {}]);
    expect(await book(id, 1)).toMatchObject(tooFew(0));

    await cancel(first.orderId);
    expect(await quote(id, 3)).toMatchObject({ available: true, placesLeft: 3 });
    await expectSound();
  });

  test('has parties of at most so many guests', async () => {
    const id = await offer();
    expect(await book(id, 7)).toMatchObject({
      code: 40001,
      data: { details: [{ reason: 'too_many_guests' }] },
    });
    const whole = await offer({ tripKinds: [{ ...TOUR, maxGuests: undefined }] });
    expect(await book(whole, 9)).toMatchObject({ code: 40001 });
    expect(await book(whole, 8)).toMatchObject({ code: 200 });
  });

  test.each([
    ['a trip that begins meanwhile', { tripKindId: 'alone', startTime: '11:00', guestCount: 1 }, 40902],
    ['the whole day', { tripKindId: undefined, startTime: undefined, tripDays: 1 }, 40902],
    ['another departure that overlaps', { tripKindId: 'long', startTime: '09:00' }, 40902],
    ['another trip that begins at that time', { tripKindId: 'long', startTime: '10:00' }, 40902],
    ['a later departure', { startTime: '15:00' }, 200],
    ['a trip afterwards', { tripKindId: 'alone', startTime: '13:00', guestCount: 1 }, 200],
  ])('keeps the guide from %s, and is kept by it', async (_case, trip, code) => {
    const long = { ...TOUR, tripKindId: 'long', startTimes: ['09:00', '10:00'] };
    const kinds = { tripKinds: [TOUR, PRIVATE, long] };
    for (const [first, second] of [
      [{}, trip],
      [trip, {}],
    ] as const) {
      const id = await offer(kinds);
      expect(await book(id, 1, first)).toMatchObject({ code: 200 });
      const answer = await book(id, 1, second);
      expect(answer).toMatchObject({ code });
      if (code !== 200) expect(answer.data.details).toMatchObject([{ reason: 'already_booked' }]);
      if (code !== 200)
        expect((await quote(id, 1, second)).placesLeft).toBe(
          first === trip ? 0 : (second as { tripKindId?: string }).tripKindId === 'long' ? 0 : null,
        );
    }
    await expectSound();
  });

  test('is on one day alone, and in its own zone', async () => {
    const id = await offer();
    expect(await book(id, 6)).toMatchObject({ code: 200 });
    expect(await book(id, 6, { tripDate: '2027-05-05' })).toMatchObject({ code: 200 });
    expect(await quote(id, 1, { tripDate: '2027-05-05' })).toMatchObject({ placesLeft: 2 });
  });

  test('keeps those who have booked when its places become fewer, and takes nobody more', async () => {
    const id = await offer();
    expect(await book(id, 6)).toMatchObject({ code: 200 });
    const change = (tripKinds: object[]) =>
      send(
        studio,
        { method: 'PUT', url: `/open/v1/guide/update/${id}`, payload: { tripKinds } },
        'guide/update/{guideId}',
      );
    expect(await change([{ ...TOUR, capacity: 4, maxGuests: 4 }])).toMatchObject({ code: 200 });
    expect(await quote(id, 1)).toMatchObject({ available: false, capacity: 4, placesLeft: 0 });
    expect(await book(id, 1)).toMatchObject({ code: 40902 });
    const { capacity: _, ...alone } = TOUR;
    expect(await change([alone])).toMatchObject({ code: 200 });
    expect(await quote(id, 1)).toMatchObject({ available: false, capacity: null, placesLeft: null });
    expect(await book(id, 1)).toMatchObject({
      code: 40902,
      data: { details: [{ reason: 'already_booked' }] },
    });
  });
});

test.each([
  ['capacity', { capacity: 13 }, 'must be at most 12, as the guide takes'],
  ['maxGuests', { capacity: 5 }, 'must be at most 5, as there are places'],
])('a studio can’t offer what is inconsistent: %s', async (member, changes, msg) => {
  const answer = await post('guide/create', { ...GUIDE, tripKinds: [{ ...TOUR, ...changes }] }, studio);
  const detail = { path: `body.tripKinds.0.${member}`, reason: 'inconsistent', msg };
  expect(answer).toMatchObject({ code: 40001, data: { details: [detail] } });
});

describe('holds', () => {
  test('keep places, become orders with them, and give them back', async () => {
    const id = await offer();
    const { data: held } = await hold(id, 5);
    expect(await quote(id, 4)).toMatchObject({ available: false, placesLeft: 3 });
    const { code, data } = await post('order/create', { holdId: held.holdId, ...CONTACT });
    expect(code).toBe(200);
    expect(await quote(id, 3)).toMatchObject({ available: true, placesLeft: 3 });
    await expectSound();
    const { data: second } = await hold(id, 3, {}, other);
    expect(await book(id, 1)).toMatchObject(tooFew(0));
    await releaseHold(api.orm.em.fork(), second.holdId, api.clock.now);
    await cancel(data.orderId);
    expect(await quote(id, 6)).toMatchObject({ available: true, placesLeft: 8 });
    expect(await api.orm.em.fork().count(Reservation, { guideId: id })).toBe(0);
  });
});

describe('at once', () => {
  test('thirty parties of bookings and holds have the places and no more, round after round', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await offer();
      const asked = Array.from({ length: 30 }, (_, index) =>
        (index % 3 === 0 ? hold : book)(id, 1 + (index % 2)),
      );
      const answers = await Promise.all(asked);
      const taken = answers.flatMap(({ code }, index) => (code === 200 ? [1 + (index % 2)] : []));
      expect(taken.reduce((sum, guests) => sum + guests, 0)).toBe(8);
      for (const { code } of answers) expect([200, 40902]).toContain(code);
      await expectSound();
    }
  });

  test('cancelled places go to those who ask then, and never twice', async () => {
    const id = await offer();
    const full = await Promise.all([2, 2, 2, 2].map((guests) => book(id, guests)));
    const again = await Promise.all([
      ...full.map(({ data }) => cancel(data.orderId).then(() => undefined)),
      ...Array.from({ length: 12 }, (_, index) => (index % 2 ? book : hold)(id, 2)),
    ]);
    const taken = again.filter((answer) => answer?.code === 200).length;
    expect(taken).toBeLessThanOrEqual(4);
    expect((await quote(id, 1)).placesLeft).toBe(8 - taken * 2);
    await expectSound();
  });

  test('the database refuses whoever goes past all that', async () => {
    const id = await offer();
    await book(id, 6);
    const [row] = await api.orm.em.fork().find(Reservation, { guideId: id });
    const { startAt, endAt, departure, capacity } = row!;
    const more = { guideId: id, startAt, endAt, departure, capacity };
    await expect(api.orm.em.fork().insert(Reservation, { ...more, id: 'ORD1', places: 3 })).rejects.toThrow(
      'too few places',
    );
    await expect(api.orm.em.fork().nativeUpdate(Reservation, { guideId: id }, { places: 9 })).rejects.toThrow(
      'too few places',
    );
    await api.orm.em.fork().insert(Reservation, { ...more, id: 'ORD2', places: 2 });
    await api.orm.em.fork().nativeDelete(Reservation, { id: 'ORD2' });
  });
});

test('a full departure is waited for; who waits is notified when there are places for all of the party', async () => {
  const id = await offer();
  const { data } = await book(id, 6);
  const { data: two } = await book(id, 2);
  const trip = tour(id, 3);
  const { code, data: entry } = await post('waitlist/create', trip, other);
  expect(code).toBe(200);
  const work = () =>
    workOff(
      {
        orm: api.orm,
        onError: (error) => {
          throw error;
        },
      },
      {
        waitlist_time: waitlistTimeJobs({ orm: api.orm }),
        waitlist_entry: waitlistEntryJobs({
          orm: api.orm,
          now: () => api.clock.now,
          terms: DEFAULT_PLATFORM_TERMS,
        }),
      },
    );
  const notifiedAt = async () => {
    await work();
    return (await api.orm.em.fork().findOneOrFail(WaitlistEntry, { merchantKey: 'mk_other', guideId: id }))
      .notifiedAt;
  };
  expect(entry).toMatchObject({ guestCount: 3, toldAt: null });
  expect(await notifiedAt()).toBeNull();
  await cancel(two.orderId);
  expect(await notifiedAt()).toBeNull();
  expect(await post('waitlist/create', tour(id, 2))).toMatchObject({ code: 40910 });
  await cancel(data.orderId);
  expect(await notifiedAt()).not.toBeNull();
  expect(await post('waitlist/create', trip)).toMatchObject({ code: 40910 });
});

test('a search by days finds guides with places left, where they sell no whole days', async () => {
  const area = 'Findshare';
  const shared = await offer({ area, offersWholeDays: false, tripKinds: [TOUR] });
  const withDays = await offer({ area, tripKinds: [TOUR] });
  const found = async () => {
    for (const id of [shared, withDays]) await noteGuideWritten(api.orm.em.fork(), id, { mayBeFree: true });
    const { data } = await read('guide/list', { area, availableFrom: DAY, availableTo: DAY });
    return data.list.map(({ guideId }: { guideId: string }) => guideId);
  };
  expect(await found()).toEqual([shared, withDays]);
  for (const id of [shared, withDays]) await book(id, 6);
  expect(await found()).toEqual([shared]);
  const isFree = async () => {
    const { data } = await send(agency, { url: `/open/v1/guide/detail/${shared}` }, 'guide/detail/{guideId}');
    return data.timeSlots.some(
      (slot: { startDate: string; endDate: string }) => slot.startDate <= DAY && DAY <= slot.endDate,
    );
  };
  expect(await isFree()).toBe(true);
  await book(shared, 2);
  expect(await found()).toEqual([]);
  expect(await isFree()).toBe(false);
  expect(await api.orm.em.fork().count(Guide, { area })).toBe(2);
});
