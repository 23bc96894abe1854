import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { InjectOptions } from 'fastify';
import pg from 'pg';
import { AuditEntry, Guide, Order, WaitlistEntry } from '../../db/entities/index.ts';
import { removeExpired } from '../../db/queries/platform/expired.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { addDays, todayIn } from '../../domain/trip.ts';
import { MAX_WAITLIST_ENTRIES } from '../../domain/waitlist.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { grantLink } from '../support/data/provider-links.ts';
import { createConformance } from '../support/documents/openapi.ts';
import { createGuide, createMerchant } from '../support/merchants.ts';
import { createOrderRow, endOrders } from '../support/orders.ts';
import { until } from '../support/until.ts';

const AGENCY = 'mk_sandbox_agency';
const CREATE = '/open/v1/waitlist/create';
const LIST = '/open/v1/waitlist/list';
const DELETE = '/open/v1/waitlist/delete/{entryId}';

let api: TestApp;
let agency: ClientCredentials;
let other: ClientCredentials;
let provider: ClientCredentials;
let expectDescribed: Awaited<ReturnType<typeof createConformance>>;
const today = todayIn('Europe/Lisbon', new Date());
const inDays = (days: number) => addDays(today, days);
beforeAll(async () => {
  api = await createTestApp();
  ({ agency } = api.sandbox);
  other = await createMerchant(api, 'mk_other');
  provider = await createMerchant(api, 'mk_provider', { kind: 'provider' });
  await grantLink(api, AGENCY, 'mk_provider', ['order:read', 'order:write']);
  expectDescribed = await createConformance(api.app);
});
afterAll(() => api.close());

let guideId: string;
let count = 0;
beforeEach(async () => {
  count += 1;
  guideId = `G${count}`;
  await createGuide(api, { id: guideId });
  await api.orm.em.fork().nativeDelete(WaitlistEntry, {});
});

/** Takes these days. */
async function take(day: number, tripDays = 1): Promise<string> {
  const id = `ORD${String(count).padStart(10, '0')}${String(day).padStart(5, '0')}`;
  await createOrderRow(api, { id, guideId, tripDate: inDays(day), tripDays });
  return id;
}

/** The guide does not work from one day to the other. */
const block = (first: number, last: number) =>
  api.orm.em
    .fork()
    .execute(`update guide set blocked = datemultirange(daterange(?::date, ?::date, '[]')) where id = ?`, [
      ...[inDays(first), inDays(last), guideId],
    ]);

async function ask(client: ClientCredentials, options: InjectOptions, path: string) {
  const answer = await api.as(client, options);
  expectDescribed(options.method ?? 'GET', path, answer);
  return answer.json();
}
const wait = (trip: object, client = agency, headers: InjectOptions['headers'] = {}) =>
  ask(client, { method: 'POST', url: CREATE, payload: { guideId, tripDays: 1, ...trip }, headers }, CREATE);
const list = (client = agency, query: Record<string, string> = {}) => ask(client, { url: LIST, query }, LIST);
const remove = (entryId: string, client = agency) =>
  ask(client, { method: 'DELETE', url: DELETE.replace('{entryId}', entryId) }, DELETE);

test('days that are taken are waited for, listed, and left', async () => {
  await take(10);
  const { data } = await wait({ tripDate: inDays(9), tripDays: 3 });
  expect(data).toMatchObject({
    entryId: expect.stringMatching(/^WTL[0-9]+$/),
    ...{ guideId, tripDate: inDays(9), tripDays: 3, tripKindId: null, startTime: null, toldAt: null },
  });
  expect((await list()).data).toEqual({ list: [data], nextCursor: null });
  expect((await list(other)).data.list).toEqual([]);
  expect((await remove(data.entryId, other)).code).toBe(40014);
  expect((await remove('WTL999999', other)).code).toBe(40014);
  expect((await list()).data.list).toHaveLength(1);
  expect((await remove(data.entryId)).data).toEqual({ entryId: data.entryId, deleted: true });
  expect((await remove(data.entryId)).code).toBe(40014);
  expect((await list()).data.list).toEqual([]);
});

