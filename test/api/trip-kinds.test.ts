import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { Reservation } from '../../db/entities/index.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import type { TestApp } from '../support/app.ts';
import { createConformance } from '../support/documents/openapi.ts';
import { createOrdersApp } from '../support/orders-app.ts';

let api: TestApp;
let agency: ClientCredentials;
let studio: ClientCredentials;
let expectDescribed: Awaited<ReturnType<typeof createConformance>>;
let send: (client: ClientCredentials, options: InjectOptions) => Promise<LightMyRequestResponse>;

beforeAll(async () => {
  const made = await createOrdersApp();
  api = made.api;
  const { app } = made;
  api.clock.now = new Date('2026-12-01T12:00:00Z');
  ({ agency, studio } = api.sandbox);
  expectDescribed = await createConformance(app);
  send = async (client, options) =>
    app.inject({ ...options, headers: { authorization: `Bearer ${await api.token(client)}` } });
});
afterAll(() => api.close());

const GUIDE = {
  ...{ name: 'Rita', area: 'Lisbon', languages: ['pt', 'en'], serviceTypes: ['city_walk'] },
  ...{ dayRate: 120, currency: 'EUR', timeZone: 'Europe/Lisbon', maxGuests: 8 },
};
const WALK = {
  tripKindId: 'walk',
  name: 'A walk',
  durationMinutes: 180,
  startTimes: ['14:00', '09:00'],
  price: 60,
};
const NIGHT = { tripKindId: 'night', name: 'Fado', durationMinutes: 240, startTimes: ['22:00'], price: 80 };
const CONTACT = { contactName: 'Ada Lovelace', contactPhone: '+351912345678' };

async function call(path: string, payload: object, client = agency) {
  const answer = await send(client, { method: 'POST', url: `/open/v1/${path}`, payload });
  return answer.json();
}
async function change(path: string, payload: object) {
  const answer = await send(studio, { method: 'PUT', url: `/open/v1/guide/${path}`, payload });
  return answer.json();
}
async function read(path: string, client = agency) {
  return (await send(client, { method: 'GET', url: `/open/v1/${path}` })).json();
}
/** A guide of the studio's. @returns its id. */
async function offer(changes: object = {}): Promise<string> {
  const { code, data } = await call('guide/create', { ...GUIDE, ...changes }, studio);
  expect(code).toBe(200);
  return data.guideId;
}
async function quote(guideId: string, changes: object) {
  const payload = { guideId, tripDate: '2027-03-20', ...changes };
  const answer = await send(agency, { method: 'POST', url: '/open/v1/order/quote', payload });
  expectDescribed('POST', '/open/v1/order/quote', answer);
  return answer.json();
}
const create = (guideId: string, changes: object) =>
  call('order/create', { guideId, tripDate: '2027-03-20', ...CONTACT, ...changes });
const detail = async (orderId: string, client = agency) =>
  (await read(`order/detail/${orderId}`, client)).data;

