import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { Guide, Hold, Job, Merchant, Notification, WaitlistEntry } from '../../db/entities/index.ts';
import { noteGuideWritten } from '../../db/queries/guides/guide-writes.ts';
import { moveReservation } from '../../db/queries/orders/change-order.ts';
import { endDueHold, reserve } from '../../db/queries/orders/holds.ts';
import { giveBackTime } from '../../db/queries/orders/reservations.ts';
import { findDueEntry } from '../../db/queries/orders/waitlist.ts';
import { addSingleJob, finishJob, takeJobs } from '../../db/queries/platform/jobs.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { waitlistNumberOf } from '../../domain/ids.ts';
import { DEFAULT_PLATFORM_TERMS } from '../../domain/platform-terms.ts';
import { addDays, todayIn } from '../../domain/trip.ts';
import { startOfDay } from '../../domain/wall-time.ts';
import { waitlistEntryJobs, waitlistTimeJobs } from '../../jobs/waitlist-watch.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { type Barrier, createBarrier } from '../support/data/barrier.ts';
import { workOff } from '../support/jobs.ts';
import { createGuide, createMerchant } from '../support/merchants.ts';
import { createOrderRow, endOrders } from '../support/orders.ts';
import { until } from '../support/until.ts';

const AGENCY = 'mk_sandbox_agency';
const OTHER = 'mk_other';
const ZONE = 'Europe/Lisbon';

let api: TestApp;
let clients: Record<string, ClientCredentials>;
let barrier: Barrier;
const ALONE = { departure: null, guestCount: 1 };
const inDays = (days: number) => addDays(todayIn(ZONE, new Date()), days);
beforeAll(async () => {
  api = await createTestApp();
  clients = { [AGENCY]: api.sandbox.agency, [OTHER]: await createMerchant(api, OTHER) };
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
  guideId = `G${count}`;
  await createGuide(api, { id: guideId });
  // What an earlier test left is looked at, and is no part of this one.
  await round();
  await api.orm.em.fork().nativeDelete(WaitlistEntry, {});
});

const em = () => api.orm.em.fork();
const KINDS = () => ({
  waitlist_time: waitlistTimeJobs({ orm: api.orm }),
  waitlist_entry: waitlistEntryJobs({
    orm: api.orm,
    now: () => api.clock.now,
    terms: DEFAULT_PLATFORM_TERMS,
  }),
});
/** Looks that wait for what is about to be known do not wait here. */
async function work(onError: (error: unknown) => void): Promise<void> {
  await em().execute("update job set run_at = now() where kind = 'waitlist_entry' and leased_until is null");
  await workOff({ orm: api.orm, onError }, KINDS());
}
async function round(): Promise<void> {
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  await work(onError);
  expect(errors).toEqual([]);
}
async function take(day: number, tripDays = 1): Promise<string> {
  orders += 1;
  const id = `ORD${String(orders).padStart(10, '0')}`;
  await createOrderRow(api, { id, guideId, tripDate: inDays(day), tripDays });
  return id;
}
const cancel = (id: string) => em().execute(endOrders('id = ?'), [id]);
async function wait(day: number, tripDays = 1, merchantKey = AGENCY): Promise<string> {
  const payload = { guideId, tripDate: inDays(day), tripDays };
  const answer = await api.as(clients[merchantKey]!, {
    method: 'POST',
    url: '/open/v1/waitlist/create',
    payload,
  });
  expect(answer.json()).toMatchObject({ code: 200 });
  return answer.json().data.entryId;
}
/** Where there is something to wait for. */
async function tryToWait(day: number, tripDays: number, merchantKey = AGENCY): Promise<void> {
  const payload = { guideId, tripDate: inDays(day), tripDays };
  const url = '/open/v1/waitlist/create';
  const answer = await api.as(clients[merchantKey]!, { method: 'POST', url, payload });
  expect([200, 40910]).toContain(answer.json().code);
}
const notified = async (merchantKey = AGENCY) =>
  (
    await em().find(
      Notification,
      { merchantKey, type: 'guide.available' },
      { orderBy: { createdAt: 'asc', id: 'asc' } },
    )
  )
    .map(({ body }) => JSON.parse(body))
    .filter((body) => body.guideId === guideId);