test('days on which the guide does not work may be waited for', async () => {
  await block(20, 22);
  expect((await wait({ tripDate: inDays(19), tripDays: 2 })).code).toBe(200);
  expect((await wait({ tripDate: inDays(19) })).code).toBe(40910);
});

test('a trip of hours is waited for by its hours', async () => {
  const half = {
    tripKindId: 'half',
    name: 'Half',
    durationMinutes: 240,
    startTimes: ['09:00', '14:00'],
    rate: 100,
  };
  await api.orm.em.fork().nativeUpdate(Guide, guideId, { tripKinds: [half] as never });
  const morning = await take(10);
  const [nine, one] = [`${inDays(10)} 09:00 Europe/Lisbon`, `${inDays(10)} 13:00 Europe/Lisbon`];
  await api.orm.em
    .fork()
    .execute('update reservation set start_at = ?::timestamptz, end_at = ?::timestamptz where id = ?', [
      nine,
      one,
      morning,
    ]);
  const trip = { tripDate: inDays(10), tripKindId: 'half', startTime: '09:00', tripDays: undefined };
  expect((await wait(trip)).data).toMatchObject({ tripDays: 1, tripKindId: 'half', startTime: '09:00' });
  expect((await wait({ ...trip, startTime: '14:00' })).code).toBe(40910);
  expect((await wait({ tripDate: inDays(10) })).code).toBe(200);
  expect(await wait({ ...trip, startTime: '10:00' })).toMatchObject({
    code: 40001,
    data: { details: [{ path: 'body.startTime' }] },
  });
});

test('waiting twice is waiting once', async () => {
  await take(10);
  const trip = { tripDate: inDays(10) };
  const answers = await Promise.all([wait(trip), wait(trip), wait(trip, agency, { 'idempotency-key': 'w' })]);
  expect(new Set(answers.map(({ data }) => data.entryId)).size).toBe(1);
  expect((await wait(trip, other)).data.entryId).not.toBe(answers[0].data.entryId);
});

describe('refused is', () => {
  test('a time that is free', async () => {
    expect(await wait({ tripDate: inDays(10) })).toMatchObject({
      code: 40910,
      msg: 'the guide is available then: book it',
    });
  });

  test('a guide that is none, or is for partners of its studio', async () => {
    await take(10);
    await api.orm.em.fork().nativeUpdate(Guide, guideId, { visibility: 'partners' });
    expect((await wait({ tripDate: inDays(10) })).code).toBe(40003);
    expect((await wait({ tripDate: inDays(10), guideId: 'G999999' })).code).toBe(40004);
  });

  test('what no waiting makes bookable', async () => {
    await take(10);
    await api.orm.em.fork().nativeUpdate(Guide, guideId, { status: 'paused' });
    expect((await wait({ tripDate: inDays(10) })).code).toBe(40902);
    await api.orm.em.fork().nativeUpdate(Guide, guideId, { status: 'active', minimumNoticeHours: 480 });
    expect((await wait({ tripDate: inDays(10) })).code).toBe(40902);
  });

  test.each([
    [{ tripDate: inDays(-1) }, 'body.tripDate'],
    [{ tripDate: '2027-02-30' }, 'body.tripDate'],
    [{ tripDate: inDays(1_000) }, 'body.tripDate'],
    [{ tripDate: inDays(10), tripDays: 0 }, 'body.tripDays'],
    [{ tripDate: inDays(10), tripDays: 61 }, 'body.tripDays'],
    [{ tripDate: inDays(10), tripDays: undefined }, 'body.tripDays'],
    [{ tripDate: inDays(10), tripKindId: 'none' }, 'body.tripKindId'],
    [{ tripDate: inDays(10), guestCount: 0 }, 'body.guestCount'],
    [{ tripDate: inDays(10), guestCount: 499 }, 'body.guestCount'],
    [{ tripDate: inDays(10), guests: [{ kind: 'adult', count: 2 }] }, 'body.guests'],
    [{ tripDate: null }, 'body.tripDate'],
    [{ tripDate: inDays(10), guideId: "G1'--" }, 'body.guideId'],
  ])('%j', async (trip, path) => {
    await take(10);
    const { code, data } = await wait(trip);
    expect([code, data.details[0].path]).toEqual([40001, path]);
  });

  test('who is no agency', async () => {
    await take(10);
    expect((await wait({ tripDate: inDays(10) }, api.sandbox.studio)).code).toBe(40006);
    expect((await wait({ tripDate: inDays(10) }, provider)).code).toBe(40006);
  });

  test(`more than ${MAX_WAITLIST_ENTRIES} entries, however many come at once`, async () => {
    await take(10, 10);
    await api.orm.em.fork().execute(
      `insert into waitlist_entry (merchant_key, guide_id, trip_date, trip_days, trip_start_at, trip_end_at)
       select ?, ?, current_date, 1, now() + n * interval '1 day', now() + (n + 1) * interval '1 day'
       from generate_series(1, ?) n`,
      [AGENCY, guideId, MAX_WAITLIST_ENTRIES - 1],
    );
    const answers = await Promise.all([10, 11, 12].map((day) => wait({ tripDate: inDays(day) })));
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 42902, 42902]);
    const refused = answers.find(({ code }) => code === 42902);
    expect(refused.data).toMatchObject({
      waitlistEntries: MAX_WAITLIST_ENTRIES,
      details: [{ path: 'body', reason: 'limit_reached' }],
    });
    const first = await list(agency, { size: '150' });
    const rest = await list(agency, { size: '150', cursor: first.data.nextCursor });
    expect([...first.data.list, ...rest.data.list]).toHaveLength(MAX_WAITLIST_ENTRIES);
    expect((await list(other, { cursor: first.data.nextCursor })).code).toBe(40001);
  });
});

