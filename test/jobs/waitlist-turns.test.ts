/** A guide with a window: who waits has turns, one after the other (docs/orders.md, "The reserved window"). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { createHoldActivities } from '../../activities/holds.ts';
import {
  Guide,
  Hold,
  Job,
  Merchant,
  Notification,
  Reservation,
  WaitlistEntry,
} from '../../db/entities/index.ts';
import { noteGuideWritten } from '../../db/queries/guides/guide-writes.ts';
import { lockHoldsOf } from '../../db/queries/orders/holds.ts';
import { takeUnstartedHolds } from '../../db/queries/orders/workflow-starts.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { DEFAULT_PLATFORM_TERMS } from '../../domain/platform-terms.ts';
import { addDays, todayIn } from '../../domain/trip.ts';
import { waitlistEntryJobs, waitlistTimeJobs } from '../../jobs/waitlist-watch.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { type Barrier, createBarrier } from '../support/data/barrier.ts';
import { createHoldRows } from '../support/data/holds.ts';
import { workOff } from '../support/jobs.ts';
import { createGuide, createMerchant } from '../support/merchants.ts';
import { createOrderRow, endOrders } from '../support/orders.ts';
import { orderService } from '../support/orders-app.ts';

const [ONE, TWO, THREE] = ['mk_turns_one', 'mk_turns_two', 'mk_turns_three'] as const;
const OTHERS = 'mk_sandbox_agency';
const ZONE = 'Europe/Lisbon';
const WINDOW = 30;
const MINUTE = 60_000;
const CONTACT = { contactName: 'Ada Lovelace', contactPhone: '+351912345678' };
const TOUR = {
  ...{ tripKindId: 'tour', name: 'Tour', durationMinutes: 120, startTimes: ['09:00'], price: 4_000 },
  capacity: 4,
};

let api: TestApp;
let app: FastifyInstance;
let barrier: Barrier;
let clients: Record<string, ClientCredentials>;
const started: string[] = [];
const inDays = (days: number) => addDays(todayIn(ZONE, api.clock.now), days);
beforeAll(async () => {
  api = await createTestApp();
  app = await api.another({ orders: orderService(api) });
  clients = { [OTHERS]: api.sandbox.agency };
  for (const key of [ONE, TWO, THREE]) clients[key] = await createMerchant(api, key);
  barrier = await createBarrier(api.adminUrl);
});
afterAll(async () => {
  await barrier.close();
  await api.close();
});

let guideId: string;
let count = 0;
let orders = 0;
beforeEach(async () => {
  count += 1;
  guideId = `G77${count}`;
  started.length = 0;
  api.clock.now = new Date();
  await createGuide(api, { id: guideId, waitlistWindowMinutes: WINDOW });
  await em().nativeDelete(WaitlistEntry, {});
  await round();
});

const em = () => api.orm.em.fork();
const now = () => api.clock.now;
const holdWorkflows = {
  start: ({ id }: { readonly id: string }) => void started.push(id),
  announceClock: () => undefined,
};
const KINDS = () => ({
  waitlist_time: waitlistTimeJobs({ orm: api.orm }),
  waitlist_entry: waitlistEntryJobs({ orm: api.orm, now, terms: DEFAULT_PLATFORM_TERMS, holdWorkflows }),
});
/** Until nothing is left to do: turns come one after the other. */
async function round(onError?: (error: unknown) => void): Promise<void> {
  const kind = { $in: ['waitlist_time', 'waitlist_entry'] as const };
  const errors: unknown[] = [];
  const deps = { orm: api.orm, onError: onError ?? ((error: unknown) => void errors.push(error)) };
  for (let left = 1, turns = 0; left > 0 && errors.length === 0 && turns < 60; turns += 1) {
    await em().execute(
      "update job set run_at = now() where kind = 'waitlist_entry' and leased_until is null",
    );
    await workOff(deps, KINDS());
    left = await em().count(Job, { kind: { $in: [...kind.$in] } });
    if (onError) return;
  }
  expect(errors).toEqual([]);
}
async function take(day: number, tripDays = 1, merchantKey = OTHERS): Promise<string> {
  orders += 1;
  const id = `ORD77${String(orders).padStart(10, '0')}`;
  await createOrderRow(api, { id, guideId, tripDate: inDays(day), tripDays, merchantKey });
  return id;
}
const cancel = (id: string) => em().execute(endOrders('id = ?'), [id]);