describe('a trip of hours', () => {
  test('has a time and a price of its own, and so has each of several on one day', async () => {
    const id = await offer({ tripKinds: [WALK, NIGHT], meetingPoint: { text: 'Rossio' } });
    const morning = { tripKindId: 'walk', startTime: '09:00', guestCount: 2, language: 'EN' };
    const { data: quoted } = await quote(id, morning);
    expect(quoted).toMatchObject({
      ...{ available: true, totalAmount: 60, tripDays: 1, startTime: '09:00', durationMinutes: 180 },
      ...{ tripStartAt: '2027-03-20T09:00:00.000Z', tripEndAt: '2027-03-20T12:00:00.000Z' },
      ...{ language: 'en', meetingPoint: { text: 'Rossio' } },
      priceBreakdown: [
        { kind: 'trip_rate', days: 1, unitAmount: 60, amount: 60, guests: null, guestKind: null },
      ],
    });
    const { data: first } = await create(id, morning);
    const { data: second } = await create(id, { ...morning, startTime: '14:00' });
    const { data: third } = await create(id, { ...morning, tripKindId: 'night', startTime: '22:00' });
    expect([first, second, third]).toMatchObject([
      { totalAmount: 60 },
      { totalAmount: 60 },
      { totalAmount: 80 },
    ]);
    expect(await detail(first.orderId)).toMatchObject({
      ...{ tripKindId: 'walk', tripKindName: 'A walk', startTime: '09:00', durationMinutes: 180 },
      ...{ tripStartAt: '2027-03-20T09:00:00.000Z', tripEndAt: '2027-03-20T12:00:00.000Z', language: 'en' },
    });
    expect(await detail(third.orderId)).toMatchObject({ tripEndAt: '2027-03-21T02:00:00.000Z' });
  });

  test.each([
    ['the same time', { tripKindId: 'walk', startTime: '09:00', guestCount: 1 }],
    ['a time that overlaps', { tripKindId: 'long', startTime: '11:30', guestCount: 1 }],
    ['the whole day', { tripDays: 1, guestCount: 1 }],
    ['several days with that one', { tripDate: '2027-03-19', tripDays: 3, guestCount: 1 }],
  ])('takes its time: %s is refused with 40902, and its quote says when', async (_case, wanted) => {
    const long = { ...WALK, tripKindId: 'long', startTimes: ['11:30', '12:00'] };
    const id = await offer({ tripKinds: [WALK, long] });
    expect(await create(id, { tripKindId: 'walk', startTime: '09:00', guestCount: 1 })).toMatchObject({
      code: 200,
    });
    const refused = await create(id, wanted);
    expect(refused).toMatchObject({ code: 40902, data: { details: [{ reason: 'already_booked' }] } });
    const { data } = await quote(id, wanted);
    expect(data.obstacleDetails).toEqual(refused.data.details);
    expect(data).toMatchObject({ available: false, obstacles: [expect.stringContaining('is booked')] });
    expect(await create(id, { tripKindId: 'long', startTime: '12:00', guestCount: 1 })).toMatchObject({
      code: 200,
    });
    expect(await api.orm.em.fork().count(Reservation, { guideId: id })).toBe(2);
  });

  test('that ends after midnight takes the next day from whole days, and belongs to the evening', async () => {
    const id = await offer({ tripKinds: [NIGHT] });
    const night = { tripKindId: 'night', startTime: '22:00', guestCount: 1 };
    expect(await create(id, night)).toMatchObject({ code: 200 });
    expect(await create(id, { tripDate: '2027-03-21', tripDays: 1, guestCount: 1 })).toMatchObject({
      code: 40902,
    });
    await change(`availability/${id}`, { restDays: ['wednesday'] });
    expect(await create(id, { ...night, tripDate: '2027-04-07' })).toMatchObject({ code: 40902 });
    expect(await create(id, { ...night, tripDate: '2027-04-06' })).toMatchObject({ code: 200 });
  });

  test.each([
    ['an unknown kind', { tripKindId: 'boat', startTime: '09:00' }, 'tripKindId'],
    ['no time', { tripKindId: 'walk' }, 'startTime'],
    ['another time', { tripKindId: 'walk', startTime: '09:30' }, 'startTime'],
    ['a time that is none', { tripKindId: 'walk', startTime: '24:00' }, 'startTime'],
    ['a time without a kind', { startTime: '09:00', tripDays: 1 }, 'startTime'],
    ['several days', { tripKindId: 'walk', startTime: '09:00', tripDays: 2 }, 'tripDays'],
    [
      'a language that the guide does not speak',
      { tripKindId: 'walk', startTime: '09:00', language: 'fr' },
      'language',
    ],
    ['neither days nor a kind', {}, 'tripDays'],
  ])('with %s is refused with 40001', async (_case, changes, path) => {
    const id = await offer({ tripKinds: [WALK] });
    const answer = await create(id, { guestCount: 1, ...changes });
    expect(answer).toMatchObject({ code: 40001, data: { details: [{ path: `body.${path}` }] } });
  });

  test('of today can be booked until it begins, and as long before as the guide wants', async () => {
    const evening = { ...WALK, startTimes: ['12:00', '13:00', '18:00'] };
    const id = await offer({ tripKinds: [evening] });
    const today = (startTime: string) => ({
      tripDate: '2026-12-01',
      tripKindId: 'walk',
      startTime,
      guestCount: 1,
    });
    expect(await create(id, today('12:00'))).toMatchObject({ code: 40902 });
    const { data } = await create(id, today('13:00'));
    expect(await detail(data.orderId)).toMatchObject({ nextDeadline: { at: '2026-12-01T13:00:00.000Z' } });
    await change(`update/${id}`, { minimumNoticeHours: 7 });
    const late = await create(id, today('18:00'));
    expect(late).toMatchObject({
      code: 40902,
      data: { details: [{ reason: 'too_little_notice', msg: expect.stringContaining('7 hours') }] },
    });
  });

  test('is all that some guides offer', async () => {
    const id = await offer({ tripKinds: [WALK], offersWholeDays: false });
    const answer = await create(id, { tripDays: 1, guestCount: 1 });
    expect(answer).toMatchObject({ code: 40001, data: { details: [{ path: 'body.tripKindId' }] } });
  });
});

