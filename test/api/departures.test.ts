/** Starts that go where enough guests have come together, and are called off else (docs/guides.md, "Shared trips"). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { OrderDetail } from '../../contract/schemas/orders.ts';
import { Job, Notification, Order, Reservation } from '../../db/entities/index.ts';
import { startOf } from '../../db/queries/orders/departures.ts';
import { addSingleJob } from '../../db/queries/platform/jobs.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { addDays, todayIn } from '../../domain/trip.ts';
import { decideStart } from '../../services/orders/departing.ts';
import { BROKEN_RESERVATIONS } from '../support/data/reservation-rules.ts';
import { createLivePlatform, type LivePlatform } from '../support/live-platform.ts';
import { createMerchant } from '../support/merchants.ts';
import { until } from '../support/until.ts';

const HOUR_MS = 3_600_000;
const DAY = addDays(todayIn('Europe/Lisbon', new Date()), 10);
/** Its starts at 10:00 are decided in two to three hours: sooner than studios have to confirm by. */
const HOURS = Math.floor((Date.parse(`${DAY}T09:00:00Z`) - Date.now()) / HOUR_MS) - 2;
/** Past the decision. */
const AHEAD_MS = 4 * HOUR_MS;
const TOUR = {
  tripKindId: 'tour',
  name: 'Old town, together',
  durationMinutes: 120,
  startTimes: ['10:00', '15:00'],
  price: 40,
  capacity: 8,
  leastGuestsToGo: 4,
  decideHoursBefore: HOURS,
};
const GUIDE = {
  ...{ name: 'Rui', area: 'Goporto', languages: ['pt'], serviceTypes: ['city_walk'], dayRate: 100 },
  ...{ currency: 'EUR', timeZone: 'Europe/Lisbon', maxGuests: 8, maxUnconfirmedDays: 3_650 },
};
const CONTACT = { contactName: 'Ada Lovelace', contactPhone: '+351912345678' };
const TOO_FEW = { code: 40902, data: { details: [{ path: 'body.guestCount', reason: 'too_few_guests' }] } };

let platform: LivePlatform;
beforeAll(async () => {
  platform = await createLivePlatform();
});
afterAll(() => platform.close());

/** Each test has a guide and an agency of its own, whose clock it moves. */
let guideId: string;
let agency: ClientCredentials;
let made = 0;
beforeEach(async () => {
  made += 1;
  agency = await createMerchant(platform, `mk_departures_${made}`);
  guideId = await offer();
});

const em = () => platform.orm.em.fork();
const post = async (path: string, payload: object = {}, client = agency) =>
  (await platform.as(client, { method: 'POST', url: `/open/v1/${path}`, payload })).json();
const create = (changes: object) =>
  post(
    'guide/create',
    { ...GUIDE, tripKinds: [{ ...TOUR, ...changes }], changeRule: 'instant' },
    platform.sandbox.studio,
  );
async function offer(changes: object = {}): Promise<string> {
  const { code, data } = await create(changes);
  expect(code).toBe(200);
  return data.guideId;
}
const trip = (guestCount: number, changes: object = {}) => ({
  ...{ guideId, guestCount, tripDate: DAY, tripKindId: 'tour', startTime: '10:00', ...changes },
});
const book = (guestCount: number, changes: object = {}, client = agency) =>
  post('order/create', { ...trip(guestCount, changes), ...CONTACT }, client);
async function booked(guestCount: number, changes: object = {}, client = agency): Promise<string> {
  const { code, data } = await book(guestCount, changes, client);
  expect(code).toBe(200);
  return data.orderId;
}
const studioDoes = (action: string, orderId: string) =>
  post(`order/${action}/${orderId}`, {}, platform.sandbox.studio);
const detail = async (orderId: string, client = agency): Promise<OrderDetail> =>
  (await platform.as(client, { url: `/open/v1/order/detail/${orderId}` })).json().data;
