/** What follows from writes of guides, in the same transaction (db/queries/guides/guide-writes.ts). */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Partnership } from '../../db/entities/index.ts';
import {
  findCalendarToImport,
  recordImport,
  saveImportAddress,
} from '../../db/queries/guides/guide-calendars.ts';
import { linkPartner } from '../../db/queries/guides/guide-writes.ts';
import { insertReview } from '../../db/queries/orders/reviews.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { createMerchantRegistry } from '../../services/operators/registry/merchant-registry.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createGuide, createMerchant } from '../support/merchants.ts';
import { createOrderRow } from '../support/orders.ts';
import { until } from '../support/until.ts';

const GUIDE = 'G5001';
const DELETED = 'G5002';
const PARTNERS = 'G5003';
const STUDIO = 'mk_sandbox_studio';
const OPERATOR = { operator: 'tester', address: 'here' };
const DAYS = { startDate: '2027-06-01', endDate: '2027-06-03' };
const ORDER = 'ORD50010000000000001';

let api: TestApp;
let partner: ClientCredentials;
beforeAll(async () => {
  api = await createTestApp();
  api.clock.now = new Date('2027-01-01T12:00:00Z');
  for (const id of [GUIDE, DELETED]) await createGuide(api, { id });
  await createGuide(api, { id: PARTNERS, visibility: 'partners' });
  partner = await createMerchant(api, 'mk_writes_partner');
  await createOrderRow(api, {
    id: ORDER,
    guideId: GUIDE,
    tripDate: '2026-11-01',
    tripDays: 1,
    status: 'completed',
  });
});
afterAll(() => api.close());
beforeEach(async () => {
  await sql('delete from job');
  await sql('delete from waitlist_entry');
});

const sql = async <Row>(query: string, values: unknown[] = []) =>
  await api.unbounded.em.fork().execute<Row[]>(query, values);
const studio = async (method: 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) => {
  const url = `/open/v1/${path}`;
  const answer = await api.as(api.sandbox.studio, { method, url, ...(payload && { payload }) });
  expect([path, answer.json().code]).toEqual([path, 200]);
};
const registry = () => createMerchantRegistry({ orm: api.orm, now: api.now });
const inTransaction = async <Result>(work: (em: EntityManager) => Promise<Result>) =>
  await api.orm.em.fork().transactional((em) => work(em));
const jobsOf = async (kind: string) =>
  (await sql<{ id: string }>('select subject as id from job where kind = ? order by 1', [kind])).map(
    ({ id }) => id,
  );
/** Guides of which this audience is notified since then. */
async function changedSince(before: string, audience = 'sandbox'): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    'select guide_id as id from guide_change where audience = ? and transaction_id >= ?::xid8 order by 1',
    [audience, before],
  );
  return rows.map(({ id }) => id);
}
const nextTransaction = async () =>
  (await sql<{ id: string }>('select pg_current_xact_id()::text as id'))[0]!.id;
const wait = (guideId: string) =>
  sql(
    `insert into waitlist_entry (merchant_key, guide_id, trip_date, trip_days, trip_start_at, trip_end_at)
     values ('mk_sandbox_agency', ?, '2027-06-01', 1, '2027-06-01', '2027-06-02')`,
    [guideId],
  );

async function importDays(days: (typeof DAYS)[]): Promise<void> {
  await inTransaction((em) => saveImportAddress(em, GUIDE, 'encrypted'));
  const run = (await findCalendarToImport(api.orm.em.fork(), GUIDE))!;
  await inTransaction((em) => recordImport(em, run, days));
}
const review = (rating: number) =>
  inTransaction((em) =>
    insertReview(em, {
      ...{ orderId: ORDER, guideId: GUIDE, merchantKey: 'mk_sandbox_agency', rating, text: '' },
      createdAt: api.clock.now,
    }),
  );

/** In the order in which they can be done. */
test.each<[string, string, boolean, () => Promise<unknown>]>([
  ['a profile', GUIDE, true, () => studio('PUT', `guide/update/${GUIDE}`, { name: 'Another' })],
  ['rest days', GUIDE, true, () => studio('PUT', `guide/availability/${GUIDE}`, { restDays: ['sunday'] })],
  ['blocked days', GUIDE, true, () => studio('POST', `guide/block/${GUIDE}`, DAYS)],
  ['days that are blocked no longer', GUIDE, true, () => studio('POST', `guide/unblock/${GUIDE}`, DAYS)],
  ['days of its own calendar', GUIDE, true, () => importDays([DAYS])],
  ['the end of these', GUIDE, true, () => importDays([])],
  ['a rating', GUIDE, false, () => review(4)],
  ['its end', DELETED, true, () => studio('DELETE', `guide/delete/${DELETED}`)],
])(
  'of %s the index and guide/changes hear, and who waits where time may be free',
  async (_, guideId, isFree, write) => {
    await wait(guideId);
    await sql('delete from job');
    const before = await nextTransaction();
    await write();
    expect(new Set(await jobsOf('guide_index'))).toEqual(new Set([guideId]));
    expect(await changedSince(before)).toEqual([guideId]);
    expect(new Set(await jobsOf('waitlist_time'))).toEqual(new Set(isFree ? [guideId] : []));
  },
);

