/** Trips, and places of shared trips, that are kept for some agencies until they are released (docs/guides.md, "Allotments"). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { Hold, Job, Notification, Reservation, WaitlistEntry } from '../../db/entities/index.ts';
import { releaseHold } from '../../db/queries/orders/holds.ts';
import { addSingleJob } from '../../db/queries/platform/jobs.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { waitlistNumberOf } from '../../domain/ids.ts';
import { DEFAULT_PLATFORM_TERMS } from '../../domain/platform-terms.ts';
import { waitlistEntryJobs, waitlistTimeJobs } from '../../jobs/waitlist-watch.ts';
import { readTripPrices } from '../../services/trade/trip-prices.ts';
import type { TestApp } from '../support/app.ts';
import { BROKEN_RESERVATIONS } from '../support/data/reservation-rules.ts';
import { createConformance } from '../support/documents/openapi.ts';
import { workOff } from '../support/jobs.ts';
import { createMerchant } from '../support/merchants.ts';
import { endOrders } from '../support/orders.ts';
import { createOrdersApp } from '../support/orders-app.ts';

const [AGENCY, OTHER, THIRD] = ['mk_sandbox_agency', 'mk_others', 'mk_third'];
const NOTE = 'As agreed in March';
const TOUR = {
  ...{ tripKindId: 'tour', name: 'Old town, together', durationMinutes: 120, startTimes: ['10:00', '15:00'] },
  ...{ price: 80, capacity: 8 },
};
const WALK = {
  ...{ tripKindId: 'walk', name: 'A walk', durationMinutes: 60, startTimes: ['09:00'], price: 60 },
};
const GUIDE = {
  ...{ name: 'Ana', area: 'Keptville', languages: ['pt'], serviceTypes: ['city_walk'], dayRate: 140 },
  ...{ currency: 'EUR', timeZone: 'Europe/Lisbon', maxGuests: 12, instantConfirmation: true },
  ...{ maxUnconfirmedDays: 3_650, tripKinds: [TOUR, WALK] },
};
const CONTACT = { contactName: 'Ada Lovelace', contactPhone: '+351912345678' };
const NOW = new Date('2027-04-01T12:00:00Z');
const DAY = '2027-05-11';
const WHOLE = { agencies: [AGENCY], releaseDaysBefore: 14, startDate: DAY, endDate: DAY, note: NOTE };
const PLACES = { agencies: [AGENCY], releaseDaysBefore: 14, tripKindIds: ['tour'], places: 5 };

let api: TestApp;
let app: FastifyInstance;
let clients: Record<'agency' | 'other' | 'third' | 'studio', ClientCredentials>;
let expectDescribed: Awaited<ReturnType<typeof createConformance>>;
beforeAll(async () => {
  ({ api, app } = await createOrdersApp());
  const { agency, studio } = api.sandbox;
  clients = {
    ...{ agency, studio },
    other: await createMerchant(api, OTHER),
    third: await createMerchant(api, THIRD),
  };
  expectDescribed = await createConformance(app);
});
afterAll(() => api.close());
beforeEach(() => {
  api.clock.now = NOW;
});

type Who = keyof typeof clients;
async function send(who: Who, options: InjectOptions) {
  const authorization = `Bearer ${await api.token(clients[who])}`;
  return await app.inject({ ...options, headers: { authorization } });
}
async function ask(
  who: Who,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  payload?: object,
  described = path,
) {
  const answer = await send(who, { method, url: `/open/v1/${path}`, ...(payload && { payload }) });
  expectDescribed(method, `/open/v1/${described.replace(/\?.*/, '')}`, answer);
  return answer.json();
}
const make = (guide: object) => ask('studio', 'POST', 'guide/create', { ...GUIDE, ...guide });
async function sold(guide: object = {}): Promise<string> {
  const { code, data } = await make(guide);
  expect(code).toBe(200);
  return data.guideId;
}
const update = (id: string, payload: object) =>
  ask('studio', 'PUT', `guide/update/${id}`, payload, 'guide/update/{guideId}');
const wholeDay = (guideId: string, tripDate = DAY) => ({ guideId, tripDate, tripDays: 1, guestCount: 1 });
const start = (guideId: string, guestCount: number, startTime = '10:00') => ({
  ...{ guideId, guestCount, tripDate: DAY, tripKindId: 'tour', startTime },
});
const quote = async (who: Who, trip: object) => (await ask(who, 'POST', 'order/quote', trip)).data;
const hold = (who: Who, trip: object) => ask(who, 'POST', 'order/hold', trip);
const book = (who: Who, trip: object) => ask(who, 'POST', 'order/create', { ...trip, ...CONTACT });
const em = () => api.orm.em.fork();
async function free(guideId: string): Promise<void> {
  await em().execute(endOrders('guide_id = ?'), [guideId]);
  for (const { id } of await em().find(Hold, { guideId, status: 'held' }))
    await releaseHold(em(), id, api.clock.now);
}
const cancel = (id: string) => em().execute(endOrders('id = ?'), [id]);
const days = async (who: Who, id: string, day = DAY) =>
  (await ask(who, 'GET', `guide/calendar?guideIds=${id}&from=${day}&to=${day}&withTimes=true`)).data.list[0]
    .days[0];

describe('a whole day that is kept', () => {
  const KEYS: Record<Who, string> = {
    agency: AGENCY,
    other: OTHER,
    third: THIRD,
    studio: 'mk_sandbox_studio',
  };
  async function everyDoor(who: Who, id: string) {
    const quoted = await quote(who, wholeDay(id));
    const detail = await ask(who, 'GET', `guide/detail/${id}`, undefined, 'guide/detail/{guideId}');
    const list = `guide/list?area=Keptville&availableFrom=${DAY}&availableTo=${DAY}&size=100`;
    const found = await ask(who, 'GET', list);
    const caller = {
      key: KEYS[who],
      kind: 'agency',
      status: 'active',
      country: 'PT',
      sandbox: true,
    } as const;
    const wish = { guideIds: [id], tripDate: DAY, tripDays: 1, guestCount: 1 };
    const [price] = await readTripPrices(em(), caller, wish, api.clock.now);
    const slot = { productId: id, optionId: 'DEFAULT', localDate: DAY };
    const octo = await send(who, { method: 'POST', url: '/octo/v1/availability', payload: slot });
    const calendar = await days(who, id);
    const held = await hold(who, wholeDay(id));
    await free(id);
    const order = await book(who, wholeDay(id));
    await free(id);
    expect(JSON.stringify([quoted, detail, found, calendar, held, order])).not.toContain(NOTE);
    expect(detail.data).not.toHaveProperty('allotments');
    return {
      reasons: quoted.obstacleDetails.map(({ reason }: { reason: string }) => reason),
      calendar: calendar.state,
      slot: detail.data.timeSlots.some(
        ({ startDate, endDate }: { startDate: string; endDate: string }) =>
          startDate <= DAY && DAY <= endDate,
      ),
      found: found.data.list.some(({ guideId }: { guideId: string }) => guideId === id),
      price: price?.available,
      octo: octo.json()[0].status,
      codes: [held.code, order.code],
    };
  }
  const OPEN = {
    ...{ reasons: [], calendar: 'available', slot: true, found: true, price: true, octo: 'AVAILABLE' },
    codes: [200, 200],
  };
  const KEPT = {
    ...{
      reasons: ['not_on_sale'],
      calendar: 'closed',
      slot: false,
      found: false,
      price: false,
      octo: 'CLOSED',
    },
    codes: [40902, 40902],
  };

  test('is sold to its agencies alone, at every door, and to all from its release on', async () => {
    const id = await sold({ allotments: [WHOLE] });
    expect(await everyDoor('agency', id)).toEqual(OPEN);
    expect(await everyDoor('other', id)).toEqual(KEPT);
    // Lisbon is an hour ahead of UTC then: still the day before, and then the day of the release.
    api.clock.now = new Date('2027-04-26T22:59:00Z');
    expect(await everyDoor('other', id)).toEqual(KEPT);
    api.clock.now = new Date('2027-04-26T23:00:00Z');
    expect(await everyDoor('other', id)).toEqual(OPEN);
    expect(await everyDoor('agency', id)).toEqual(OPEN);
  });

  test('is free in the calendar of the studio, which alone sees the allotment', async () => {
    const id = await sold({ allotments: [WHOLE] });
    expect((await days('studio', id)).state).toBe('available');
    const list = `guide/list?own=true&area=Keptville&availableFrom=${DAY}&availableTo=${DAY}&size=100`;
    const { data } = await ask('studio', 'GET', list);
    expect(data.list.some(({ guideId }: { guideId: string }) => guideId === id)).toBe(true);
    expect((await update(id, { dayRate: 150 })).data).toMatchObject({ dayRate: 150, allotments: [WHOLE] });
  });

  test('stays with whoever had it before', async () => {
    const id = await sold();
    const { holdId } = (await hold('other', wholeDay(id))).data;
    const { orderId } = (await book('other', wholeDay(id, '2027-05-20'))).data;
    await update(id, { allotments: [{ agencies: [AGENCY], releaseDaysBefore: 14 }] });
    const described = 'order/hold/change/{holdId}';
    const changed = (payload: object) =>
      ask('other', 'POST', `order/hold/change/${holdId}`, payload, described);
    expect(await changed({ guestCount: 2 })).toMatchObject({ code: 200 });
    expect(await changed({ tripDate: '2027-05-12' })).toMatchObject({ code: 40902 });
    expect(await ask('other', 'POST', 'order/create', { holdId, ...CONTACT })).toMatchObject({ code: 200 });
    const path = 'order/change-quote/{orderId}';
    const quoted = async (payload: object) =>
      (await ask('other', 'POST', `order/change-quote/${orderId}`, payload, path)).data.possible;
    expect(await quoted({ guestCount: 3 })).toBe(true);
    expect(await quoted({ tripDays: 2 })).toBe(false);
  });
});

describe('places of a shared trip that are kept', () => {
  const placesLeft = async (who: Who, id: string) => (await quote(who, start(id, 1))).placesLeft;

  test('are left for its agencies: what these take is of them', async () => {
    const id = await sold({ allotments: [PLACES] });
    const left = async () => [await placesLeft('agency', id), await placesLeft('other', id)];
    expect(await left()).toEqual([8, 3]);
    expect(await book('other', start(id, 4))).toMatchObject({
      ...{ code: 40902, data: { details: [{ reason: 'too_few_places', msg: '3 of 8 places are left' }] } },
    });
    const held = await hold('agency', start(id, 2));
    expect(await left()).toEqual([6, 3]);
    expect((await days('other', id)).times[0]).toMatchObject({ placesLeft: [3, 3] });
    expect((await days('studio', id)).times[0]).toMatchObject({ placesLeft: [6, 8] });
    const order = await ask('agency', 'POST', 'order/create', { holdId: held.data.holdId, ...CONTACT });
    expect(await book('other', start(id, 2))).toMatchObject({ code: 200 });
    expect(await hold('other', start(id, 2))).toMatchObject({ code: 40902 });
    expect(await left()).toEqual([4, 1]);
    expect(await book('agency', start(id, 4))).toMatchObject({ code: 200 });
    // More than was kept for it: the rest is for all.
    expect(await left()).toEqual([0, 0]);
    await cancel(order.data.orderId);
    expect(await left()).toEqual([2, 1]);
  });

  test('have vacancies of OCTO as well, and are for all from the release on', async () => {
    const id = await sold({ allotments: [PLACES] });
    const vacancies = async (who: Who) => {
      const slot = { productId: id, optionId: 'tour', localDate: DAY };
      const answer = await send(who, { method: 'POST', url: '/octo/v1/availability', payload: slot });
      return answer.json().map((one: { status: string; vacancies: number }) => [one.status, one.vacancies]);
    };
    expect((await vacancies('agency'))[0]).toEqual(['AVAILABLE', 8]);
    expect((await vacancies('other'))[0]).toEqual(['LIMITED', 3]);
    api.clock.now = new Date('2027-04-27T00:00:00Z');
    expect((await vacancies('other'))[0]).toEqual(['AVAILABLE', 8]);
    expect(await book('other', start(id, 8))).toMatchObject({ code: 200 });
  });

  test('do not take the places of who has some, and are not taken by a change', async () => {
    const id = await sold({ changeRule: 'instant' });
    const { orderId } = (await book('other', start(id, 4))).data;
    const { holdId } = (await hold('third', start(id, 2))).data;
    await update(id, { allotments: [{ ...PLACES, places: 8 }] });
    const changes = async (payload: object) => {
      const path = `order/change-quote/${orderId}`;
      return (await ask('other', 'POST', path, payload, 'order/change-quote/{orderId}')).data;
    };
    expect(await changes({ language: 'pt' })).toMatchObject({ possible: true });
    expect(await changes({ guestCount: 3 })).toMatchObject({ possible: true });
    expect(await changes({ guestCount: 5 })).toMatchObject({
      ...{ possible: false, obstacleDetails: [{ reason: 'too_few_places' }] },
    });
    expect(await changes({ startTime: '15:00' })).toMatchObject({ possible: false });
    const described = 'order/hold/change/{holdId}';
    const changed = (payload: object) =>
      ask('third', 'POST', `order/hold/change/${holdId}`, payload, described);
    expect(await changed({ guestCount: 3 })).toMatchObject({ code: 40902 });
    expect(await changed({ guestCount: 1 })).toMatchObject({ code: 200 });
    expect(await ask('third', 'POST', 'order/create', { holdId, ...CONTACT })).toMatchObject({ code: 200 });
  });

  test('are never sold to others, however many ask at once', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await sold({ allotments: [PLACES, { ...PLACES, agencies: [THIRD], places: 2 }] });
      const asked = Array.from({ length: 24 }, (_, index) => {
        const who = (['agency', 'other', 'third'] as const)[index % 3]!;
        return { who, guests: 1 + (index % 2), by: index % 4 === 0 ? hold : book };
      });
      const answers = await Promise.all(asked.map(({ who, guests, by }) => by(who, start(id, guests))));
      const had = (who: Who) =>
        asked.reduce(
          (sum, one, index) => sum + (one.who === who && answers[index].code === 200 ? one.guests : 0),
          0,
        );
      expect(had('other')).toBeLessThanOrEqual(1);
      expect(had('agency') + had('third') + had('other')).toBeLessThanOrEqual(8);
      // A party of two may find one place.
      expect(had('agency')).toBeGreaterThanOrEqual(4);
      expect(had('third')).toBeGreaterThanOrEqual(1);
      for (const { code } of answers) expect([200, 40902]).toContain(code);
      expect(await em().execute(BROKEN_RESERVATIONS)).toEqual([]);
      expect(await em().count(Reservation, { guideId: id })).toBe(
        answers.filter(({ code }) => code === 200).length,
      );
    }
  });
});

describe('who waits for what is kept', () => {
  const kinds = () => ({
    waitlist_time: waitlistTimeJobs({ orm: api.orm }),
    waitlist_entry: waitlistEntryJobs({
      ...{ orm: api.orm, now: () => api.clock.now, terms: DEFAULT_PLATFORM_TERMS },
    }),
  });
  async function work(): Promise<void> {
    const errors: unknown[] = [];
    await workOff({ orm: api.orm, onError: (error) => void errors.push(error) }, kinds());
    expect(errors).toEqual([]);
  }
  const notified = async (merchantKey: string) =>
    await em().count(Notification, { type: 'guide.available', merchantKey });

  test('is notified when it is released', async () => {
    const id = await sold({ allotments: [PLACES, { ...WHOLE, wholeDays: true }] });
    const waitFor = async (trip: object) =>
      (await ask('other', 'POST', 'waitlist/create', trip)).data.entryId;
    const entries = [await waitFor(wholeDay(id)), await waitFor({ ...start(id, 8), guestCount: 8 })] as const;
    await work();
    expect(await notified(OTHER)).toBe(0);
    const waiting = await em().find(Job, { kind: 'waitlist_entry' }, { orderBy: { id: 'asc' } });
    expect(waiting).toHaveLength(2);
    const released = Date.parse('2027-04-26T23:00:00Z') - NOW.getTime();
    for (const { runAt } of waiting) {
      expect(runAt.getTime() - Date.now()).toBeGreaterThan(released - 120_000);
      expect(runAt.getTime() - Date.now()).toBeLessThanOrEqual(released);
    }
    api.clock.now = new Date('2027-04-26T23:00:00Z');
    for (const entry of entries) await addSingleJob(em(), 'waitlist_entry', String(waitlistNumberOf(entry)));
    await work();
    // The whole day is free of parties as well: both are notified, and no job is left.
    expect(await notified(OTHER)).toBe(2);
    expect(await em().count(Job, { kind: 'waitlist_entry' })).toBe(0);
    expect(await em().count(WaitlistEntry, { notifiedAt: { $ne: null } })).toBe(2);
  });

  test('is notified in the sandbox when its clock comes to the release', async () => {
    const id = await sold({ allotments: [WHOLE] });
    const entry = await ask('third', 'POST', 'waitlist/create', wholeDay(id));
    await work();
    const advance = async (until: string) => {
      const clock = await ask('third', 'POST', 'sandbox/clock/advance', { until });
      expect([entry, clock]).toMatchObject([{ code: 200 }, { code: 200 }]);
      await work();
      return await notified(THIRD);
    };
    expect(await advance('2027-04-26T22:30:00Z')).toBe(0);
    expect(await advance('2027-04-26T23:00:00Z')).toBe(1);
  });
});

describe('an allotment', () => {
  const shared = { agencies: [AGENCY], releaseDaysBefore: 7, tripKindIds: ['tour'] };
  const whole = { agencies: [AGENCY], releaseDaysBefore: 7, wholeDays: true };
  test.each([
    ['without agencies', [{ releaseDaysBefore: 7 }], '0.agencies', 'missing'],
    ['for nobody', [{ ...whole, agencies: [] }], '0.agencies', 'too_few'],
    ['without a release', [{ agencies: [AGENCY] }], '0.releaseDaysBefore', 'missing'],
    [
      'of a trip that there is not',
      [{ ...shared, tripKindIds: ['bike'] }],
      '0.tripKindIds.0',
      'inconsistent',
    ],
    [
      'that ends before it begins',
      [{ ...whole, startDate: DAY, endDate: '2027-05-01' }],
      '0.endDate',
      'ends_before_start',
    ],
    [
      'of places of a trip for one party',
      [{ ...shared, places: 2, tripKindIds: ['walk', 'tour'] }],
      '0.places',
      'inconsistent',
    ],
    ['of places of whole days', [{ ...whole, places: 2 }], '0.places', 'inconsistent'],
    ['of more places than there are', [{ ...shared, places: 9 }], '0.places', 'inconsistent'],
    [
      'of more places than another leaves',
      [
        { ...shared, places: 5 },
        { ...shared, places: 4 },
      ],
      '1.places',
      'inconsistent',
    ],
    ['of days that another keeps', [whole, { ...whole, startDate: DAY }], '1', 'inconsistent'],
    ['of places of trips that another keeps', [shared, { ...shared, places: 1 }], '1.places', 'inconsistent'],
  ])('%s is refused', async (_case, allotments, path, reason) => {
    expect(await make({ allotments })).toMatchObject({
      ...{ code: 40001, data: { details: [{ path: `body.allotments.${path}`, reason }] } },
    });
  });

  test.each([
    [
      'other days',
      [
        { ...whole, endDate: '2027-05-01' },
        { ...whole, startDate: '2027-05-02' },
      ],
    ],
    [
      'other weekdays',
      [
        { ...whole, weekdays: ['monday'] },
        { ...whole, weekdays: ['tuesday'] },
      ],
    ],
    ['other trips', [whole, { ...whole, wholeDays: false, tripKindIds: ['walk'] }, { ...shared, places: 8 }]],
    [
      'places on days of one that are not those of the other',
      [
        { ...shared, places: 3, startDate: '2027-05-01', endDate: '2027-05-31' },
        { ...shared, places: 5, startDate: '2027-05-01', endDate: '2027-05-09' },
        { ...shared, places: 5, startDate: '2027-05-10', endDate: '2027-05-31' },
      ],
    ],
  ])('may be beside one of %s', async (_case, allotments) => {
    expect(await make({ allotments })).toMatchObject({ code: 200, data: { allotments } });
  });

  test('is fifty times there at most, and keeps its trips from being taken away', async () => {
    const one = { ...whole, startDate: DAY, endDate: DAY };
    expect(await make({ allotments: Array.from({ length: 51 }, () => one) })).toMatchObject({ code: 40001 });
    const id = await sold({ allotments: [{ ...shared, places: 8 }] });
    expect(await update(id, { tripKinds: [WALK] })).toMatchObject({
      ...{ code: 40001, data: { details: [{ path: 'body.tripKinds', reason: 'inconsistent' }] } },
    });
    expect(await update(id, { tripKinds: [{ ...TOUR, capacity: 6 }] })).toMatchObject({ code: 40001 });
  });
});
