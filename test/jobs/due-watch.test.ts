import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { createOrm } from '../../db/orm.ts';
import { LOOK_AT_ALL, selectDueWork, type Work } from '../../db/queries/platform/due-work.ts';
import { startDueWatch } from '../../jobs/due-watch.ts';
import type { Loop } from '../../jobs/loop.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { until } from '../support/until.ts';

interface Case {
  readonly work: Work;
  readonly table: string;
  /** Of a row that leaves work of this kind. */
  readonly due: Values;
  /** Of one that leaves none. */
  readonly other?: Values;
}
type Values = Readonly<Record<string, string>>;

const PAST = "now() - interval '2 hours'";
const AHEAD = "now() + interval '1 minute'";
const CREATED = "'2026-11-22T10:00:00Z'";
const URL = "'https://a.example'";

const CASES: readonly Case[] = [
  { work: 'orderStarts', table: 'orders', due: { launch_after: PAST }, other: { launch_after: AHEAD } },
  {
    work: 'orderStarts',
    table: 'orders',
    due: { launch_after: PAST },
    other: { launch_after: PAST, workflow_started_at: PAST },
  },
  {
    work: 'holdStarts',
    table: 'hold',
    due: { launch_after: PAST },
    other: { launch_after: PAST, status: "'expired'" },
  },
  {
    work: 'retries',
    table: 'retry_request',
    due: { kind: "'wake'" },
    other: { kind: "'wake'", leased_until: AHEAD },
  },
  {
    work: 'retries',
    table: 'notification',
    due: { created_at: CREATED, resent_at: CREATED },
    other: { created_at: CREATED },
  },
  { work: 'clocks', table: 'merchant', due: { clock_telling_until: AHEAD }, other: {} },
  { work: 'guideIndex', table: 'guide_touch', due: {} },
  {
    work: 'calendars',
    table: 'guide_calendar',
    due: { next_import_at: PAST },
    other: { next_import_at: AHEAD },
  },
  { work: 'waitlist', table: 'waitlist_touch', due: {} },
  { work: 'waitlist', table: 'waitlist_entry', due: { due_at: PAST }, other: {} },
  {
    work: 'endpoints',
    table: 'callback_endpoint',
    due: { url: URL, failing_since: PAST },
    other: { url: URL, failing_since: 'now()' },
  },
  { work: 'disputes', table: 'settlement_dispute', due: {}, other: { told_at: PAST } },
  {
    work: 'mails',
    table: 'mail',
    due: { next_attempt_at: PAST },
    other: { next_attempt_at: PAST, sent_at: PAST },
  },
];

let database: TestDatabase;
let orm: MikroORM;
let admin: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  orm = createOrm({ databaseUrl: database.url, poolMax: 2 });
  admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  // Neither triggers nor foreign keys: a row alone, so that what it leaves is of one kind.
  await admin.query('set session_replication_role = replica');
});
afterAll(async () => {
  await admin.end();
  await orm.close();
  await database.drop();
});
afterEach(async () => {
  for (const table of new Set(CASES.map(({ table }) => table))) await admin.query(`delete from ${table}`);
});

/** What a column holds that must have a value, and of which the case says nothing. */
const BY_NAME: Values = { trip_end_at: AHEAD, kind: "'studio'" };
const PLAIN: Readonly<Record<string, string>> = {
  ...{
    'character varying': "'x'",
    character: "'x'",
    text: "'x'",
    boolean: 'false',
    jsonb: "'{}'",
    ARRAY: "'{}'",
  },
  ...{ integer: '1', bigint: '1', date: 'current_date', 'timestamp with time zone': 'now()' },
};

async function insert(table: string, values: Values): Promise<void> {
  const { rows } = await admin.query<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_nullable = 'NO' and column_default is null
       and is_identity = 'NO' and is_generated = 'NEVER'`,
    [table],
  );
  const all = {
    ...Object.fromEntries(rows.map(({ name, type }) => [name, BY_NAME[name] ?? PLAIN[type]])),
    ...values,
  };
  const columns = Object.keys(all).map((name) => `"${name}"`);
  await admin.query(`insert into ${table} (${columns.join()}) values (${Object.values(all).join()})`);
}

const due = () => selectDueWork(orm.em.fork());

describe('the look for work of all kinds', () => {
  test('finds nothing where there is nothing', async () => {
    expect(await due()).toEqual([]);
  });

  test.each(CASES)('finds $work, by a row of $table', async ({ work, table, due: left, other }) => {
    await insert(table, left);
    expect(await due()).toEqual([work]);
    await admin.query(`delete from ${table}`);
    if (other) await insert(table, other);
    expect(await due()).toEqual([]);
  });

  test('has a case here for each kind', () => {
    const [, ...kinds] = LOOK_AT_ALL.split(/ as "/).map((rest) => rest.split('"')[0]);
    expect([...new Set(CASES.map(({ work }) => work))].sort()).toEqual(kinds.sort());
  });

  test('reads no table to its end', async () => {
    await admin.query('set enable_seqscan = off');
    const { rows } = await admin.query<{ 'QUERY PLAN': string }>(`explain ${LOOK_AT_ALL}`);
    await admin.query('reset enable_seqscan');
    const scanned = rows.flatMap((row) => /Seq Scan on (\w+)/.exec(row['QUERY PLAN'])?.[1] ?? []);
    expect(scanned).toEqual([]);
  });
});

test('loops that have work are told, again while there is some left; the others are not', async () => {
  const told: Work[] = [];
  const loop = (work: Work): Loop => ({ runNow: () => void told.push(work), stop: async () => undefined });
  const works: Work[] = ['orderStarts', 'holdStarts', 'retries', 'clocks', 'guideIndex'];
  const more: Work[] = ['calendars', 'waitlist', 'endpoints', 'disputes', 'mails'];
  const loops = Object.fromEntries([...works, ...more].map((work) => [work, loop(work)])) as Record<
    Work,
    Loop
  >;
  const errors: unknown[] = [];
  await insert('retry_request', { kind: "'wake'" });
  await insert('guide_calendar', { next_import_at: PAST });
  const watch = startDueWatch({
    orm,
    loops: { ...loops, calendars: undefined },
    onError: (error) => errors.push(error),
  });

  await until(() => told.length === 1);
  await insert('mail', { next_attempt_at: PAST });
  await until(() => told.filter((work) => work === 'retries').length > 1 && told.includes('mails'));
  await watch.stop();
  expect([...new Set(told)].sort()).toEqual(['mails', 'retries']);
  expect(errors).toEqual([]);
});