async function call(merchantKey: string, method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) {
  const headers = { authorization: `Bearer ${await api.token(clients[merchantKey]!)}` };
  const answer = await app.inject({ method, url: `/open/v1/${path}`, headers, ...(payload && { payload }) });
  return answer.json();
}
async function wait(merchantKey: string, day: number, trip: object = { tripDays: 1 }): Promise<string> {
  const payload = { guideId, tripDate: inDays(day), ...trip };
  const answer = await call(merchantKey, 'POST', 'waitlist/create', payload);
  expect(answer).toMatchObject({ code: 200 });
  return answer.data.entryId;
}
/** What it was notified of, the first first: ids of holds, null where nothing is held for it. */
async function notified(merchantKey: string): Promise<(string | null)[]> {
  const where = { merchantKey, type: 'guide.available' } as const;
  const rows = await em().find(Notification, where, { orderBy: { createdAt: 'asc', id: 'asc' } });
  const bodies = rows.map(({ body }) => JSON.parse(body)).filter((body) => body.guideId === guideId);
  return bodies.map(({ holdId }) => holdId ?? null);
}
const all = async () => [await notified(ONE), await notified(TWO), await notified(THREE)];
const turn = (entryId: string) =>
  em().findOneOrFail(
    Hold,
    { waitlistEntryId: Number(entryId.slice(3)), status: 'held' },
    { orderBy: { id: 'desc' } },
  );
/** As its workflow ends it; the clock is past the window. */
async function expire(entryId: string): Promise<void> {
  const { id } = await turn(entryId);
  api.clock.now = new Date(api.clock.now.getTime() + WINDOW * MINUTE);
  expect(await createHoldActivities({ orm: api.orm, now }).endHold(id, false)).toMatchObject({
    status: 'expired',
  });
  await round();
}
/** Three wait for one day that another agency has, the first first. */
async function threeWait(day: number): Promise<{ order: string; entries: [string, string, string] }> {
  const order = await take(day);
  const entries: [string, string, string] = [
    await wait(ONE, day),
    await wait(TWO, day),
    await wait(THREE, day),
  ];
  return { order, entries };
}

test('the first in line gets a hold, then the second, then the third; then all are notified at once', async () => {
  const { order, entries } = await threeWait(10);
  await cancel(order);
  await round();
  const held = await turn(entries[0]);
  expect(await all()).toEqual([[held.id], [], []]);
  const [event] = await em().find(Notification, { subjectId: entries[0] });
  expect(JSON.parse(event!.body)).toMatchObject({
    ...{ type: 'guide.available', entryId: entries[0], holdId: held.id },
    expiresAt: new Date(api.clock.now.getTime() + WINDOW * MINUTE).toISOString(),
  });
  expect(started).toEqual([held.id]);
  const { data } = await call(ONE, 'GET', `order/hold/detail/${held.id}`);
  expect(data).toMatchObject({ status: 'held', entryId: entries[0], tripDate: inDays(10), guestCount: 1 });
  expect((await call(ONE, 'GET', 'order/hold/list?status=held')).data.list).toEqual([data]);
  await expire(entries[0]);
  expect(await all()).toEqual([[held.id], [(await turn(entries[1])).id], []]);
  await expire(entries[1]);
  const third = await turn(entries[2]);
  await call(THREE, 'POST', `order/hold/release/${third.id}`);
  await round();
  expect((await all()).map((ids) => ids.map((id) => id && 'held'))).toEqual([
    ['held', null],
    ['held', null],
    ['held', null],
  ]);
  await round();
  expect((await all()).flat()).toHaveLength(6);
});

test('what is held for one is taken for all others, who can neither see the hold nor book by it', async () => {
  const { order, entries } = await threeWait(10);
  await cancel(order);
  await round();
  const { id } = await turn(entries[0]);
  expect(await call(TWO, 'GET', `order/hold/detail/${id}`)).toMatchObject({ code: 40013 });
  expect(await call(TWO, 'POST', 'order/create', { holdId: id, ...CONTACT })).toMatchObject({ code: 40013 });
  const trip = { guideId, tripDate: inDays(10), tripDays: 1, guestCount: 1 };
  expect(await call(TWO, 'POST', 'order/create', { ...trip, ...CONTACT })).toMatchObject({ code: 40902 });
});

