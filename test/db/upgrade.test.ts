/** A database that version 0.2.0 has written goes on with what was in it; one of no release is left as it is. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { migrateToLatest } from '../../db/migrate.ts';
import { createMigratingOrm } from '../../db/migrating-orm.ts';
import { RELEASE_0_2, RELEASE_0_3, SCHEMA_NEEDED } from '../../db/migrations/names.ts';
import { onDatabase } from '../support/servers/database.ts';
import { testPostgres } from '../support/servers/index.ts';

const NAME = `upgrade_${randomBytes(4).toString('hex')}`;

let url: string;
beforeEach(async () => {
  const { adminUrl } = await testPostgres();
  url = onDatabase(adminUrl, NAME);
  await drop(adminUrl);
  await ask(`create database ${NAME}`, adminUrl);
});
afterAll(async () => drop((await testPostgres()).adminUrl));

const drop = (adminUrl: string) => ask(`drop database if exists ${NAME} with (force)`, adminUrl);

async function ask<Row extends pg.QueryResultRow>(sql: string, at = url): Promise<Row[]> {
  const client = new pg.Client({ connectionString: at });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** As 0.2.0 left it: its steps were eight, under names of their own. */
async function migrateTo02(): Promise<void> {
  const orm = createMigratingOrm({ databaseUrl: url, overrides: { logger: () => {} } });
  try {
    await orm.migrator.up({ to: RELEASE_0_2 });
  } finally {
    await orm.close();
  }
  await ask(`insert into schema_migration (name, executed_at) values
    ('Migration20261121051122_initial', now()), ('Migration20261121213000_notification_leases', now())`);
}

/** Two merchants of which one has an endpoint, a guide, two orders with what was sent of them, a statement, a key that was rotated. */
const WRITTEN_BY_0_2 = `
  insert into merchant (key, name, kind, country) values ('mk_a', 'Agency', 'agency', 'PT'), ('mk_s', 'Studio', 'studio', 'PT');
  insert into credential (id, merchant_key, secret_encrypted) values (100, 'mk_a', 'x');
  insert into credential (id, merchant_key, secret_encrypted, parent_id) values (101, 'mk_a', 'y', 100);
  insert into callback_endpoint (merchant_key, url, secret_encrypted, failing_since) values ('mk_a', 'https://a.example', 'z', now());
  insert into notification_release (merchant_key, kind, since) values ('mk_a', 'recover', '2026-11-01'), ('mk_a', 'wake', null);
  insert into guide (id, studio_key, name, area, languages, service_areas, service_types, day_rate, currency, time_zone, max_guests, cancellation_policy)
    values ('G1001', 'mk_s', 'Ana', 'Lisboa', '{Português}', '{Lisboa}', '{Food Tour}', 10000, 'EUR', 'Europe/Lisbon', 8, '{}');
  insert into orders (id, merchant_key, studio_key, guide_id, status, sequence, trip_date, trip_days, guest_count, contact_name, contact_phone,
      total_amount, currency, commission_rate, cancellation_policy, time_zone, confirm_by, trip_start_at, trip_end_at, instant_confirmation)
    select id, 'mk_a', 'mk_s', 'G1001', status, sequence, day, 1, 2, 'Rui', '+351911111111', 10000, 'EUR', 1000, '{}', 'Europe/Lisbon',
      day, day, day + 1, false
    from (values ('ORD1', 'confirmed', 2, date '2027-05-01'), ('ORD2', 'cancelled', 2, date '2027-06-01')) as o (id, status, sequence, day);
  insert into order_event (order_id, sequence, to_status, reason, actor_kind, occurred_at) values ('ORD1', 1, 'pending', 'created', 'merchant', now());
  insert into ledger_account (id, kind, merchant_key, currency, sandbox) values ('merchant:mk_s:EUR', 'merchant', 'mk_s', 'EUR', false);
  insert into settlement (id, account_id, merchant_key, currency, sandbox, month, status)
    values ('STL1', 'merchant:mk_s:EUR', 'mk_s', 'EUR', false, '2026-11', 'issued');
  insert into notification (id, order_id, settlement_id, sequence, merchant_key, status, body, attempts) values
    ('evt_ORD1_1', 'ORD1', null, 1, 'mk_a', 'pending', '{}', 1), ('evt_STL1_2', null, 'STL1', 2, 'mk_s', 'acknowledged', '{}', 0);
  insert into delivery_attempt (notification_id, number, started_at, duration_ms, http_status) values ('evt_ORD1_1', 1, now(), 5, 500);`;

