import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { InjectOptions } from 'fastify';
import pg from 'pg';
import { AuditEntry, Order } from '../../../db/entities/index.ts';
import { Migration20261124233000_personal_statistics } from '../../../db/migrations/Migration20261124233000_personal_statistics.ts';
import { removeExpired } from '../../../db/queries/platform/expired.ts';
import type { ClientCredentials } from '../../../db/seed/index.ts';
import { addDays, todayIn } from '../../../domain/trip.ts';
import { erase, eraseDue } from '../../../services/operators/registry/erasure.ts';
import { createOctoGuides, OCTO_GUIDES, type OctoClient, octoClient } from '../../octo/octo-app.ts';
import { ENCRYPTION_KEY } from '../../support/app.ts';
import { createTestConsole } from '../../support/console/console-app.ts';
import { createLivePlatform, type LivePlatform } from '../../support/live-platform.ts';
import { createGuide } from '../../support/merchants.ts';
import { type AdminShell, openAdminShell } from '../../support/platform/admin-shell.ts';
import { testPostgres } from '../../support/servers/index.ts';
import { until } from '../../support/until.ts';
import { searchFor } from './search.ts';

/** Processes take a second to start, or several beside other tests. */

/** What personal fields hold, in the way that each takes. */
const WORDS = [
  ...['Sentinelname', 'Sentinelguest', 'Sentinelanswer', 'Sentinelremark', 'Sentinelmail', 'Sentinelmessage'],
  ...['Sentinelreason', 'Sentinelnote', 'Sentineldecline', 'Sentinelchanged', 'Sentinelocto', '351912987654'],
  'Sentinelinside',
];

let api: LivePlatform;
let shell: AdminShell;
let octo: OctoClient;
let orderId: string;
let openId: string;
let fromOcto: string;

const places = async () => ({
  adminUrl: api.adminUrl,
  cipher: api.cipher,
  temporal: api.temporal.client,
  files: [(await testPostgres()).databaseLog],
  logged: [...api.logged, ...api.orderLines.map((line) => JSON.stringify(line))],
});
const search = async () => searchFor(WORDS, await places());
const admin = (...args: string[]) =>
  shell.run({ DATABASE_URL: api.databaseUrl, ENCRYPTION_KEY: ENCRYPTION_KEY.toString('base64') }, args);
const operator = { operator: 'test', address: 'here' };

/** As a client that repeats a request under its key where nobody knows yet what came of it. */
async function post(client: ClientCredentials, path: string, payload: object = {}, key = path) {
  const request: InjectOptions = {
    method: 'POST',
    url: `/open/v1/order/${path}`,
    payload,
    headers: { 'idempotency-key': `personal/${key}` },
  };
  const answer = await until(async () => {
    const once = (await api.as(client, request)).json();
    return once.code === 50301 ? undefined : once;
  });
  expect([path, answer.code, answer.data?.details]).toEqual([path, 200, undefined]);
  return answer.data;
}

/** One day of a guide who asks something, with every field that a person may be in. */
const booking = (days: number) => ({
  guideId: OCTO_GUIDES.asking,
  tripDate: addDays(todayIn('Europe/Lisbon', new Date()), days),
  tripDays: 1,
  guestCount: 2,
  contactName: 'Sentinelname',
  contactPhone: '+351912987654',
  contactEmail: 'Sentinelmail@example.com',
  guestNames: ['Sentinelguest'],
  answers: [{ questionId: 'diet', answer: 'Sentinelanswer' }],
  remark: 'Sentinelremark',
  clientReference: `REF-${days}`,
});