/** As its studio writes it. */
async function write(changes: Partial<Guide>): Promise<void> {
  await em().nativeUpdate(Guide, guideId, changes);
  await noteGuideWritten(em(), guideId, { mayBeFree: changes.version !== undefined });
}
async function block(days: string): Promise<void> {
  await em().execute(`update guide set version = version + 1, blocked = ?::datemultirange where id = ?`, [
    days,
    guideId,
  ]);
  await noteGuideWritten(em(), guideId, { mayBeFree: true });
}

test('freed time that is stopped for who waits notifies it once it is sold again, and others at once', async () => {
  await write({
    version: 2,
    stopSales: [{ startDate: inDays(10), endDate: inDays(10), agencies: [AGENCY] }],
  });
  const order = await take(10);
  await wait(10);
  await wait(10, 1, OTHER);
  await cancel(order);
  await round();
  expect([await notified(), await notified(OTHER)]).toMatchObject([[], [{ tripDate: inDays(10) }]]);
  await write({ version: 3, stopSales: [] });
  await round();
  expect([await notified(), await notified(OTHER)]).toMatchObject([[{ tripDate: inDays(10) }], [{}]]);
});

test('whoever waits is notified once when the time is given back, with the trip', async () => {
  const order = await take(10);
  const entryId = await wait(9, 3);
  await wait(10, 1, OTHER);
  await round();
  expect([await notified(), await notified(OTHER)]).toEqual([[], []]);
  await cancel(order);
  await round();
  await round();
  expect(await notified()).toEqual([
    {
      notificationId: expect.stringMatching(/^NTF[0-9]+-1$/),
      type: 'guide.available',
      ...{ entryId, guideId, tripDate: inDays(9), tripDays: 3, tripKindId: null, startTime: null },
      guestCount: 1,
      sequence: 1,
      occurredAt: api.clock.now.toISOString(),
    },
  ]);
  expect(await notified(OTHER)).toHaveLength(1);
  const [notification] = await em().find(Notification, { subjectId: entryId });
  expect(notification).toMatchObject({ inFeed: true, wakeAt: expect.any(Date) });
  const listed = await api.as(clients[AGENCY]!, { url: '/open/v1/waitlist/list' });
  expect(listed.json().data.list[0].toldAt).toBe(api.clock.now.toISOString());
});

test('again only after it was taken and given back again', async () => {
  const first = await take(10);
  await wait(10);
  await cancel(first);
  await round();
  await write({ version: 2 });
  await round();
  expect(await notified()).toHaveLength(1);
  await cancel(await take(10));
  await round();
  expect((await notified()).map(({ sequence }) => sequence)).toEqual([1, 2]);
  await take(10);
  await round();
  expect(await notified()).toHaveLength(2);
});

test('not while somebody else still has some of it', async () => {
  const [first, second] = [await take(10), await take(11)];
  await wait(10, 2);
  await cancel(first);
  await round();
  expect(await notified()).toEqual([]);
  await cancel(second);
  await round();
  expect(await notified()).toHaveLength(1);
});

test('of several that are given back at the same time it is notified once', async () => {
  const all = [await take(10), await take(11), await take(12)];
  await wait(10, 3);
  await Promise.all(all.map(cancel));
  await round();
  expect(await notified()).toHaveLength(1);
});

