/**
 * `npm run bench -- growth [--orders 100000]`: what orders leave behind in each table, and how long it takes to remove what is
 * old of it: in steps as the platform does, and in one statement. The figures are in docs/database.md, "Data that grows".
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { EntityManager } from '@mikro-orm/postgresql';
import { migrateToLatest } from '../../../db/migrate.ts';
import { createOrm } from '../../../db/orm.ts';
import { DEFAULT_RETENTION, PRUNED_KINDS } from '../../../domain/retention.ts';
import { prune } from '../../../services/retention/index.ts';
import { removePostgresHome } from '../../embedded/postgres/home.ts';
import { startPostgres } from '../../embedded/postgres/index.ts';
import { createSupervisor } from '../../embedded/supervisor/index.ts';
import { seedLarge } from './seed.ts';

const NO_TIMEOUT = { driverOptions: { statement_timeout: 0, lock_timeout: 0 } };
const PER_GUIDE = 50;
/** Of the orders, so many tenths were over long ago. */
const OLD_TENTHS = 9;

const examples = JSON.parse(
  readFileSync(new URL('../../../contract/examples/events.json', import.meta.url), 'utf8'),
) as Record<string, unknown>;
const BODY = JSON.stringify(examples['order.status_changed']);
/** What each event adds to the history in the body. */
const HISTORY = BODY.slice(BODY.indexOf('"history":[') + '"history":['.length, -3);
const REQUEST_HEADERS = JSON.stringify({
  'content-type': 'application/json',
  'user-agent': 'Guidepost/1.0',
  'webhook-id': 'NTF1806917400000000004-1',
  'webhook-timestamp': '1806917400',
  'webhook-signature': `v1,${'x'.repeat(44)}`,
});
const RESPONSE_HEADERS = JSON.stringify({
  'content-type': 'application/json; charset=utf-8',
  'content-length': '12',
  date: 'Mon, 05 Apr 2027 09:30:00 GMT',
  connection: 'keep-alive',
});

/** Four events for each order, published to both sides, each acknowledged at once; one in twenty at the second attempt. */
const SEED: readonly (readonly [sql: string, values: readonly unknown[]])[] = [
  ["update orders set status = 'completed', sequence = 4", []],
  ['delete from reservation', []],
  [
    `insert into order_event (order_id, sequence, from_status, to_status, reason, actor_kind, actor_key, update_id, occurred_at, request_id)
     select id, n, 'pending', 'completed', 'confirmed_by_studio', 'studio', studio_key, gen_random_uuid()::text,
       now() - age - random() * interval '90 days', gen_random_uuid()::text
     from (select *, case when abs(hashtext(id)) % 10 < ${OLD_TENTHS} then interval '500 days' else interval '0 days' end as age from orders) o,
       generate_series(1, 4) n`,
    [],
  ],
  [
    `insert into notification (id, order_id, subject_id, sequence, position, type, merchant_key, endpoint_id, in_feed, status, body,
       attempts, last_http_status, acknowledged_at, created_at, transaction_id)
     select 'NTF' || substr(v.order_id, 4) || '-' || v.sequence || case side when 1 then '' else '-' || substr(e.id, 3) end, v.order_id,
       v.order_id, v.sequence, v.sequence * 10, 'order.status_changed', e.merchant_key, e.id, true, 'acknowledged',
       replace(?, 'ORD1806917400000000004', v.order_id) || repeat(',' || ?, v.sequence - 1), 1, 200, v.occurred_at, v.occurred_at,
       (1000000 + row_number() over (order by v.occurred_at, v.order_id, v.sequence))::text::xid8
     from order_event v join orders o on o.id = v.order_id cross join generate_series(1, 2) side
       join callback_endpoint e on e.is_first and e.merchant_key = case side when 1 then o.merchant_key else o.studio_key end`,
    [BODY, HISTORY],
  ],
  [
    `insert into delivery_attempt (notification_id, number, endpoint_id, started_at, duration_ms, http_status, error, response_excerpt,
       request_headers, response_headers)
     select id, n, endpoint_id, created_at, 40, 200, null, '{"code":200}', ?::jsonb, ?::jsonb
     from notification, generate_series(1, case when abs(hashtext(id)) % 20 = 0 then 2 else 1 end) n`,
    [REQUEST_HEADERS, RESPONSE_HEADERS],
  ],
  ['analyze', []],
];

const SIZES = `
select relname as "table", pg_total_relation_size(oid)::float8 as bytes, pg_indexes_size(oid)::float8 as indexes,
  greatest(reltuples, 0)::int as rows
from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_total_relation_size(oid) > 5e6 order by 2 desc`;

const say = (line: string) => void process.stderr.write(`${line}\n`);

async function timed<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const began = performance.now();
  const result = await work();
  say(`${what}: ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  return result;
}

async function showSizes(em: EntityManager, orders: number): Promise<void> {
  const rows = await em.execute<{ table: string; bytes: number; indexes: number; rows: number }[]>(SIZES);
  for (const { table, bytes, indexes, rows: count } of rows)
    console.log(
      [table, `${count} rows`, `${Math.round(bytes / orders)} bytes an order`].join('\t') +
        `\tof which indexes ${Math.round(indexes / orders)}\t${(bytes / orders / 1_000).toFixed(2)} GB a million`,
    );
}

const { values } = parseArgs({ options: { orders: { type: 'string', default: '100000' } } });
const orders = Number(values.orders);
const folder = mkdtempSync(join(tmpdir(), 'guidepost-growth-'));
chmodSync(folder, 0o711);
const supervisor = createSupervisor({ logDir: join(folder, 'logs'), say });
try {
  const { adminUrl: databaseUrl } = await startPostgres({ dataDir: folder, supervisor, say: () => {} });
  await migrateToLatest({ databaseUrl });
  await timed('orders', () => seedLarge(databaseUrl, { guides: orders / PER_GUIDE, orders }));
  const orm = createOrm({ databaseUrl, poolMax: 2, overrides: NO_TIMEOUT });
  for (const [sql, given] of SEED)
    await timed(sql.trim().slice(0, 40), () => orm.em.fork().execute(sql, [...given]));
  await showSizes(orm.em.fork(), orders);
  for (const kind of PRUNED_KINDS) {
    const deps = { orm, days: DEFAULT_RETENTION, now: () => new Date() };
    await timed(`dry run ${kind}`, () => prune(kind, { ...deps, isDry: true }));
    const { removed, end } = await timed(`prune ${kind}`, () => prune(kind, deps));
    say(`${removed} rows, ${end}`);
  }
  await timed('vacuum analyze', () => orm.em.fork().execute('vacuum analyze'));
  await showSizes(orm.em.fork(), orders);
  await orm.close();
} finally {
  await supervisor.stop();
  removePostgresHome(folder);
  rmSync(folder, { recursive: true, force: true });
}
process.exit();