/** The clock of an agency. @param hours before the trip at 10:00 of Lisbon. */
const advanceTo = async (hours: number, client = agency) => {
  const { data } = await post('order/quote', trip(8), client);
  const until = new Date(Date.parse(data.tripStartAt) - hours * HOUR_MS).toISOString();
  expect(await post('sandbox/clock/advance', { until }, client)).toMatchObject({ code: 200 });
};
const behind = async (client = agency) =>
  (await platform.as(client, { url: '/open/v1/sandbox/clock' })).json().data.ordersBehind;
const decided = () => until(async () => (await em().count(Reservation, { guideId, goes: null })) === 0);
const cancelled = (orderId: string, client = agency) =>
  until(async () => (await detail(orderId, client)).status === 'cancelled');
const decide = async () => {
  const { tripStartAt: startAt } = await em().findOneOrFail(Order, { guideId });
  return await decideStart(
    {
      orm: platform.orm,
      now: () => new Date(),
      gateway: { move: () => Promise.reject(new Error('nobody is to be cancelled')) },
    },
    { guideId, startAt },
  );
};
const START = { tripDate: DAY, startTime: '10:00' };
const guarantee = async (
  guaranteedStarts: object[],
): Promise<{ code: number; data?: { tripKinds: object[] } }> => {
  const payload = { tripKinds: [{ ...TOUR, guaranteedStarts }] };
  const url = `/open/v1/guide/update/${guideId}`;
  return (await platform.as(platform.sandbox.studio, { method: 'PUT', url, payload })).json();
};
async function expectSound(): Promise<void> {
  expect(await em().execute(BROKEN_RESERVATIONS)).toEqual([]);
}

describe('a start with too few guests', () => {
  test('is called off: confirmed and pending orders are cancelled, refunded and notified, and the time is free', async () => {
    const other = await offer();
    const [first, second, elsewhere] = [
      await booked(2),
      await booked(1),
      await booked(1, { guideId: other, startTime: '15:00' }),
    ];
    await studioDoes('confirm', first);
    const known = await detail(first);
    expect(known).toMatchObject({ goesIf: { leastGuests: 4 } });
    const decidedAt = Date.parse(known.goesIf?.decidedAt ?? '');
    expect(Date.parse(known.tripStartAt) - decidedAt).toBe(HOURS * HOUR_MS);
    await advanceTo(HOURS - 1);
    for (const id of [first, second]) await cancelled(id);
    const note = 'fewer than 4 guests came together for this start';
    expect((await detail(first)).history.at(-1)).toMatchObject({ reason: 'withdrawn_by_studio', note });
    expect((await detail(second)).history.at(-1)).toMatchObject({ reason: 'rejected_by_studio', note });
    expect(await detail(first)).toMatchObject({ refund: { amount: 40, fee: 0 } });
    const notified = await em().find(Notification, { orderId: first, merchantKey: agency.clientId });
    expect(notified.map(({ body }) => JSON.parse(body).order.status)).toContain('cancelled');
    expect(await em().count(Reservation, { guideId })).toBe(0);
    expect(await detail(elsewhere)).toMatchObject({ status: 'pending', history: [{ reason: 'created' }] });
    await expectSound();
  });

  test('is called off with a change that waits: that ends in the same move, with an event of its own', async () => {
    const url = `/open/v1/guide/update/${guideId}`;
    await platform.as(platform.sandbox.studio, { method: 'PUT', url, payload: { changeRule: 'consent' } });
    const orderId = await booked(2);
    await studioDoes('confirm', orderId);
    const asked = await post(`order/change/${orderId}`, { guestCount: 3 });
    expect(asked).toMatchObject({ code: 200, data: { change: { status: 'requested' } } });
    await advanceTo(HOURS - 1);
    await cancelled(orderId);
    const { history, openChange } = await detail(orderId);
    expect(history.slice(-2).map(({ reason }) => reason)).toEqual([
      'change_declined_by_studio',
      'withdrawn_by_studio',
    ]);
    expect(openChange).toBeNull();
    await expectSound();
  });

  test('is called off at the deadline of the orders whose clock has come; those of others keep theirs', async () => {
    const other = await createMerchant(platform, `mk_departures_${made}_other`);
    const own = await booked(1);
    const theirs = await booked(1, {}, other);
    await advanceTo(HOURS - 1);
    await cancelled(own);
    expect(await detail(theirs, other)).toMatchObject({ status: 'pending' });
    await advanceTo(HOURS - 1, other);
    await cancelled(theirs, other);
  });

  test('takes a party that makes it go by itself, and no smaller one', async () => {
    const id = await booked(3);
    await advanceTo(HOURS - 1);
    await cancelled(id);
    expect(await book(3)).toMatchObject(TOO_FEW);
    expect(await post('order/hold', trip(3))).toMatchObject(TOO_FEW);
    expect((await post('order/quote', trip(3))).data).toMatchObject({
      ...{ available: false, placesLeft: 8, goesIf: { leastGuests: 4 } },
      obstacleDetails: TOO_FEW.data.details,
    });
    const big = await booked(4);
    expect(await detail(big)).toMatchObject({ status: 'pending' });
    await booked(1);
    await decide();
    expect(await detail(big)).toMatchObject({ status: 'pending' });
    await post(`order/cancel/${big}`);
    await booked(1);
    await expectSound();
  });
});

