/** The rules of offers are shown a database in which nothing is wrong, and then one with each fault that they are for. */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { OrderEvent, Reservation } from '../../db/entities/index.ts';
import { post } from '../../db/queries/money/post.ts';
import { weekdayOf } from '../../domain/availability.ts';
import { merchantAccount, transferEntries } from '../../domain/ledger.ts';
import { addDays, todayIn } from '../../domain/trip.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createGuide, createMerchant } from '../support/merchants.ts';
import { createOrderRow } from '../support/orders.ts';
import { BROKEN_OFFERS } from './offer-rules.ts';

const [OWN, OTHER] = ['mk_sandbox_agency', 'mk_rules_other'];
const ZONE = 'Europe/Lisbon';
const TOUR = {
  ...{ tripKindId: 'tour', name: 'Tour', durationMinutes: 60, startTimes: ['10:00'], price: 4_000 },
  ...{ capacity: 6, leastGuestsToGo: 4, decideHoursBefore: 24 },
};
const DAY = addDays(todayIn(ZONE, new Date()), 20);

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp();
  await createMerchant(api, OTHER);
});
afterAll(() => api.close());

let guideId: string;
let made = 0;
beforeEach(async () => {
  made += 1;
  guideId = `G79${made}`;
  await createGuide(api, {
    ...{ id: guideId, dayRate: 10_000, maxGuests: 8, tripKinds: [TOUR] },
    allotments: [{ agencies: [OWN], places: 2, releaseDaysBefore: 1, tripKindIds: ['tour'] }],
    stopSales: [{ agencies: [OTHER], weekdays: [weekdayOf(addDays(DAY, 1))] }],
  });
});

const em = () => api.orm.em.fork();
interface Party {
  readonly by?: string;
  readonly places?: number;
  readonly day?: string;
  readonly goes?: boolean;
}
/** An order of the tour, and its reservation. */
async function party({ by = OTHER, places = 2, day = DAY, goes }: Party): Promise<string> {
  made += 1;
  const id = `ORD79${String(made).padStart(14, '0')}`;
  const [tripStartAt, tripEndAt] = [new Date(`${day}T10:00:00Z`), new Date(`${day}T11:00:00Z`)];
  await createOrderRow(api, {
    ...{
      id,
      guideId,
      tripDate: day,
      tripDays: 1,
      merchantKey: by,
      status: 'confirmed',
      tripStartAt,
      tripEndAt,
    },
  });
  await em().execute('update orders set trip = ? where id = ?', [JSON.stringify(TOUR), id]);
  const departure = `tour@${tripStartAt.toISOString()}`;
  await em().nativeUpdate(Reservation, { id }, { departure, places, capacity: 6, goes: goes ?? null });
  return id;
}
async function broken(): Promise<string[]> {
  const rows = await em().execute<{ rule: string }[]>(BROKEN_OFFERS);
  await em().execute('delete from reservation where guide_id = ?', [guideId]);
  await em().execute('update guide set stop_sales = ?::jsonb where id = ?', ['[]', guideId]);
  return [...new Set(rows.map(({ rule }) => rule))];
}

test('nothing is wrong where others have what is not kept, and starts are decided', async () => {
  await party({ places: 4 });
  await party({ by: OWN, places: 2, day: addDays(DAY, 1), goes: true });
  expect(await broken()).toEqual([]);
});

test('found: others have places that are kept', async () => {
  await party({ places: 5 });
  expect(await broken()).toEqual(["places that are kept are nobody else's"]);
});

test('found: an agency has a day that is stopped for it', async () => {
  await party({ day: addDays(DAY, 1) });
  expect(await broken()).toEqual(['nothing is sold on days that are stopped']);
});

test('found: a start that nobody decided', async () => {
  const id = await party({ by: OWN, day: todayIn(ZONE, new Date()) });
  await em().execute("update orders set created_at = now() - interval '3 days' where id = ?", [id]);
  expect(await broken()).toEqual(['whether a start goes is decided at its time']);
});

test('found: somebody stays in a start that was called off', async () => {
  await party({ goes: false });
  expect(await broken()).toEqual(['nobody stays in a start that was called off']);
});

const calledOff = async (orderId: string) => {
  const note = 'fewer than 4 guests came together for this start';
  const event = { orderId, sequence: 2, actorKind: 'studio', occurredAt: new Date(), note } as const;
  await em().insert(OrderEvent, {
    ...event,
    ...{ fromStatus: 'confirmed', toStatus: 'cancelled', reason: 'withdrawn_by_studio' },
  });
};

test('found: a start that was guaranteed before its decision is called off', async () => {
  const promised = { ...TOUR, guaranteedStarts: [{ tripDate: DAY, startTime: '10:00' }] };
  const id = await party({});
  await em().execute('update orders set trip = trip || ? where id = ?', ['{"startTime": "10:00"}', id]);
  await calledOff(id);
  expect(await broken()).toEqual([]);
  await em().execute('update guide set trip_kinds = ? where id = ?', [JSON.stringify([promised]), guideId]);
  expect(await broken()).toEqual(['a start that was guaranteed is not called off']);
  await em().execute("update guide set updated_at = now() + interval '30 days' where id = ?", [guideId]);
  expect(await broken()).toEqual([]);
});

test('found: who was called off pays a fee', async () => {
  const id = await party({});
  await calledOff(id);
  expect(await broken()).toEqual([]);
  const [account, occurredAt] = [merchantAccount(OTHER, 'EUR', true), new Date()];
  const posting = {
    id: `${id}-2`,
    kind: 'cancellation_fee',
    currency: 'EUR',
    orderId: id,
    occurredAt,
  } as const;
  const entries = transferEntries(account, -4_000, 'adjustments');
  await em().transactional(async (tx) => void (await post(tx, { ...posting, entries }, ZONE)));
  expect(await broken()).toEqual(['who is called off pays nothing']);
});
