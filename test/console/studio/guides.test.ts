import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { addDays, todayIn } from '../../../domain/trip.ts';
import { createOrderRow } from '../../support/orders.ts';
import { createStudioWorld, NOW, type StudioWorld } from './world.ts';

let world: StudioWorld;
beforeAll(async () => {
  world = await createStudioWorld();
});
afterAll(() => world.close());

const today = todayIn('Europe/Lisbon', NOW);
const DRAFT = {
  name: 'Olívia Prado',
  area: 'Évora',
  languages: ['pt'],
  serviceTypes: ['city_walk'],
  dayRate: 100,
  currency: 'EUR',
  timeZone: 'Europe/Lisbon',
  maxGuests: 6,
};
const preview = (guide: object, trip: object = {}) =>
  world.own('POST', 'guides/preview', {
    payload: {
      guide: { ...DRAFT, ...guide },
      trip: { tripDate: '2027-06-01', tripDays: 2, guestCount: 2, ...trip },
    },
  });

test("the list has the studio's own guides with the next trip of each, found by name and status", async () => {
  const guideId = await world.newGuide({ name: 'Zoë of the list', status: 'paused' });
  await createOrderRow(world.api, { id: 'ORD900002', guideId, tripDate: '2027-02-01', tripDays: 1 });
  await createOrderRow(world.api, { id: 'ORD900001', guideId, tripDate: '2027-01-01', tripDays: 1 });
  const found = (await world.own('GET', 'guides?text=zoe%20OF&status=paused')).json().data;
  expect(found).toMatchObject({
    total: 1,
    list: [
      {
        guideId,
        rating: 0,
        dayRate: 123.45,
        nextTrip: { orderId: 'ORD900001', startAt: '2027-01-01T00:00:00.000Z' },
      },
    ],
  });
  const all = (await world.own('GET', 'guides?size=100')).json().data.list;
  expect(all.map(({ guideId: id }: { guideId: string }) => id)).not.toContain('G9999');
  const theirs = (await world.own('GET', `guides?guideId=${guideId}`, { as: world.stranger })).json().data;
  expect(theirs).toEqual({ total: 0, list: [] });
});

test('the calendar tells who has a day: an order, a hold, the studio, the imported calendar, a holiday', async () => {
  const guideId = await world.newGuide({
    restDays: 1 << 6,
    blocked: [{ startDate: '2027-05-25', endDate: '2027-06-05' }],
    imported: [{ startDate: '2027-06-08', endDate: '2027-06-09' }],
  });
  await createOrderRow(world.api, {
    id: 'ORD900010',
    guideId,
    tripDate: '2027-06-14',
    tripDays: 2,
    status: 'confirmed',
  });
  const query = `guides/calendar?guideId=${guideId}&from=2027-06-01&to=2027-06-30`;
  const [calendar] = (await world.own('GET', query)).json().data.list;
  expect(calendar).toMatchObject({
    restDays: ['sunday'],
    blocked: [{ startDate: '2027-06-01', endDate: '2027-06-05' }],
    imported: [{ startDate: '2027-06-08', endDate: '2027-06-09' }],
    taken: [
      {
        id: 'ORD900010',
        status: 'confirmed',
        startDate: '2027-06-14',
        endDate: '2027-06-15',
        wholeDays: true,
        who: 'Ana',
        guestCount: 2,
      },
    ],
  });
  const long = await world.own('GET', 'guides/calendar?from=2027-01-01&to=2027-12-31');
  expect(long.json().data.details[0].reason).toBe('range_too_long');
});

test('the calendar says which days are not sold as usual, and to whom is not said', async () => {
  const stop = { startDate: '2027-06-10', endDate: '2027-06-11', agencies: ['mk_other'] };
  const allotment = {
    agencies: ['mk_other'],
    releaseDaysBefore: 0,
    startDate: '2027-06-20',
    endDate: '2027-06-20',
  };
  const guideId = await world.newGuide({
    stopSales: [stop, { weekdays: ['sunday'] }],
    allotments: [allotment],
  });
  const query = `guides/calendar?guideId=${guideId}&from=2027-06-07&to=2027-06-20`;
  const answer = await world.own('GET', query);
  expect(answer.json().data.list[0].limited).toEqual([
    { startDate: '2027-06-10', endDate: '2027-06-11', sale: 'some' },
    { startDate: '2027-06-13', endDate: '2027-06-13', sale: 'none' },
    { startDate: '2027-06-20', endDate: '2027-06-20', sale: 'none' },
  ]);
  expect(answer.body).not.toContain('mk_other');
});