describe('a small party that waits for a start that was called off is notified once it goes', () => {
  const elsewhere = { startTime: '15:00', tripDate: addDays(DAY, 3) };
  const notified = () => until(async () => (await waiting()).list[0]?.toldAt != null);
  const waiting = async () => (await platform.as(agency, { url: '/open/v1/waitlist/list' })).json().data;

  test.each<[string, () => Promise<() => Promise<{ code: number }>>]>([
    ['by a booking', async () => () => book(4)],
    [
      'by a booking of a hold',
      async () => {
        const { data } = await post('order/hold', trip(4));
        return () => post('order/create', { holdId: data.holdId, ...CONTACT });
      },
    ],
    [
      'by a change',
      async () => {
        const id = await booked(4, elsewhere);
        return () => post(`order/change/${id}`, { tripDate: DAY, startTime: '10:00' });
      },
    ],
    ['by the studio, which guarantees it', async () => () => guarantee([START])],
  ])('%s', async (_case, prepare) => {
    await advanceTo(HOURS - 1);
    await until(async () => (await behind()) === 0);
    const go = await prepare();
    expect(await post('waitlist/create', trip(1))).toMatchObject({ code: 200, data: { toldAt: null } });
    expect(await go()).toMatchObject({ code: 200 });
    await notified();
    expect(await post('order/create', { ...trip(1), ...CONTACT })).toMatchObject({ code: 200 });
  });
});

test('calendars leave a start out that no party can make go', async () => {
  const timesOf = async () => {
    const url = `/open/v1/guide/calendar?guideIds=${guideId}&from=${DAY}&to=${DAY}&withTimes=true`;
    return (await platform.as(agency, { url })).json().data.list[0].days[0].times[0].startTimes;
  };
  const small = await offer({ maxGuests: 3 });
  await advanceTo(HOURS - 1);
  expect(await timesOf()).toEqual(['10:00', '15:00']);
  guideId = small;
  expect(await timesOf()).toEqual(['15:00']);
  expect((await post('order/quote', trip(3))).data).toMatchObject({ available: false });
});