describe('guests by kind', () => {
  const KINDS = [
    { kind: 'adult', amount: 10 },
    { kind: 'child', amount: 4.5, maxAge: 12 },
    { kind: 'infant', amount: 0 },
  ];

  test('have prices of their own, per day or per trip, and may have others for one kind of trip', async () => {
    const walk = { ...WALK, guestPrices: [{ kind: 'child', amount: 1 }] };
    const id = await offer({ guestKinds: KINDS, tripKinds: [walk] });
    const guests = [
      { kind: 'adult', count: 2 },
      { kind: 'child', count: 1 },
      { kind: 'infant', count: 1 },
    ];
    const { data: days } = await quote(id, { tripDays: 2, guests });
    expect(days).toMatchObject({ guestCount: 4, totalAmount: 2 * 120 + 2 * 2 * 10 + 2 * 4.5, guests });
    const { data: hours } = await quote(id, { tripKindId: 'walk', startTime: '09:00', guests });
    expect(hours).toMatchObject({ totalAmount: 60 + 20 + 1 });
    expect(hours.priceBreakdown).toContainEqual(
      expect.objectContaining({
        kind: 'guest_rate',
        guestKind: 'child',
        guests: 1,
        unitAmount: 1,
        amount: 1,
      }),
    );
    const { data } = await create(id, { tripDays: 2, guestCount: 4, guests });
    expect(await detail(data.orderId)).toMatchObject({
      guests,
      guestCount: 4,
      totalAmount: days.totalAmount,
    });
  });

  test('are adults where nobody tells them apart', async () => {
    const id = await offer({ guestKinds: KINDS });
    const { data } = await quote(id, { tripDays: 1, guestCount: 3 });
    expect(data).toMatchObject({ totalAmount: 150, guests: [{ kind: 'adult', count: 3 }] });
  });

  test.each([
    ['a kind that the guide has no price for', [{ kind: 'senior', count: 1 }], {}, 'guests.0.kind'],
    [
      'a kind twice',
      [
        { kind: 'adult', count: 1 },
        { kind: 'adult', count: 1 },
      ],
      {},
      'guests.1.kind',
    ],
    ['another sum than guestCount', [{ kind: 'adult', count: 1 }], { guestCount: 2 }, 'guestCount'],
    ['nobody', [{ kind: 'adult', count: 0 }], {}, 'guests'],
    ['more than the guide takes', [{ kind: 'adult', count: 9 }], {}, 'guests'],
    ['a kind that is none', [{ kind: 'dog', count: 1 }], {}, 'guests.0.kind'],
  ])('with %s are refused with 40001', async (_case, guests, changes, path) => {
    const id = await offer({ guestKinds: KINDS });
    const answer = await create(id, { tripDays: 1, guests, ...changes });
    expect(answer).toMatchObject({ code: 40001, data: { details: [{ path: `body.${path}` }] } });
  });
});