test('a new guide is noted with itself, and a repeat of its days changes nothing', async () => {
  const before = await nextTransaction();
  await createGuideByStudio();
  const made = await jobsOf('guide_index');
  expect(made).toHaveLength(1);
  expect(await changedSince(before)).toEqual(made);

  await importDays([DAYS]);
  await sql('delete from job');
  const later = await nextTransaction();
  await importDays([DAYS]);
  expect(await changedSince(later)).toEqual([]);
});

test("a suspended studio's guides are noted once, the deleted ones to be indexed only", async () => {
  const all = (await sql<{ id: string }>(`select id from guide where studio_key = '${STUDIO}'`)).map(
    ({ id }) => id,
  );
  const before = await nextTransaction();
  await registry().setStatus(OPERATOR, STUDIO, 'suspended');
  expect(await jobsOf('guide_index')).toEqual(all.toSorted());
  expect(await changedSince(before)).toEqual(all.filter((id) => id !== DELETED).toSorted());

  const again = await nextTransaction();
  await registry().setStatus(OPERATOR, STUDIO, 'suspended');
  expect(await changedSince(again)).toEqual([]);
  await registry().setStatus(OPERATOR, STUDIO, 'active');
  expect(await changedSince(again)).toContain(GUIDE);
});

test('a partner is notified of the guides for partners when it is linked and unlinked; linking twice is linking once', async () => {
  const before = await nextTransaction();
  const link = { studioKey: STUDIO, partnerKey: partner.clientId };
  const made = await Promise.all(
    [1, 2].map(() => inTransaction((em) => linkPartner(em, link, api.clock.now))),
  );
  expect(made.toSorted()).toEqual([false, true]);
  const arrived = await changedSince(before, partner.clientId);
  expect(arrived).toContain(PARTNERS);
  expect(arrived).not.toContain(GUIDE);
  expect(await changedSince(before)).toEqual([]);

  const later = await nextTransaction();
  await studio('DELETE', `partner/unlink/${partner.clientId}`);
  expect(await changedSince(later, partner.clientId)).toEqual(arrived);
  expect(await api.orm.em.fork().count(Partnership, link)).toBe(0);
  const last = await nextTransaction();
  await studio('DELETE', `partner/unlink/${partner.clientId}`);
  expect(await changedSince(last, partner.clientId)).toEqual([]);
});

test('what is undone leaves nothing behind', async () => {
  const before = await nextTransaction();
  const failing = inTransaction(async (em) => {
    await em.execute(
      `insert into partnership (studio_key, partner_key) values ('${STUDIO}', 'mk_sandbox_agency')`,
    );
    await linkPartner(em, { studioKey: STUDIO, partnerKey: partner.clientId }, api.clock.now);
    throw new Error('undone');
  });
  await expect(failing).rejects.toThrow('undone');
  expect(await changedSince(before, partner.clientId)).toEqual([]);
});

test('whoever begins to wait while a write of the guide waits for it is looked at', async () => {
  const holder = api.unbounded.em.fork();
  await holder.begin();
  await holder.execute('select from guide where id = ? for no key update', [GUIDE]);
  const writing = studio('POST', `guide/block/${GUIDE}`, { startDate: '2027-07-01', endDate: '2027-07-01' });
  const waiting =
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await until(async () => (await sql(waiting)).length > 0);
  await wait(GUIDE);
  await holder.rollback();
  await writing;
  expect(await jobsOf('waitlist_time')).toEqual([GUIDE]);
});

async function createGuideByStudio(): Promise<void> {
  await studio('POST', 'guide/create', {
    ...{ name: 'New', area: 'Porto', profile: 'New here.', languages: ['pt'], serviceTypes: ['city_walk'] },
    ...{ dayRate: 100, currency: 'EUR', timeZone: 'Europe/Lisbon', maxGuests: 4 },
  });
}