describe('a start with enough guests', () => {
  test('goes, and still does when some cancel; then any party can join', async () => {
    const [first, second] = [await booked(2), await booked(2)];
    await advanceTo(HOURS - 1);
    await decided();
    expect(await em().count(Reservation, { guideId, goes: true })).toBe(2);
    await post(`order/cancel/${first}`);
    await decide();
    expect(await detail(second)).toMatchObject({ status: 'pending' });
    await booked(1);
    expect(await post(`order/change/${second}`, { guestCount: 1 })).toMatchObject({ code: 200 });
  });

  test('is not made by holds; a hold is booked after the decision where the start goes with it', async () => {
    const held = async (guestCount: number) =>
      (await post('order/hold', { ...trip(guestCount), holdSeconds: 1_800 })).data.holdId;
    await advanceTo(HOURS + 1);
    const [small, big] = [await held(2), await held(5)];
    const id = await booked(1);
    const quoted = await post('order/quote', trip(1));
    expect(quoted.data).toMatchObject({ placesLeft: 0 });
    await em().execute("update hold set expires_at = expires_at + interval '3 hours' where guide_id = ?", [
      guideId,
    ]);
    await advanceTo(HOURS - 1);
    await cancelled(id);
    expect(await post('order/create', { holdId: small, ...CONTACT })).toMatchObject(TOO_FEW);
    expect(await post('order/create', { holdId: big, ...CONTACT })).toMatchObject({ code: 200 });
    expect(await post('order/create', { holdId: small, ...CONTACT })).toMatchObject({ code: 200 });
    await expectSound();
  });
});