test('it is booked by its hold; the others go on waiting, and their turns begin anew when the order ends', async () => {
  const { order, entries } = await threeWait(10);
  await cancel(order);
  await round();
  const { id } = await turn(entries[0]);
  const booked = await call(ONE, 'POST', 'order/create', { holdId: id, ...CONTACT });
  expect(booked).toMatchObject({ code: 200 });
  await round();
  expect(await all()).toEqual([[id], [], []]);
  expect((await call(TWO, 'GET', 'waitlist/list')).data.list).toMatchObject([{ toldAt: null }]);
  // Who had the time and gave it back is behind the others.
  await cancel(booked.data.orderId);
  await round();
  const second = await turn(entries[1]);
  expect(await all()).toEqual([[id], [second.id], []]);
  await expire(entries[1]);
  await expire(entries[2]);
  expect((await all()).map((ids) => ids.at(-1))).toEqual([null, null, null]);
});

test('a turn that was missed counts until somebody else has had the time', async () => {
  const { order, entries } = await threeWait(10);
  await cancel(order);
  await round();
  await expire(entries[0]);
  const { id } = await turn(entries[1]);
  const booked = await call(TWO, 'POST', 'order/create', { holdId: id, ...CONTACT });
  await cancel(booked.data.orderId);
  await round();
  expect(await turn(entries[0])).toMatchObject({ merchantKey: ONE });
});

test('without a window all are notified at once, and nothing is held', async () => {
  await em().nativeUpdate(Guide, guideId, { waitlistWindowMinutes: 0 });
  const { order } = await threeWait(10);
  await cancel(order);
  await round();
  expect(await all()).toEqual([[null], [null], [null]]);
  expect(await em().count(Hold, { guideId })).toBe(0);
});

test('entries of other days have their own line; one that waits for all of it comes when it can have all', async () => {
  const first = await take(10);
  const second = await take(11);
  const [both, one, two] = [await wait(ONE, 10, { tripDays: 2 }), await wait(TWO, 10), await wait(THREE, 11)];
  await cancel(first);
  await round();
  expect((await all()).map((ids) => ids.length)).toEqual([0, 1, 0]);
  await call(TWO, 'POST', `order/hold/release/${(await turn(one)).id}`);
  await cancel(second);
  await round();
  expect(await turn(both)).toMatchObject({ merchantKey: ONE });
  expect((await all()).map((ids) => ids.length)).toEqual([1, 1, 0]);
  await expire(both);
  expect(await turn(two)).toMatchObject({ merchantKey: THREE });
});

test('one agency has one turn, by however many entries that share the time', async () => {
  const order = await take(10, 2);
  const mine = await wait(ONE, 10);
  await wait(ONE, 10, { tripDays: 2 });
  const theirs = await wait(TWO, 10);
  await cancel(order);
  await round();
  await expire(mine);
  expect(await turn(theirs)).toMatchObject({ merchantKey: TWO });
  await expire(theirs);
  expect(await em().count(Hold, { guideId, status: 'held' })).toBe(0);
  expect(await notified(ONE)).toEqual([expect.any(String), null, null]);
});

test('places of a departure are held for as many of the first as fit', async () => {
  await em().nativeUpdate(Guide, guideId, { tripKinds: [TOUR] });
  const tour = (guestCount: number) => ({ tripKindId: 'tour', startTime: '09:00', guestCount });
  const full = { guideId, tripDate: inDays(10), ...tour(4), ...CONTACT };
  const { data } = await call(OTHERS, 'POST', 'order/create', full);
  const entries = [
    await wait(ONE, 10, tour(2)),
    await wait(TWO, 10, tour(3)),
    await wait(THREE, 10, tour(2)),
  ];
  await cancel(data.orderId);
  await round();
  expect((await all()).map((ids) => ids.length)).toEqual([1, 0, 1]);
  expect(await em().find(Reservation, { guideId })).toMatchObject([{ places: 2 }, { places: 2 }]);
  await call(THREE, 'POST', `order/hold/release/${(await turn(entries[2]!)).id}`);
  await round();
  expect(await notified(TWO)).toEqual([]);
  await expire(entries[0]!);
  expect(await turn(entries[1]!)).toMatchObject({ merchantKey: TWO });
});