test('what travellers say reaches the studio when it has confirmed, and no notification', async () => {
  const id = await offer({
    questions: [
      { questionId: 'diet', text: 'What do you not eat?', required: true },
      { questionId: 'hotel', text: 'Where do you stay?', required: false },
    ],
  });
  const trip = { tripDays: 1, guestCount: 2 };
  const answers = [{ questionId: 'diet', answer: 'No nuts' }];
  const refused = await create(id, {
    ...trip,
    guestNames: ['A', 'B', 'C'],
    answers: [{ questionId: 'x', answer: 'y' }],
  });
  expect(refused.data.details.map(({ path }: { path: string }) => path)).toEqual([
    'body.guestNames',
    'body.answers.0.questionId',
    'body.answers',
  ]);
  const travellers = { contactEmail: 'ada@example.com', guestNames: ['Ada', 'Grace'], answers };
  const { data } = await create(id, { ...trip, ...travellers });
  const shown = { ...travellers, answers: [{ ...answers[0], question: 'What do you not eat?' }] };
  expect(await detail(data.orderId)).toMatchObject(shown);
  const hidden = { contactEmail: null, guestNames: null, answers: null };
  expect(await detail(data.orderId, studio)).toMatchObject(hidden);
  const bodies = await api.orm.em
    .fork()
    .execute('select body from notification where order_id = ?', [data.orderId]);
  expect(JSON.stringify(bodies)).not.toMatch(/ada@example|Grace|nuts/);
});

test('a weekend has its rate outside seasons, and each run of one rate is a line', async () => {
  const id = await offer({
    weekendRate: { weekdays: ['saturday', 'sunday'], dayRate: 150 },
    seasonalRates: [{ startDate: '2027-03-21', endDate: '2027-03-21', dayRate: 200 }],
  });
  const { data } = await quote(id, { tripDate: '2027-03-19', tripDays: 4, guestCount: 1 });
  expect(
    data.priceBreakdown.map(({ kind, amount }: { kind: string; amount: number }) => [kind, amount]),
  ).toEqual([
    ['day_rate', 120],
    ['weekend_rate', 150],
    ['seasonal_rate', 200],
    ['day_rate', 120],
  ]);
});