describe('a start that the studio guarantees', () => {
  const isPromised = (orderId: string) => until(async () => (await detail(orderId)).goesIf === undefined);
  /** With what the clock has made due for the start. */
  const passDecision = async () => {
    await advanceTo(HOURS - 1);
    await until(async () => (await behind()) === 0);
    const { tripStartAt } = (await post('order/quote', trip(8))).data;
    const subject = `${guideId}@${tripStartAt.replace('.000', '')}`;
    await until(async () => (await em().count(Job, { kind: 'departure', subject })) === 0);
  };

  test('goes with the one guest who has booked, whose order says so; another start keeps its rule', async () => {
    const [id, later] = [await booked(1), await booked(1, { startTime: '15:00' })];
    const { createdAt } = await detail(later);
    const before = new Date(Date.parse(createdAt) + 1).toISOString();
    expect(await guarantee([START])).toMatchObject({ code: 200 });
    await isPromised(id);
    expect(await detail(later)).toMatchObject({ goesIf: { leastGuests: 4 } });
    const url = `/open/v1/order/list?updatedSince=${before}`;
    const { list } = (await platform.as(agency, { url })).json().data;
    expect(list).toEqual([expect.objectContaining({ orderId: id })]);
    await passDecision();
    expect(await detail(id)).toMatchObject({ status: 'pending', history: [{ reason: 'created' }] });
    await booked(1);
    await expectSound();
  });

  test('has no least number for whoever books: quotes, holds, calendars and orders', async () => {
    expect(await guarantee([START])).toMatchObject({ code: 200 });
    await passDecision();
    const { data } = await post('order/quote', trip(1));
    expect(data).toMatchObject({ available: true });
    expect(data).not.toHaveProperty('goesIf');
    expect((await post('order/hold', trip(1))).data).not.toHaveProperty('goesIf');
    expect(await detail(await booked(1))).not.toHaveProperty('goesIf');
    expect((await post('order/quote', trip(1, { startTime: '15:00' }))).data).toHaveProperty('goesIf');
    expect((await platform.as(agency, { url: `/open/v1/guide/detail/${guideId}` })).json()).toMatchObject({
      data: { tripKinds: [{ guaranteedStarts: [START] }] },
    });
    await expectSound();
  });

  test('is shown by calendars to parties that are too small to make it go', async () => {
    await passDecision();
    guideId = await offer({ maxGuests: 3, guaranteedStarts: [START] });
    const url = `/open/v1/guide/calendar?guideIds=${guideId}&from=${DAY}&to=${DAY}&withTimes=true`;
    const { list } = (await platform.as(agency, { url })).json().data;
    expect(list[0].days[0].times[0].startTimes).toContain('10:00');
    await booked(1);
  });

  test('takes what was held before', async () => {
    await advanceTo(HOURS + 1);
    const { data: hold } = await post('order/hold', { ...trip(1), holdSeconds: 1_800 });
    expect(hold).toMatchObject({ goesIf: { leastGuests: 4 } });
    await em().execute("update hold set expires_at = expires_at + interval '3 hours' where guide_id = ?", [
      guideId,
    ]);
    expect(await guarantee([START])).toMatchObject({ code: 200 });
    await passDecision();
    const { code, data } = await post('order/create', { holdId: hold.holdId, ...CONTACT });
    expect(code).toBe(200);
    expect(await detail(data.orderId)).not.toHaveProperty('goesIf');
    await expectSound();
  });

  test('takes a change that was asked for before', async () => {
    const id = await booked(1, { startTime: '15:00', tripDate: addDays(DAY, 3) });
    await studioDoes('confirm', id);
    expect(await guarantee([])).toMatchObject({ code: 200 });
    const consent = { method: 'PUT', url: `/open/v1/guide/update/${guideId}` } as const;
    await platform.as(platform.sandbox.studio, { ...consent, payload: { changeRule: 'consent' } });
    const asked = await post(`order/change/${id}`, START);
    expect(asked).toMatchObject({ code: 200, data: { change: { status: 'requested' } } });
    expect(await guarantee([START])).toMatchObject({ code: 200 });
    expect(await studioDoes('change-accept', id)).toMatchObject({ code: 200 });
    expect(await detail(id)).not.toHaveProperty('goesIf');
    await passDecision();
    expect(await detail(id)).toMatchObject({ status: 'confirmed' });
    await expectSound();
  });

  test('goes for those who were promised it, also when the studio takes it out of the list', async () => {
    const id = await booked(1);
    expect(await guarantee([START])).toMatchObject({ code: 200 });
    await isPromised(id);
    expect(await guarantee([])).toMatchObject({ code: 200 });
    const late = await booked(1);
    expect(await detail(late)).toHaveProperty('goesIf');
    await passDecision();
    for (const orderId of [id, late]) expect(await detail(orderId)).toMatchObject({ status: 'pending' });
    await expectSound();
  });

  test('goes for those who were promised it when they booked', async () => {
    expect(await guarantee([START])).toMatchObject({ code: 200 });
    const id = await booked(1);
    expect(await guarantee([])).toMatchObject({ code: 200 });
    const late = await booked(1);
    await passDecision();
    for (const orderId of [id, late]) expect(await detail(orderId)).toMatchObject({ status: 'pending' });
    await expectSound();
  });

  test.each<[string, () => Promise<string>]>([
    [
      'was promised it when it booked',
      async () => {
        await guarantee([START]);
        return await booked(1);
      },
    ],
    [
      'booked before the studio had set one',
      async () => {
        guideId = await offer({ leastGuestsToGo: undefined, decideHoursBefore: undefined });
        return await booked(1);
      },
    ],
  ])('has no least number after the decision either, with a party that %s', async (_case, bookedSo) => {
    expect(await detail(await bookedSo())).not.toHaveProperty('goesIf');
    expect(await guarantee([])).toMatchObject({ code: 200 });
    await advanceTo(HOURS - 1);
    expect((await post('order/quote', trip(1))).data).toMatchObject({ available: true });
    const { data } = await post('order/hold', trip(1));
    await booked(1);
    expect(await post('order/create', { holdId: data.holdId, ...CONTACT })).toMatchObject({ code: 200 });
    const elsewhere = await booked(1, { tripDate: addDays(DAY, 3) });
    expect(await post(`order/change/${elsewhere}`, { tripDate: DAY })).toMatchObject({ code: 200 });
    await expectSound();
  });

  test('is left out of the list once its day is over', async () => {
    const past = { ...START, tripDate: addDays(todayIn('Europe/Lisbon', new Date()), -1) };
    expect(await guarantee([past, START])).toMatchObject({
      data: { tripKinds: [{ guaranteedStarts: [START] }] },
    });
    const { data } = await guarantee([past]);
    expect(data?.tripKinds[0]).not.toHaveProperty('guaranteedStarts');
  });

  test.each<[string, object, string, string]>([
    [
      'of no least number',
      { leastGuestsToGo: undefined, decideHoursBefore: undefined },
      '',
      'needs_another_parameter',
    ],
    [
      'at no start time',
      { guaranteedStarts: [{ ...START, startTime: '11:00' }] },
      '.0.startTime',
      'inconsistent',
    ],
    ['twice', { guaranteedStarts: [START, START] }, '.1.startTime', 'duplicate'],
    [
      'on no day',
      { guaranteedStarts: [{ ...START, tripDate: '2027-02-30' }] },
      '.0.tripDate',
      'wrong_format',
    ],
  ])('%s is refused', async (_case, changes, place, reason) => {
    const details = [{ path: `body.tripKinds.0.guaranteedStarts${place}`, reason }];
    const refused = await create({ guaranteedStarts: [START], ...changes });
    expect(refused).toMatchObject({ code: 40001, data: { details } });
  });
});