describe('nothing is held for', () => {
  test('an entry that is gone', async () => {
    const { order, entries } = await threeWait(10);
    await call(ONE, 'DELETE', `waitlist/delete/${entries[0]}`);
    await cancel(order);
    await round();
    expect((await all()).map((ids) => ids.length)).toEqual([0, 1, 0]);
  });

  test('a merchant that is suspended', async () => {
    const { order } = await threeWait(10);
    await em().nativeUpdate(Merchant, ONE, { status: 'suspended' });
    await cancel(order);
    await round();
    await em().nativeUpdate(Merchant, ONE, { status: 'active' });
    expect((await all()).map((ids) => ids.length)).toEqual([0, 1, 0]);
  });

  test('one that the guide is not sold to on that day', async () => {
    const stopSales = [{ startDate: inDays(10), endDate: inDays(10), agencies: [ONE] }];
    await em().nativeUpdate(Guide, guideId, { stopSales });
    const { order } = await threeWait(10);
    await cancel(order);
    await round();
    expect((await all()).map((ids) => ids.length)).toEqual([0, 1, 0]);
  });

  test('one that has as many holds as it may have: it keeps its place', async () => {
    const { order, entries } = await threeWait(10);
    await createGuide(api, { id: `${guideId}9` });
    await createHoldRows(api, { merchantKey: ONE, guideId: `${guideId}9`, count: 100 });
    await cancel(order);
    await round();
    expect((await all()).map((ids) => ids.length)).toEqual([0, 1, 0]);
    await em().nativeUpdate(Hold, { guideId: `${guideId}9` }, { status: 'released' });
    await expire(entries[1]);
    expect((await all()).map((ids) => ids.length)).toEqual([1, 1, 0]);
  });

  test.each([
    ['paused', { status: 'paused' }],
    ['for partners only', { visibility: 'partners' }],
    ['gone', { deletedAt: new Date() }],
  ] as const)('a guide that is %s', async (_, changes) => {
    const { order } = await threeWait(10);
    await em().nativeUpdate(Guide, guideId, changes);
    await noteGuideWritten(em(), guideId, { mayBeFree: true });
    await cancel(order);
    await round();
    expect(await all()).toEqual([[], [], []]);
  });

  test('one whose trip has begun by its own clock', async () => {
    const { order } = await threeWait(10);
    await em().nativeUpdate(Merchant, ONE, { clockAheadMs: 11 * 24 * 60 * MINUTE });
    await cancel(order);
    await round();
    await em().nativeUpdate(Merchant, ONE, { clockAheadMs: 0 });
    expect((await all()).map((ids) => ids.length)).toEqual([0, 1, 0]);
  });
});

test('a turn goes by its own clock: one that is moved beyond the end passes the turn on', async () => {
  const { order, entries } = await threeWait(10);
  await cancel(order);
  await round();
  const { id } = await turn(entries[0]);
  expect(await call(ONE, 'POST', 'sandbox/clock/advance', { minutes: WINDOW })).toMatchObject({ code: 200 });
  await createHoldActivities({ orm: api.orm, now }).endHold(id, false);
  await round();
  await em().nativeUpdate(Merchant, ONE, { clockAheadMs: 0 });
  expect((await all()).map((ids) => ids.length)).toEqual([1, 1, 0]);
});

test('a turn is not extended; its trip is changed, its end stays', async () => {
  const { order, entries } = await threeWait(10);
  await cancel(order);
  await round();
  const { id, expiresAt } = await turn(entries[0]);
  expect(await call(ONE, 'POST', `order/hold/extend/${id}`, { holdSeconds: 172_800 })).toMatchObject({
    code: 40907,
    data: { status: 'held', expiresAt: expiresAt.toISOString() },
  });
  const changed = await call(ONE, 'POST', `order/hold/change/${id}`, { guestCount: 3 });
  expect(changed).toMatchObject({ code: 200, data: { guestCount: 3, expiresAt: expiresAt.toISOString() } });
  await round();
  expect((await call(ONE, 'GET', 'waitlist/list')).data.list[0].toldAt).not.toBeNull();
  expect((await all()).map((ids) => ids.length)).toEqual([1, 0, 0]);
});

test('who deletes its entry keeps the hold; the others still have their turns behind it', async () => {
  const { order, entries } = await threeWait(10);
  await cancel(order);
  await round();
  const { id } = await turn(entries[0]);
  await call(ONE, 'DELETE', `waitlist/delete/${entries[0]}`);
  await round();
  expect(await call(ONE, 'GET', `order/hold/detail/${id}`)).toMatchObject({ data: { status: 'held' } });
  await expire(entries[0]);
  expect((await all()).map((ids) => ids.length)).toEqual([1, 1, 0]);
});