test('what 0.2.0 wrote is there after the upgrade, with what 0.3.0 adds to it', async () => {
  await migrateTo02();
  await ask(WRITTEN_BY_0_2);
  expect(await migrateToLatest({ databaseUrl: url })).toContain(RELEASE_0_3);

  expect(await ask('select migration, serves_from from schema_state')).toEqual([
    { migration: SCHEMA_NEEDED, serves_from: RELEASE_0_3 },
  ]);
  const endpoints = await ask<{ id: string; merchant_key: string; url: string | null }>(
    'select id, merchant_key, url, is_first from callback_endpoint order by merchant_key',
  );
  expect(endpoints).toMatchObject([
    { merchant_key: 'mk_a', url: 'https://a.example', is_first: true },
    { merchant_key: 'mk_s', url: null, is_first: true },
  ]);
  const [ofAgency, ofStudio] = endpoints.map(({ id }) => id);
  expect(
    await ask(
      'select id, subject_id, position, type, endpoint_id, in_feed, status, last_http_status from notification order by id',
    ),
  ).toEqual([
    {
      ...{ id: 'evt_ORD1_1', subject_id: 'ORD1', position: 10, type: 'order.status_changed' },
      ...{ endpoint_id: ofAgency, in_feed: true, status: 'pending', last_http_status: 500 },
    },
    {
      ...{ id: 'evt_STL1_2', subject_id: 'STL1', position: 20, type: 'settlement.paid' },
      ...{ endpoint_id: ofStudio, in_feed: true, status: 'acknowledged', last_http_status: null },
    },
  ]);
  const asked = "select r.endpoint_id, r.filter ->> 'since' is not null as since, j.single from recovery r";
  expect(await ask(`${asked} join job j on j.kind = 'recovery' and j.subject = r.id`)).toEqual([
    { endpoint_id: ofAgency, since: true, single: true },
  ]);
  expect(await ask('select id, guide_id from reservation')).toEqual([{ id: 'ORD1', guide_id: 'G1001' }]);
  expect(await ask('select language_keys, service_type_keys from guide')).toEqual([
    { language_keys: ['português'], service_type_keys: ['food tour'] },
  ]);
  expect(await ask('select guide_id, audience from guide_change')).toEqual([
    { guide_id: 'G1001', audience: 'live' },
  ]);
  expect(await ask('select kind, subject from job order by kind')).toEqual([
    { kind: 'endpoint_notice', subject: ofAgency },
    { kind: 'endpoint_retry', subject: ofAgency },
    { kind: 'guide_index', subject: 'G1001' },
    { kind: 'recovery', subject: 'RCV100001' },
  ]);
  expect(await ask('select id, parent_id from credential order by id')).toEqual([
    { id: '100', parent_id: null },
    { id: '101', parent_id: '100' },
  ]);
  expect(await ask('select id, status, part from settlement')).toEqual([
    { id: 'STL1', status: 'issued', part: 1 },
  ]);
  expect(await migrateToLatest({ databaseUrl: url })).toEqual([]);
});

test('what a state between two releases wrote is refused with what to do about it', async () => {
  await migrateTo02();
  await ask(
    "insert into schema_migration (name, executed_at) values ('Migration20261122030000_endpoints', now())",
  );
  await expect(migrateToLatest({ databaseUrl: url })).rejects.toThrow(
    /^a state between the versions 0\.2 and 0\.3 wrote it, .*begin with an empty one/,
  );
  expect(await ask("select to_regclass('job') as job")).toEqual([{ job: null }]);
});