test('an order is moved into a start after its decision by the same rule', async () => {
  const id = await booked(3, { startTime: '15:00', tripDate: addDays(DAY, 3) });
  await advanceTo(HOURS - 1);
  await until(async () => (await behind()) === 0);
  const moved = { tripDate: DAY, startTime: '10:00' };
  expect(await post(`order/change/${id}`, moved)).toMatchObject(TOO_FEW);
  expect(await post(`order/change/${id}`, { ...moved, guestCount: 4 })).toMatchObject({ code: 200 });
});

test('an order that is moved into a start before its decision is one of those who are decided about', async () => {
  const id = await booked(1, { startTime: '15:00', tripDate: addDays(DAY, 30) });
  const moved = { tripDate: DAY, startTime: '10:00' };
  const { goesIf: before } = await detail(id);
  const { data: quoted } = await post(`order/change-quote/${id}`, moved);
  const { code, data } = await post(`order/change/${id}`, moved);
  expect(code).toBe(200);
  const after = { leastGuests: 4, decidedAt: data.order.goesIf.decidedAt };
  expect(Date.parse(data.order.tripStartAt) - Date.parse(after.decidedAt)).toBe(HOURS * HOUR_MS);
  expect(data.change).toMatchObject({ before: { goesIf: before }, after: { goesIf: after } });
  expect(data.change.fields).toContain('goesIf');
  expect(quoted).toMatchObject({ goesIf: after });
  await advanceTo(HOURS - 1);
  await cancelled(id);
});

test('a change to a trip that goes anyway says that it has no least number, and one between such trips says nothing', async () => {
  const id = await booked(1);
  const { goesIf } = await detail(id);
  const days = { tripKindId: null, tripDate: addDays(DAY, 5), tripDays: 1 };
  expect(await post(`order/change/${id}`, days)).toMatchObject({
    ...{ code: 200, data: { change: { before: { goesIf }, after: { goesIf: null } } } },
  });
  const { data } = await post(`order/change/${id}`, { tripDays: 2 });
  expect(data.change.after).not.toHaveProperty('goesIf');
});

test('a process that dies between two cancellations leaves the rest to the next one, which does nothing twice', async () => {
  const ids = [await booked(1), await booked(1)];
  const subjects = await em().find(Job, { kind: 'departure', subject: { $like: `${guideId}@%` } });
  expect(subjects).toHaveLength(1);
  const start = startOf(subjects[0]!.subject);
  await em().execute('update orders set clock_ahead_ms = ? where guide_id = ?', [AHEAD_MS, guideId]);
  const dying = {
    move: async ({ id }: Order) => {
      if (id !== ids[0]) throw new Error('killed');
      await studioDoes('reject', id);
      return { status: 'cancelled' as const, sequence: 2 };
    },
  };
  const deps = { orm: platform.orm, now: () => new Date() };
  await expect(decideStart({ ...deps, gateway: dying }, start)).rejects.toThrow('killed');
  expect(await em().find(Reservation, { guideId })).toMatchObject([{ id: ids[1], goes: false }]);
  await em().nativeUpdate(Job, { kind: 'departure', subject: subjects[0]!.subject }, { runAt: new Date() });
  for (const id of ids) await cancelled(id);
  for (const id of ids) expect((await detail(id)).history).toHaveLength(2);
});