describe('time is given back', () => {
  test('by a hold that is released or has expired', async () => {
    const hold = { id: `HLD${count}0000001`, merchantKey: OTHER, studioKey: 'mk_sandbox_studio', guideId };
    const at = (day: number) => startOfDay(inDays(day), ZONE);
    const span = { tripStartAt: at(10), tripEndAt: at(11), expiresAt: at(9) };
    await em().insert(Hold, { ...hold, ...span, terms: {} as never });
    await reserve(em(), hold.id, guideId, { ...ALONE, startAt: at(10), endAt: at(11) });
    await wait(10);
    await round();
    expect(await notified()).toEqual([]);
    expect(await endDueHold(em(), hold.id, at(9), false)).toMatchObject({ status: 'expired' });
    await round();
    expect(await notified()).toHaveLength(1);
  });

  test('by an order that is moved to other days', async () => {
    const order = await take(10);
    await wait(10);
    const at = (day: number) => startOfDay(inDays(day), ZONE);
    await moveReservation(em(), { id: order, guideId }, { ...ALONE, startAt: at(20), endAt: at(21) });
    await round();
    expect(await notified()).toHaveLength(1);
  });

  test('by a block that is removed; a new one lets it be notified again', async () => {
    const days = `{[${inDays(10)},${inDays(12)})}`;
    await block(days);
    await wait(10, 2);
    await block('{}');
    await round();
    expect(await notified()).toHaveLength(1);
    await block(days);
    await round();
    expect(await notified()).toHaveLength(1);
    await block('{}');
    await round();
    expect(await notified()).toHaveLength(2);
  });

  test('by one that becomes an order or a hold of its own in the same moment: then it is not free', async () => {
    const order = await take(10);
    await wait(10);
    await em().transactional(async (tx) => {
      await tx.execute(endOrders('id = ?'), [order]);
      const at = (day: number) => startOfDay(inDays(day), ZONE);
      await tx.execute(`insert into reservation (id, guide_id, start_at, end_at) values ('HLD77', ?, ?, ?)`, [
        ...[guideId, at(10), at(11)],
      ]);
    });
    await round();
    expect(await notified()).toEqual([]);
    const last = "with over as (select 'HLD77' as id)";
    await em().execute(`${last}, ${giveBackTime('over')} select from over`);
    await round();
    expect(await notified()).toHaveLength(1);
  });
});

describe('nobody is notified', () => {
  test('of a guide that it may not book now', async () => {
    const order = await take(10);
    await wait(10);
    await write({ visibility: 'partners' });
    await cancel(order);
    await round();
    expect(await notified()).toEqual([]);
  });

  test('of a guide that takes no bookings, until it does', async () => {
    const order = await take(10);
    await wait(10);
    await write({ status: 'paused', version: 2 });
    await cancel(order);
    await round();
    expect(await notified()).toEqual([]);
    await write({ status: 'active', version: 3 });
    await round();
    expect(await notified()).toHaveLength(1);
  });

  test('when it is too late to book, by its own clock', async () => {
    const order = await take(10);
    await wait(10);
    await em().nativeUpdate(Merchant, AGENCY, { clockAheadMs: 11 * 86_400_000 });
    await cancel(order);
    await round();
    await em().nativeUpdate(Merchant, AGENCY, { clockAheadMs: 0 });
    expect(await notified()).toEqual([]);
  });

  test('who has left', async () => {
    const order = await take(10);
    const entryId = await wait(10);
    await api.as(clients[AGENCY]!, { method: 'DELETE', url: `/open/v1/waitlist/delete/${entryId}` });
    await cancel(order);
    await round();
    expect(await notified()).toEqual([]);
  });
});

test('several processes notify each once', async () => {
  const all = [await take(10), await take(11), await take(12), await take(13)];
  for (const day of [10, 11, 12, 13]) {
    await wait(day);
    await wait(day, 1, OTHER);
  }
  await Promise.all(all.map(cancel));
  await Promise.all([round(), round(), round()]);
  await round();
  expect([(await notified()).length, (await notified(OTHER)).length]).toEqual([4, 4]);
});

test('a process that dies in between loses nothing, and notifies nobody twice', async () => {
  const order = await take(10);
  await wait(10);
  await cancel(order);
  await barrier.raise('before insert on notification for each row');
  const errors: unknown[] = [];
  const dying = work((error) => void errors.push(error));
  await barrier.reached();
  await barrier.cutOff();
  await barrier.lower();
  await dying;
  expect(errors).toHaveLength(1);
  expect(await notified()).toEqual([]);
  await round();
  expect(await notified()).toHaveLength(1);
});