test('the calendar says from when until when a guide offers trips of hours', async () => {
  const kind = (tripKindId: string, durationMinutes: number, startTimes: string[]) => {
    return { tripKindId, name: tripKindId, durationMinutes, startTimes, price: 5_000 };
  };
  const tripKinds = [kind('short', 90, ['09:30', '14:00']), kind('night', 240, ['21:30'])];
  const days = 'from=2027-06-01&to=2027-06-01';
  const hoursOf = async (guideId: string) => {
    const answer = await world.own('GET', `guides/calendar?guideId=${guideId}&${days}`);
    return answer.json().data.list[0].hours;
  };
  // Until half past one, after midnight.
  expect(await hoursOf(await world.newGuide({ tripKinds }))).toEqual({ from: 570, to: 1_530 });
  expect(await hoursOf(await world.newGuide({}))).toBeNull();
});

test('the calendar says how many guests a shared start needs, until they have come or it is decided', async () => {
  const guideId = await world.newGuide({});
  const [tripStartAt, tripEndAt] = [new Date('2027-06-15T08:00:00Z'), new Date('2027-06-15T10:00:00Z')];
  const tour = { tripKindId: 'tour', startTime: '09:00', durationMinutes: 120, capacity: 8 };
  const book = async (id: string, guestCount: number, more: object) => {
    const trip = { ...tour, ...more };
    const days = { tripDate: '2027-06-15', tripDays: 1, tripStartAt, tripEndAt };
    await createOrderRow(world.api, { id, guideId, ...days, guestCount, trip });
  };
  const shown = async () => {
    const query = `guides/calendar?guideId=${guideId}&from=2027-06-15&to=2027-06-15`;
    const [{ taken }] = (await world.own('GET', query)).json().data.list;
    return taken.map(({ departure }: { departure: object }) => departure);
  };
  const decided = (goes: boolean | null) =>
    world.api.orm.em.fork().execute('update reservation set goes = ? where guide_id = ?', [goes, guideId]);

  await book('ORD900012', 1, { leastGuestsToGo: 4, decideHoursBefore: 24 });
  const waiting = { leastGuests: 4, decidedAt: '2027-06-14T08:00:00.000Z' };
  expect(await shown()).toEqual([{ taken: 1, capacity: 8, goesIf: waiting }]);
  await decided(true);
  expect(await shown()).toEqual([{ taken: 1, capacity: 8, goesIf: null }]);
  await decided(null);
  // Of the studio's numbers the smallest that an order was booked under counts.
  await book('ORD900013', 1, { leastGuestsToGo: 6, decideHoursBefore: 48 });
  expect(await shown()).toEqual(Array(2).fill({ taken: 2, capacity: 8, goesIf: waiting }));
  await book('ORD900014', 2, { leastGuestsToGo: 6, decideHoursBefore: 48 });
  expect(await shown()).toEqual(Array(3).fill({ taken: 4, capacity: 8, goesIf: null }));
});

test('the calendar says nothing of a start that goes anyway with one of its parties', async () => {
  const guideId = await world.newGuide({});
  const [tripStartAt, tripEndAt] = [new Date('2027-06-16T08:00:00Z'), new Date('2027-06-16T10:00:00Z')];
  const trip = { tripKindId: 'tour', startTime: '09:00', durationMinutes: 120, capacity: 8 };
  const days = { guideId, tripDate: '2027-06-16', tripDays: 1, tripStartAt, tripEndAt, guestCount: 1 };
  const least = { leastGuestsToGo: 4, decideHoursBefore: 24 };
  await createOrderRow(world.api, { id: 'ORD900015', ...days, trip: { ...trip, ...least } });
  // It was promised its trip.
  await createOrderRow(world.api, { id: 'ORD900016', ...days, trip });
  const query = `guides/calendar?guideId=${guideId}&from=2027-06-16&to=2027-06-16`;
  const [{ taken }] = (await world.own('GET', query)).json().data.list;
  expect(taken).toMatchObject(Array(2).fill({ departure: { taken: 2, goesIf: null } }));
});