test('at the very deadline whoever books is either one of those who go, or is refused or refunded', async () => {
  for (let round = 0; round < 6; round++) {
    guideId = await offer();
    const first = await booked(3);
    await em().execute('update orders set clock_ahead_ms = ? where id = ?', [AHEAD_MS, first]);
    await decideNow();
    const answers = await Promise.all([book(1), book(1), book(1)]);
    const ids = answers.flatMap(({ code, data }) => (code === 200 ? [data.orderId as string] : []));
    const goes = await until(async () => {
      const { status } = await detail(first);
      const rows = await em().find(Reservation, { guideId, id: first });
      return status === 'cancelled' ? 'no' : rows[0]?.goes === true ? 'yes' : undefined;
    });
    // Those who booked in time are decided about by their own clock: with a start that was called off, they are too few.
    await advanceOrders(ids);
    for (const id of ids) {
      if (goes === 'no') await cancelled(id);
      else await until(async () => (await em().findOneOrFail(Reservation, { id })).goes === true);
    }
  }
  await expectSound();
});

test('whoever books while the deadline passes goes with the others, or is refused, or has everything back', async () => {
  for (let round = 1; round <= 4; round++) {
    const hours = HOURS - round;
    guideId = await offer({ decideHoursBefore: hours });
    const ids = [await booked(3)];
    const { tripStartAt } = await detail(ids[0]!);
    const deadline = Date.parse(tripStartAt) - hours * HOUR_MS;
    const until = new Date(deadline - 250 * round).toISOString();
    expect(await post('sandbox/clock/advance', { until })).toMatchObject({ code: 200 });
    for (let asked = 0; asked < 8; asked++) {
      const { code, data } = await book(1);
      if (code === 200) ids.push(data.orderId);
      else expect([40902]).toContain(code);
    }
    await allDecided();
    const live = await em().count(Order, { id: { $in: ids }, status: 'pending' });
    expect([0, ids.length]).toContain(live);
    if (live > 0) expect(ids.length).toBeGreaterThan(1);
  }
  await expectSound();
});

/** No order of the guide waits for a decision, or for what follows from it. */
const allDecided = () =>
  until(
    async () =>
      (await em().count(Job, { kind: 'departure', subject: { $like: `${guideId}@%` } })) === 0 &&
      (await em().count(Reservation, { guideId, goes: false })) === 0,
  );

async function advanceOrders(ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await em().execute('update orders set clock_ahead_ms = ? where id in (?)', [AHEAD_MS, ids]);
  await decideNow();
}

/** Once more where it is being decided, as whoever adds the job says it. */
async function decideNow(): Promise<void> {
  const jobs = await em().find(Job, { kind: 'departure', subject: { $like: `${guideId}@%` } });
  for (const { subject } of jobs) await addSingleJob(em(), 'departure', subject);
}

test.each([
  ['without a time', { decideHoursBefore: undefined }, 'leastGuestsToGo', 'needs_another_parameter'],
  ['with a time alone', { leastGuestsToGo: undefined }, 'decideHoursBefore', 'needs_another_parameter'],
  ['of a trip of one party', { capacity: undefined }, 'leastGuestsToGo', 'needs_another_parameter'],
  ['above its places', { leastGuestsToGo: 9 }, 'leastGuestsToGo', 'inconsistent'],
])('a least number %s is refused', async (_case, changes, member, reason) => {
  const details = [{ path: `body.tripKinds.0.${member}`, reason }];
  expect(await create(changes)).toMatchObject({ code: 40001, data: { details } });
});

test.each([
  ['leastGuestsToGo', 1],
  ['decideHoursBefore', 0],
  ['decideHoursBefore', 721],
])('%s %d is refused', async (member, value) => {
  expect(await create({ [member]: value })).toMatchObject({ code: 40001 });
});