describe('what a guide offers', () => {
  test('is shown as it was written, start times in order, and stays until it is changed', async () => {
    const written = {
      ...{
        tripKinds: [WALK],
        guestKinds: [{ kind: 'adult', amount: 10.25, minAge: 13 }],
        offersWholeDays: false,
      },
      ...{ questions: [{ questionId: 'diet', text: 'Food?', required: false }], minimumNoticeHours: 12 },
      ...{ meetingPoint: { text: 'Rossio', latitude: 38.71, longitude: -9.14 }, changeRule: 'instant' },
      weekendRate: { weekdays: ['sunday'], dayRate: 99.5 },
    };
    const id = await offer(written);
    const shown = { ...written, tripKinds: [{ ...WALK, startTimes: ['09:00', '14:00'] }] };
    expect((await read(`guide/detail/${id}`)).data).toMatchObject(shown);
    await change(`update/${id}`, { name: 'Rita Sá' });
    expect((await read(`guide/detail/${id}`)).data).toMatchObject({ ...shown, name: 'Rita Sá' });
    const answer = await change(`update/${id}`, { currency: 'JPY', dayRate: 9_000 });
    expect(answer.data.details.map(({ path }: { path: string }) => path)).toEqual([
      'body.weekendRate',
      'body.guestKinds',
      'body.tripKinds',
    ]);
  });

  test.each([
    ['a kind of trips twice', { tripKinds: [WALK, WALK] }, 'tripKinds.1.tripKindId'],
    ['more guests than the guide takes', { tripKinds: [{ ...WALK, maxGuests: 9 }] }, 'tripKinds.0.maxGuests'],
    ['nothing at all', { offersWholeDays: false }, 'offersWholeDays'],
    [
      'ages the wrong way round',
      { guestKinds: [{ kind: 'child', amount: 1, minAge: 9, maxAge: 8 }] },
      'guestKinds.0.maxAge',
    ],
    ['too many decimals', { tripKinds: [{ ...WALK, price: 1.005 }] }, 'tripKinds.0.price'],
    ['half a place', { meetingPoint: { text: 'x', latitude: 1 } }, 'meetingPoint'],
    [
      'a price for guests whom it does not know',
      { tripKinds: [{ ...WALK, guestPrices: [{ kind: 'child', amount: 1 }] }] },
      'tripKinds.0.guestPrices.0.kind',
    ],
  ])('with %s is refused with 40001', async (_case, changes, path) => {
    const answer = await call('guide/create', { ...GUIDE, ...changes }, studio);
    expect(answer).toMatchObject({ code: 40001, data: { details: [{ path: `body.${path}` }] } });
  });
});

describe('around a change of clocks', () => {
  const SHORT = {
    ...{ tripKindId: 'short', name: 'Half an hour', durationMinutes: 30, price: 20 },
    startTimes: ['00:30', '01:00', '01:30', '02:00'],
  };
  const at = (tripDate: string, startTime: string) => ({
    ...{ tripKindId: 'short', tripDate, startTime, guestCount: 1 },
  });
  const [SPRING, AUTUMN] = ['2027-03-28', '2027-10-31'];

  test.each(['01:00', '01:30'])(
    '%s, which clocks skip, is refused wherever it is asked for',
    async (time) => {
      const id = await offer({ tripKinds: [SHORT] });
      const details = [
        {
          path: 'body.startTime',
          reason: 'skipped_by_clocks',
          msg: expect.stringContaining('Europe/Lisbon'),
        },
      ];
      expect(await quote(id, at(SPRING, time))).toMatchObject({ code: 40001, data: { details } });
      expect(await create(id, at(SPRING, time))).toMatchObject({ code: 40001, data: { details } });
      const trip = { guideId: id, ...at(SPRING, time) };
      expect(await call('order/hold', trip)).toMatchObject({ code: 40001, data: { details } });
      expect(await create(id, at('2027-03-27', time))).toMatchObject({ code: 200 });
    },
  );

  test('the calendar offers what can be booked, each instant once', async () => {
    const id = await offer({ tripKinds: [SHORT], offersWholeDays: false });
    const query = { guideIds: id, from: SPRING, to: SPRING, withTimes: 'true' };
    const { data } = await read(`guide/calendar?${new URLSearchParams(query)}`);
    expect(data.list[0].days[0].times).toEqual([{ tripKindId: 'short', startTimes: ['00:30', '02:00'] }]);
    for (const time of ['00:30', '02:00']) expect((await create(id, at(SPRING, time))).code).toBe(200);
  });

  test.each(['2027-07-01T12:00:00Z', '2027-10-30T12:00:00Z'])(
    'a time that comes twice is the first of the two, asked at %s',
    async (now) => {
      const id = await offer({ tripKinds: [SHORT] });
      const before = api.clock.now;
      try {
        api.clock.now = new Date(now);
        const { data } = await quote(id, at(AUTUMN, '01:30'));
        expect(data.tripStartAt).toBe('2027-10-31T00:30:00.000Z');
      } finally {
        api.clock.now = before;
      }
    },
  );
});