beforeAll(async () => {
  shell = openAdminShell();
  api = await createLivePlatform();
  const { agency, studio } = api.sandbox;
  octo = octoClient(api, api.app, agency);
  await createOctoGuides(api, { changeRule: 'consent' });
  await createGuide(api, { id: 'G7990' });
  ({ orderId } = await post(agency, 'create', booking(40), 'first'));
  ({ orderId: openId } = await post(agency, 'create', booking(50), 'second'));
  await post(studio, `confirm/${orderId}`);
  await post(agency, `messages/${orderId}`, { text: 'Sentinelmessage' });
  await post(studio, `messages/${orderId}`, { text: 'Sentinelmessage, too' }, 'answer');
  await post(agency, `change/${orderId}`, { contactName: 'Sentinelchanged', remark: 'Sentinelremark' });
  await post(
    agency,
    `change/${orderId}`,
    { guestCount: 1, guestNames: ['Sentinelguest'], reason: 'Sentinelnote' },
    'trip',
  );
  await post(studio, `change-decline/${orderId}`, { reason: 'Sentineldecline' });
  await post(agency, `cancel/${orderId}`, { reason: 'Sentinelreason' });
  await noteInside();
  fromOcto = await bookByOcto();
});
afterAll(async () => {
  await shell.close();
  await api.close();
});

/** What people of each side note for themselves, at the console. */
async function noteInside(): Promise<void> {
  const console_ = await createTestConsole(api);
  for (const kind of ['agency', 'studio'] as const) {
    const company = await console_.company({ kind, sandboxKey: api.sandbox[kind].clientId });
    const browser = await console_.member(company, 'operations');
    const answer = await browser.send({
      method: 'POST',
      url: `/api/${company}/sandbox/console/orders/${orderId}/notes`,
      payload: { text: `Sentinelinside, of the ${kind}` },
      headers: { 'idempotency-key': `personal/note/${kind}` },
    });
    expect(answer.json().code).toBe(200);
  }
  await console_.close();
}

/** Held, confirmed, cancelled. @returns the order's id. */
async function bookByOcto(): Promise<string> {
  const localDate = addDays(todayIn('Europe/Lisbon', new Date()), 60);
  const product = { productId: OCTO_GUIDES.byGuest, optionId: 'morning', localDate };
  const [first] = (await octo.post('/availability', product)).json();
  const unitItems = [{ unitId: 'adult' }];
  const held = await octo.post('/bookings', {
    ...product,
    availabilityId: first.id,
    unitItems,
    notes: 'Sentinelocto',
  });
  const { uuid } = held.json();
  const contact = {
    firstName: 'Sentinelocto',
    lastName: 'Sentinelname',
    emailAddress: 'Sentinelmail@example.com',
  };
  const confirmed = await until(async () => {
    const answer = (await octo.post(`/bookings/${uuid}/confirm`, { contact })).json();
    return answer.supplierReference ?? undefined;
  });
  await post(api.sandbox.agency, `cancel/${confirmed}`, { reason: 'Sentinelreason' });
  return confirmed as string;
}

test('what people are told and write is in these places, and never in a workflow, a log or an audit entry', async () => {
  expect(await search()).toEqual([
    'idempotency_key.answer',
    'notification.body',
    'order_change.after',
    'order_change.answer',
    'order_change.before',
    'order_change.note',
    'order_command.note',
    'order_event.note',
    'order_message.text',
    'order_note.text',
    'orders.contact_name',
    'orders.contact_phone',
    'orders.remark',
    'orders.travellers',
  ]);
});

test('an order that is not over is refused, and keeps everything', async () => {
  await expect(erase(api.orm, operator, openId)).rejects.toThrow('the order is not over');
  expect((await api.orm.em.fork().findOneOrFail(Order, openId)).contactName).toBe('Sentinelname');
  expect((await admin('erase', 'ORD404')).code).not.toBe(0);
  expect((await admin('erase')).stderr).toContain('name orders');
});

test("the planner's statistics have none of it, also where they had it before", async () => {
  const admin = new pg.Client({ connectionString: api.adminUrl });
  await admin.connect();
  const sampled = async () => {
    const { rows } = await admin.query<{ what: string; held: string }>(
      `select tablename || '.' || attname as what, s::text as held from pg_stats s where schemaname = 'public' order by 1`,
    );
    return rows.filter(({ held }) => WORDS.some((word) => held.includes(word))).map(({ what }) => what);
  };
  try {
    await admin.query('analyze');
    expect(await sampled()).toEqual([]);
    // As it was before the migration: a name that three orders have is one of the most common values.
    await admin.query('alter table orders alter column contact_name set statistics -1');
    await admin.query('alter index orders_by_text alter column 3 set statistics -1');
    await admin.query('analyze orders');
    expect(await sampled()).toEqual(['orders.contact_name', 'orders_by_text.expr']);
    await migrateAgain(admin);
    expect(await sampled()).toEqual([]);
    await admin.query('analyze');
    expect(await sampled()).toEqual([]);
  } finally {
    await admin.end();
  }
});

