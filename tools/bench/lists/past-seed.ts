/** Orders that ended in the four years before today, with what they leave behind; all of it is SQL over generate_series. */
import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { createOrm } from '../../../db/orm.ts';
import { CANCELLATION_PRESETS } from '../../../domain/cancellation.ts';
import { BENCH_AGENCY } from './seed.ts';

/** One order, four events, four notifications, each with its attempt. */
export const ROWS_OF_AN_ORDER = 13;
const TABLES = ['orders', 'order_event', 'notification', 'delivery_attempt'] as const;
const NO_TIMEOUT = { logger: () => {}, driverOptions: {} };

export const pastId = (k: number) => `ORD${1_500_000_000_000 + k}000000`;
const ID = "'ORD' || 1500000000000 + k || '000000'";

/** Of one order in ten; those of the others were erased. */
export const pastName = (k: number) => `Guest ${createHash('md5').update(`${k}`).digest('hex').slice(0, 10)}`;
const NAME = "'Guest ' || substr(md5(k::text), 1, 10)";

/** Parameters: guides, orders, orders. The last is of a month ago, the first of four years before. */
const PAST = `
with past as (
  select k, ${ID} as id, 1 + k % ? as n, current_date - 30 - ((1 - k::float8 / ?) * 1460)::int as day
  from generate_series(1, ?::int) k)`;

const ORDERS = `${PAST}
insert into orders (id, merchant_key, studio_key, guide_id, status, sequence, trip_date, trip_days, guest_count, contact_name,
  contact_phone, total_amount, currency, commission_rate, cancellation_policy, time_zone, confirm_by, trip_start_at, trip_end_at,
  instant_confirmation, created_at, updated_at, workflow_started_at)
select past.id, ?, g.studio_key, g.id, case when k % 10 = 0 then 'cancelled' else 'completed' end, 4, day, 1, 2,
  case when k % 10 = 1 then ${NAME} else '' end, '', 10000, 'EUR', 1000, ?::jsonb, 'Europe/Lisbon', day, day, day + 1, false,
  day - 20, day + 1, day - 20
from past join guide g on g.id = 'G' || 1000000 + n order by k`;

const EVENTS = `${PAST}
insert into order_event (order_id, sequence, from_status, to_status, reason, actor_kind, actor_key, update_id, occurred_at)
select id, s, (array[null, 'pending', 'confirmed', 'in_progress'])[s], (array['pending', 'confirmed', 'in_progress', 'completed'])[s],
  (array['created', 'confirmed_by_studio', 'trip_started', 'trip_ended'])[s], 'platform', null, 'u' || k, day + s
from past, generate_series(1, 4) s order by k, s`;

/** Each was written by one of the transactions that were there before these rows: the feed goes by them. */
const NOTIFICATIONS = `${PAST}, side as (
  select merchant_key, id, merchant_key = ? as is_agency from callback_endpoint where is_first)
insert into notification (id, order_id, subject_id, sequence, position, type, merchant_key, endpoint_id, in_feed, status, body,
  attempts, last_http_status, acknowledged_at, created_at, transaction_id)
select 'NTF' || substr(past.id, 4) || '-' || s || case when is_agency then '' else '-' || substr(side.id, 3) end,
  past.id, past.id, s, s * 10, 'order.status_changed', side.merchant_key, side.id, true, 'acknowledged',
  '{"type":"order.status_changed","data":{"orderId":"' || past.id || '"}}', 1, 200, day + s, day + s,
  (3 + (k::float8 / ? * 500)::int)::text::xid8
from past, generate_series(1, 4, 3) s, side
where side.is_agency or side.merchant_key = 'mk_bench_studio_' || 1 + n % 50 order by k, s`;

const ATTEMPTS = `
insert into delivery_attempt (notification_id, number, endpoint_id, started_at, duration_ms, http_status, response_excerpt)
select id, 1, endpoint_id, created_at, 40, 200, '{"code":200}' from notification`;

/** Those without a constraint: made again at the end, when that is quicker than with each row. */
const INDEXES = `
select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
where indrelid = any (?::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`;

/** Fills a world of seed.ts with so many orders of the past. Takes 40 minutes for a hundred million rows. */
export async function seedPast(
  databaseUrl: string,
  orders: number,
  guides: number,
  say: (line: string) => void,
): Promise<void> {
  const orm = createOrm({ databaseUrl, poolMax: 1, overrides: NO_TIMEOUT });
  try {
    const em = orm.em.fork();
    const past = [guides, orders, orders];
    const policy = JSON.stringify(CANCELLATION_PRESETS.moderate);
    const indexes = await em.execute<{ name: string; definition: string }[]>(INDEXES, [
      `{${TABLES.join(',')}}`,
    ]);
    for (const { name } of indexes) await em.execute(`drop index ${name}`);
    await timed('orders', () => fill(em, ORDERS, [...past, BENCH_AGENCY, policy]));
    await timed('events', () => fill(em, EVENTS, past));
    await timed('notifications', () => fill(em, NOTIFICATIONS, [...past, BENCH_AGENCY, orders]));
    await timed('attempts', () => fill(em, ATTEMPTS, []));
    for (const { name, definition } of indexes) await timed(name, () => em.execute(definition));
    await timed('vacuum', () => em.execute('vacuum analyze'));
    await timed('checkpoint', () => em.execute('checkpoint'));
    for (const table of TABLES) say(await sizeOf(em, table));
  } finally {
    await orm.close();
  }

  async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
    const began = performance.now();
    await work();
    say(`${what}, ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  }
}

/** Foreign keys are right by construction, and no trigger has a reservation to make. */
async function fill(em: EntityManager, sql: string, values: readonly unknown[]): Promise<void> {
  await em.transactional(async (tx) => {
    await tx.execute("set local session_replication_role = 'replica'");
    await tx.execute(sql, [...values]);
  });
}

async function sizeOf(em: EntityManager, table: string): Promise<string> {
  const [row] = await em.execute<{ rows: number; gb: number; indexes: number }[]>(
    `select reltuples::float8 as rows, pg_total_relation_size(oid) / 1e9 as gb, pg_indexes_size(oid) / 1e9 as indexes
     from pg_class where oid = ?::regclass`,
    [table],
  );
  return `${table}: ${Math.round(row!.rows)} rows, ${Number(row!.gb).toFixed(2)} GB, of which indexes ${Number(row!.indexes).toFixed(2)}`;
}