test('what is given back while a look is under way is looked at behind it', async () => {
  const [first, second] = [await take(10), await take(11)];
  await wait(10, 2);
  const canceller = new pg.Client({ connectionString: api.adminUrl });
  await canceller.connect();
  await cancel(first);
  await canceller.query('begin');
  await canceller.query(endOrders('id = $1'), [second]);
  await round();
  expect(await notified()).toEqual([]);
  await canceller.query('commit');
  await canceller.end();
  await round();
  expect(await notified()).toHaveLength(1);
});

test('a look that is under way and whoever finds who waits do not wait for each other', async () => {
  const first = await take(10);
  const id = String(waitlistNumberOf(await wait(10)));
  await cancel(first);
  await round();
  expect(await notified()).toHaveLength(1);
  await cancel(await take(10));
  await addSingleJob(em(), 'waitlist_entry', id);
  const [look] = await takeJobs(em(), 'waitlist_entry', { limit: 1, leaseSeconds: 60 });
  expect(look).toMatchObject({ subject: id });
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  let finding: Promise<unknown> | undefined;
  await em().transactional(async (tx) => {
    await findDueEntry(tx, id);
    finding = workOff({ orm: api.orm, onError }, { waitlist_time: KINDS().waitlist_time });
    await until(async () => (await em().execute(WAITING)).length > 0);
    await finishJob(tx, look!);
  });
  await finding;
  expect(errors).toEqual([]);
  await round();
  expect(await notified()).toHaveLength(2);
});

/** Transactions that wait for another one. */
const WAITING = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

test('nobody looks while more is about to be known of the time of a guide', async () => {
  await take(10);
  await wait(10);
  await em().execute(endOrders("guide_id = ? and status = 'pending'"), [guideId]);
  await workOff({ orm: api.orm, onError: console.error }, { waitlist_time: KINDS().waitlist_time });
  await cancel(await take(10));
  // It is due, and was taken and given back once more: a notice now would be a second one.
  await workOff({ orm: api.orm, onError: console.error }, { waitlist_entry: KINDS().waitlist_entry });
  expect(await notified()).toEqual([]);
  await round();
  expect(await notified()).toHaveLength(1);
});

test('whatever happens at once: in the end who waits for free time was notified, never more often than it was given back', async () => {
  const days = [10, 11, 12];
  let live = await Promise.all(days.map((day) => take(day)));
  const given: number[] = [];
  for (let turn = 0; turn < 12; turn += 1) {
    const day = days[turn % days.length]!;
    const ended = live.slice(0, 1 + (turn % 2));
    live = live.slice(ended.length);
    const outcomes = await Promise.allSettled([
      ...ended.map(cancel),
      take(day),
      tryToWait(day, 1 + (turn % 3)),
      tryToWait(day, 1, OTHER),
      round(),
      round(),
    ]);
    given.push(ended.length);
    const booked = outcomes[ended.length] as PromiseSettledResult<string>;
    if (booked.status === 'fulfilled') live.push(booked.value);
  }
  await Promise.all(live.splice(0).map(cancel));
  await round();
  const entries = await em().find(WaitlistEntry, { guideId });
  expect(entries.length).toBeGreaterThan(0);
  expect(entries.filter(({ notifiedAt }) => !notifiedAt)).toEqual([]);
  expect(await em().count(Job, { kind: { $in: ['waitlist_time', 'waitlist_entry'] } })).toBe(0);
  const times = Map.groupBy([...(await notified()), ...(await notified(OTHER))], ({ entryId }) => entryId);
  const most = given.reduce((sum, count) => sum + count, days.length);
  expect([...times.values()].filter((announcements) => announcements.length > most)).toEqual([]);
});

test('who books pays nothing, and where nobody waits what is given back is looked at once', async () => {
  const order = await take(10);
  expect(await em().count(Job, { kind: 'waitlist_time' })).toBe(0);
  await cancel(order);
  await round();
  await write({ version: 2 });
  expect(await em().count(Job, { kind: 'waitlist_time' })).toBe(0);
});