/** The step alone, by the rights of whoever owns the tables. */
async function migrateAgain(admin: pg.Client): Promise<void> {
  const step = new Migration20261124233000_personal_statistics(
    api.orm.em.getDriver() as never,
    api.orm.config as never,
  );
  step.up();
  const { rows } = await admin.query<{ owner: string }>(
    "select tableowner as owner from pg_tables where tablename = 'orders'",
  );
  await admin.query(`set role "${rows[0]!.owner}"`);
  for (const sql of step.getQueries()) await admin.query(String(sql));
  await admin.query('reset role');
}

test('by id, by reference and by age: afterwards nothing of it is left anywhere', async () => {
  const merchant = api.sandbox.agency.clientId;
  await post(api.sandbox.agency, `cancel/${openId}`, { reason: 'Sentinelreason' });
  expect((await admin('erase', orderId, '--yes')).stdout).toContain('orders: 1');
  const preview = await admin('erase', '--merchant', merchant, '--reference', 'REF-50', '--dry-run');
  expect(preview.stdout).toContain(`ids: ${openId}`);
  expect(await nameOf(openId)).toBe('Sentinelname');
  expect((await admin('erase', '--merchant', merchant, '--reference', 'REF-50', '--yes')).code).toBe(0);
  // By the age: the one that came by OCTO is left.
  expect(await eraseDue(due(0), operator, 30)).toBe(0);
  expect(await nameOf(fromOcto)).not.toBe('');
  expect(await eraseDue(due(400), operator, 30)).toBe(1);

  // Answers kept for an Idempotency-Key are there for a day.
  await api.unbounded.em
    .fork()
    .execute("update idempotency_key set created_at = now() - interval '25 hours'");
  await removeExpired(api.orm.em.fork());
  expect(await search()).toEqual([]);
  const subjects = (
    await api.orm.em.fork().find(AuditEntry, { action: { $in: ['order.erased', 'orders.erased'] } })
  ).map(({ subject }) => subject);
  expect(subjects.sort()).toEqual([`order:${orderId}`, `order:${openId}`, 'orders'].sort());
});

test('an erased order is read as before, without a person', async () => {
  const detail = await api.as(api.sandbox.agency, { url: `/open/v1/order/detail/${orderId}` });
  expect(detail.json()).toMatchObject({
    code: 200,
    data: {
      contactName: '',
      contactPhone: '',
      remark: null,
      contactEmail: null,
      status: 'cancelled',
      clientReference: 'REF-40',
    },
  });
  expect((await octo.get('/bookings')).statusCode).not.toBe(500);
  for (const path of ['changes', 'messages']) {
    const list = await api.as(api.sandbox.studio, { url: `/open/v1/order/${path}/${orderId}` });
    expect([path, list.json().code]).toEqual([path, 200]);
  }
});

test("an export has the merchant's rows, none of another's, and no secret", async () => {
  const { agency, studio } = api.sandbox;
  const { code, stdout, stderr } = await admin('export', agency.clientId);
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { table: string; row: Record<string, unknown> });
  expect([code, stderr.trim()]).toEqual([0, `${rows.length} rows`]);
  const tables = new Set(rows.map(({ table }) => table));
  expect([...tables]).toEqual(
    expect.arrayContaining(['merchant', 'orders', 'order_event', 'notification', 'audit_entry']),
  );
  expect(
    rows.flatMap(({ row }) => row.merchant_key ?? row.key ?? []).filter((key) => key === studio.clientId),
  ).toEqual([]);
  expect(stdout).not.toContain(api.cipher.prefix);
  expect(stdout).not.toContain(agency.clientSecret);
  expect((await admin('export', 'mk_nobody')).stderr).toContain('there is no such merchant');
});

const due = (daysAhead: number) => ({
  orm: api.orm,
  now: () => new Date(Date.now() + daysAhead * 86_400_000),
  onProgress: () => {},
});
const nameOf = async (id: string) => (await api.orm.em.fork().findOneOrFail(Order, id)).contactName;