test('before it is confirmed, the calendar names the agency', async () => {
  const guideId = await world.newGuide({});
  const trip = { guideId, tripDate: '2027-06-14', tripDays: 1 };
  await createOrderRow(world.api, { id: 'ORD900011', ...trip, status: 'pending' });
  const query = `guides/calendar?guideId=${guideId}&from=2027-06-01&to=2027-06-30`;
  const whoOf = (answer: { json(): { data: { list: { taken: { who: string }[] }[] } } }) =>
    answer.json().data.list[0]?.taken.map(({ who }) => who);
  expect(whoOf(await world.own('GET', query))).toEqual(['Sandbox Agency']);
});

test('a day’s price is that of its season, its weekend, or the day rate', async () => {
  const guideId = await world.newGuide({
    dayRate: 20_000,
    weekendRate: { weekdays: ['saturday', 'sunday'], dayRate: 25_000 },
    seasonalRates: [{ startDate: '2027-06-10', endDate: '2027-06-13', dayRate: 30_000 }],
  });
  const query = `guides/calendar?guideId=${guideId}&from=2027-06-03&to=2027-06-20`;
  const { currency, prices } = (await world.own('GET', query)).json().data.list[0];
  expect([currency, prices]).toEqual([
    'EUR',
    [
      { startDate: '2027-06-03', endDate: '2027-06-04', dayPrice: 200 },
      { startDate: '2027-06-05', endDate: '2027-06-06', dayPrice: 250 },
      { startDate: '2027-06-07', endDate: '2027-06-09', dayPrice: 200 },
      { startDate: '2027-06-10', endDate: '2027-06-13', dayPrice: 300 },
      { startDate: '2027-06-14', endDate: '2027-06-18', dayPrice: 200 },
      { startDate: '2027-06-19', endDate: '2027-06-20', dayPrice: 250 },
    ],
  ]);
});

test('of a day with rates, the price is that of one guest without a contract', async () => {
  const guideId = await world.newGuide({
    dayRate: 20_000,
    dayRates: [
      { name: 'Contract', agencies: ['mk_sandbox_agency'], price: 1_000 },
      { name: 'Groups', minGuests: 2, price: 2_000 },
      { name: 'Early', minDaysBefore: 185, price: 15_000 },
    ],
  });
  const query = `guides/calendar?guideId=${guideId}&from=2027-06-03&to=2027-06-05`;
  expect((await world.own('GET', query)).json().data.list[0].prices).toEqual([
    { startDate: '2027-06-03', endDate: '2027-06-03', dayPrice: 200 },
    { startDate: '2027-06-04', endDate: '2027-06-05', dayPrice: 150 },
  ]);
});

test('a preview has the contract rates of the agency that it is asked for', async () => {
  const dayRates = [{ name: 'Contract', agencies: ['mk_sandbox_agency'], price: 70 }];
  const totalFor = async (trip: object) => (await preview({ dayRates }, trip)).json().data.totalAmount;
  expect(await totalFor({ agency: 'mk_sandbox_agency' })).toBe(140);
  expect([await totalFor({ agency: 'mk_other' }), await totalFor({})]).toEqual([200, 200]);
});

test('a price is that of the rules, for a guide that is nowhere', async () => {
  const answer = (
    await preview({ seasonalRates: [{ startDate: '2027-06-02', endDate: '2027-06-30', dayRate: 150 }] })
  ).json();
  expect(answer.data).toMatchObject({
    totalAmount: 250,
    breakdown: [
      { kind: 'day_rate', amount: 100 },
      { kind: 'seasonal_rate', amount: 150 },
    ],
    cancellation: [
      { until: '2027-05-24T23:00:00.000Z', refundAmount: 250, refundPercent: 100 },
      { until: '2027-05-29T23:00:00.000Z', refundAmount: 125, refundPercent: 50 },
      { until: null, refundAmount: 0, refundPercent: 0 },
    ],
  });
});