test('several processes give each time once', async () => {
  const days = [10, 11, 12, 13, 14, 15];
  const held = [];
  for (const day of days) held.push(await threeWait(day));
  await Promise.all(held.map(({ order }) => cancel(order)));
  const ignore = () => undefined;
  await Promise.all([round(ignore), round(ignore), round(ignore)]);
  await round();
  expect((await all()).map((ids) => ids.length)).toEqual([days.length, 0, 0]);
  expect(await em().count(Hold, { guideId, status: 'held' })).toBe(days.length);
});

test('of a booking and a turn at the same time one has it', async () => {
  const { order } = await threeWait(10);
  await cancel(order);
  const trip = { guideId, tripDate: inDays(10), tripDays: 1, guestCount: 1 };
  const [booking] = await Promise.all([
    call(OTHERS, 'POST', 'order/hold', trip),
    call(TWO, 'POST', 'order/create', { ...trip, ...CONTACT }),
    round(() => undefined),
  ]);
  await round();
  expect([200, 40902]).toContain(booking.code);
  expect(await em().count(Reservation, { guideId })).toBe(1);
});

test('a merchant that makes a hold at this moment is not waited for: its turn comes after', async () => {
  const { order, entries } = await threeWait(10);
  await cancel(order);
  await workOff({ orm: api.orm, onError: console.error }, { waitlist_time: KINDS().waitlist_time });
  await em().transactional(async (tx) => {
    await lockHoldsOf(tx, ONE);
    await workOff({ orm: api.orm, onError: console.error }, { waitlist_entry: KINDS().waitlist_entry });
    expect((await all()).flat()).toEqual([]);
  });
  await round();
  expect(await turn(entries[0])).toMatchObject({ merchantKey: ONE });
});

test('a process that dies between hold and event leaves neither; one that dies behind them leaves a hold that a sweeper starts', async () => {
  const order = await take(10);
  const entryId = await wait(ONE, 10);
  await cancel(order);
  await barrier.raise('before insert on notification for each row');
  const errors: unknown[] = [];
  const dying = round((error) => void errors.push(error));
  await barrier.reached();
  await barrier.cutOff();
  await barrier.lower();
  await dying;
  expect(errors).toHaveLength(1);
  expect([await em().count(Hold, { guideId }), (await all()).flat()]).toEqual([0, []]);
  await round();
  const { id } = await turn(entryId);
  expect(await all()).toEqual([[id], [], []]);
  await em().nativeUpdate(Hold, id, { launchAfter: new Date(0) });
  expect(await takeUnstartedHolds(em(), 100)).toContainEqual(expect.objectContaining({ id, guideId }));
});

test('whatever happens at once: no job fails, and each turn has one hold and one event', async () => {
  const days = [10, 11, 12];
  const live = await Promise.all(days.map((day) => take(day)));
  const errors: unknown[] = [];
  const work = () => round((error) => void errors.push(error));
  const trip = (day: number) => ({ guideId, tripDate: inDays(day), tripDays: 1, guestCount: 1 });
  const tryToWait = (key: string, day: number, tripDays = 1) =>
    call(key, 'POST', 'waitlist/create', { guideId, tripDate: inDays(day), tripDays });
  for (let step = 0; step < 15; step += 1) {
    const day = days[step % days.length]!;
    const [ended] = live.splice(0, 1);
    const turns = await em().find(Hold, { guideId, status: 'held', waitlistEntryId: { $ne: null } });
    const answers = await Promise.all([
      ended && cancel(ended),
      call(OTHERS, 'POST', 'order/hold', trip(day)),
      tryToWait(ONE, day),
      tryToWait(TWO, day, 1 + (step % 3)),
      tryToWait(THREE, day),
      ...turns.map(({ id, merchantKey }, index) =>
        (step + index) % 2 === 0
          ? call(merchantKey, 'POST', `order/hold/release/${id}`)
          : call(merchantKey, 'POST', 'order/create', { holdId: id, ...CONTACT }),
      ),
      ...[work(), work(), work()],
    ]);
    const booked = answers.filter((answer) => answer && 'data' in answer && answer.data?.orderId);
    live.push(...booked.map(({ data }) => data.orderId));
    const others = await em().find(Hold, { guideId, status: 'held', waitlistEntryId: null });
    for (const { id } of others) await call(OTHERS, 'POST', `order/hold/release/${id}`);
    await round();
  }
  expect(errors).toEqual([]);
  const turns = await em().find(Hold, { guideId, waitlistEntryId: { $ne: null } });
  expect(turns.length).toBeGreaterThan(3);
  expect(
    (await all())
      .flat()
      .filter((id) => id !== null)
      .sort(),
  ).toEqual(turns.map(({ id }) => id).sort());
});