test('a provider waits for its merchant, which the audit log tells', async () => {
  await take(10);
  const headers = { 'on-behalf-of': AGENCY };
  const { data } = await wait({ tripDate: inDays(10) }, provider, headers);
  expect((await list()).data.list).toEqual([data]);
  const { entryId } = data;
  const url = DELETE.replace('{entryId}', entryId);
  expect((await ask(provider, { method: 'DELETE', url, headers }, DELETE)).code).toBe(200);
  const about = { subject: `waitlist:${entryId}` };
  const audited = await api.orm.em.fork().find(AuditEntry, about, { orderBy: { id: 'asc' } });
  expect(audited).toMatchObject([
    { action: 'waitlist.joined', actor: 'mk_provider', onBehalfOf: AGENCY },
    { action: 'waitlist.left', actor: 'mk_provider', onBehalfOf: AGENCY },
  ]);
});

test.each([
  ['by an order', endOrders('guide_id = $1')],
  ['by its studio', `update guide set blocked = '{}', version = version + 1 where id = $1`],
])('time that is given back %s while an entry is made is seen as free', async (who, change) => {
  if (who === 'by an order') await take(10);
  else await block(10, 12);
  const writer = new pg.Client({ connectionString: api.adminUrl });
  await writer.connect();
  await writer.query('begin');
  await writer.query(change, [guideId]);
  const entry = wait({ tripDate: inDays(10) });
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await until(async () => (await api.orm.em.fork().execute(waiting)).length > 0);
  await writer.query('commit');
  await writer.end();
  expect((await entry).code).toBe(40910);
});

test('entries are gone when their trip has begun', async () => {
  await take(10);
  const { data } = await wait({ tripDate: inDays(10) });
  const em = api.orm.em.fork();
  expect(await removeExpired(em)).toBe(0);
  await em.execute(`update waitlist_entry set trip_start_at = now() - interval '1 hour' where guide_id = ?`, [
    guideId,
  ]);
  expect((await list()).data.list).toEqual([]);
  expect(await removeExpired(em)).toBe(1);
  expect((await remove(data.entryId)).code).toBe(40014);
  expect(await em.count(Order, { guideId })).toBe(1);
});