test('a year of prices has each day of it once, with what the same trip costs when it begins then', async () => {
  const summer = { startDate: addDays(today, 100), endDate: addDays(today, 199) };
  const dayRates = [
    { name: 'Now', maxDaysBefore: 9, price: 70 },
    { name: 'Contract', agencies: ['mk_sandbox_agency'], minGuests: 3, price: 60 },
  ];
  const guide = { ...DRAFT, dayRates, seasonalRates: [{ ...summer, dayRate: 150 }] };
  const yearOf = async (trip: object) => {
    const payload = { guide, trip: { tripDate: today, tripDays: 2, guestCount: 2, ...trip } };
    return (await world.own('POST', 'guides/preview/year', { payload })).json();
  };
  const period = (from: number, to: number, totalAmount: number, ...rateNames: string[]) => ({
    ...{ startDate: addDays(today, from), endDate: addDays(today, to), totalAmount, rateNames },
  });
  expect((await yearOf({})).data).toEqual({
    currency: 'EUR',
    periods: [
      period(0, 9, 140, 'Now'),
      period(10, 98, 200),
      period(99, 99, 250),
      period(100, 198, 300),
      period(199, 199, 250),
      period(200, 364, 200),
    ],
  });
  expect((await yearOf({ guestCount: 3, agency: 'mk_sandbox_agency' })).data.periods).toEqual([
    period(0, 9, 140, 'Now'),
    period(10, 364, 120, 'Contract'),
  ]);
  expect((await yearOf({ guestCount: 7 })).data.details[0]).toMatchObject({ path: 'body.trip.guestCount' });
});

test('offers are in both previews: those without a code, and one whose code is named', async () => {
  const offers = [
    { name: 'Friends', code: 'FRIENDS', percent: 90, maxDaysBefore: 2 },
    { name: 'Soon', amount: 50, maxDaysBefore: 4 },
  ];
  const trip = { tripDate: today, tripDays: 2, guestCount: 2 };
  const asked = async (path: string, more: object = {}) => {
    const payload = { guide: { ...DRAFT, offers }, trip: { ...trip, ...more } };
    return (await world.own('POST', `guides/${path}`, { payload })).json().data;
  };
  const { totalAmount, breakdown } = await asked('preview', { offerCode: 'friends' });
  expect([totalAmount, breakdown.at(-1).offerName]).toEqual([20, 'Friends']);
  expect((await asked('preview')).breakdown.at(-1)).toMatchObject({ offerName: 'Soon', amount: -50 });
  const periods = async (more: object = {}) =>
    (await asked('preview/year', more)).periods.map(({ totalAmount: total, rateNames }: YearPeriod) => [
      total,
      ...rateNames,
    ]);
  expect(await periods()).toEqual([[150, 'Soon'], [200]]);
  expect(await periods({ offerCode: 'FRIENDS' })).toEqual([[20, 'Friends'], [150, 'Soon'], [200]]);
  const refused = await asked('preview', { offerCode: 'friends', tripDate: addDays(today, 9) });
  expect(refused.details).toMatchObject([{ path: 'body.trip.offerCode', reason: 'not_offered' }]);
});

interface YearPeriod {
  readonly totalAmount: number;
  readonly rateNames: readonly string[];
}

test('of a trip of hours it is that of the trip; what is wrong is named by its place', async () => {
  const tripKinds = [
    { tripKindId: 'half', name: 'Half a day', durationMinutes: 240, startTimes: ['09:00'], price: 60 },
  ];
  const hours = await preview({ tripKinds }, { tripDays: undefined, tripKindId: 'half' });
  expect(hours.json().data.totalAmount).toBe(60);
  const places = async (answer: ReturnType<typeof preview>) =>
    (await answer).json().data.details.map(({ path }: { path: string }) => path);
  expect(await places(preview({ dayRate: 100.001, timeZone: 'Nowhere/Else' }))).toEqual([
    'body.guide.timeZone',
    'body.guide.dayRate',
  ]);
  expect(await places(preview({}, { guestCount: 7 }))).toEqual(['body.trip.guestCount']);
});

test('an agency has no such pages', async () => {
  const company = await world.console.company({ kind: 'agency', sandboxKey: 'mk_sandbox_agency' });
  const agency = await world.console.member(company, 'owner');
  for (const rest of ['guides', 'guides/calendar?from=2027-01-01&to=2027-01-31', 'guides/G9999/calendar']) {
    const answer = await agency.send({ url: `/api/${company}/sandbox/console/${rest}` });
    expect(answer.json().code).toBe(40006);
  }
});
