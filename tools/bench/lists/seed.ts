/** Worlds for the lists, of any size; all of it is SQL over generate_series: a million orders take about a minute. */

import type { EntityManager } from '@mikro-orm/postgresql';
import { isLiveSql } from '../../../db/order-days.ts';
import { createOrm } from '../../../db/orm.ts';
import { noteGuidesOf } from '../../../db/queries/guides/guide-writes.ts';
import { CANCELLATION_PRESETS } from '../../../domain/cancellation.ts';
import { updateGuideIndex } from '../../../jobs/guide-indexer.ts';

export const BENCH_AGENCY = 'mk_bench_agency';
const AREAS = 200;
const STUDIOS = 50;
/** An order has so many days to itself, so that no two of a guide overlap. */
const SLOT_DAYS = 54;
/** Fewer of them would rewrite each row of the index more often. */
const GUIDES_AT_ONCE = 8_192;
const NO_TIMEOUT = { logger: () => {}, driverOptions: {} };

export interface WorldSize {
  readonly guides: number;
  readonly orders: number;
}

/**
 * Fills a migrated, empty database with merchants, guides, orders, the same every time; the trips lie around today, half
 * of them to come. All orders are of BENCH_AGENCY.
 */
export async function seedLarge(databaseUrl: string, { guides, orders }: WorldSize): Promise<void> {
  const orm = createOrm({ databaseUrl, poolMax: 1, overrides: NO_TIMEOUT });
  try {
    const em = orm.em.fork();
    await em.transactional(async (tx) => {
      await seedMerchants(tx);
      await tx.execute(GUIDES, [
        ...[STUDIOS, JSON.stringify(CANCELLATION_PRESETS.moderate), AREAS],
        ...[AREAS, guides],
      ]);
      for (let n = 1; n <= STUDIOS; n += 1) await noteGuidesOf(tx, `mk_bench_studio_${n}`);
      await seedOrders(tx, Math.ceil(orders / guides), guides);
    });
    await em.execute('analyze');
    await updateGuideIndex(orm, GUIDES_AT_ONCE);
    await em.execute('vacuum analyze');
  } finally {
    await orm.close();
  }
}

async function seedMerchants(em: EntityManager): Promise<void> {
  await em.execute(
    `insert into merchant (key, name, kind, country, verification)
     select 'mk_bench_studio_' || n, 'Studio ' || n, 'studio', 'PT', 'approved' from generate_series(1, ?) n
     union all select ?, 'Bench agency', 'agency', 'PT', 'approved'`,
    [STUDIOS, BENCH_AGENCY],
  );
  await em.execute('insert into callback_endpoint (merchant_key, is_first) select key, true from merchant');
}

/**
 * Areas lie on a grid over the Earth, ten degrees and more apart, and guides within a degree of theirs. One guide in twenty
 * is a partners' guide, one in ten is paused, half of them rest on a day of the week.
 */
const GUIDES = `
insert into guide (id, studio_key, name, area, profile, languages, service_areas, service_types, status, visibility,
  rating_hundredths, review_count, day_rate, currency, time_zone, max_guests, rest_days, blocked, cancellation_policy,
  search_text, area_keys, language_keys, service_type_keys, instant_confirmation, latitude, longitude)
select 'G' || 1000000 + n, 'mk_bench_studio_' || 1 + n % ?, name, area, profile, array[language], array[area], array[type],
  case when n % 10 = 3 then 'paused' else 'active' end,
  case when n % 20 = 7 then 'partners' else 'public' end,
  case when n % 5 > 0 then 250 + n * 37 % 251 end, case when n % 5 > 0 then 12 else 0 end,
  8000 + n * 97 % 30000, (array['EUR','USD','GBP','JPY'])[1 + n % 4], 'Europe/Lisbon', 8,
  case when n % 2 = 0 then 0 else 1 << (n / 2 % 7) end,
  case when n % 4 = 0 then datemultirange(daterange(current_date + n % 200, current_date + n % 200 + 10)) else '{}' end,
  ?::jsonb, lower(name || ' ' || profile), array[lower(area)], array[language], array[type], n % 3 = 0,
  -40 + (n % ? / 20) * 10 + abs(hashint4(n)) % 1000 / 1000.0, -170 + n % 20 * 17 + abs(hashint4(-n)) % 1000 / 1000.0
from (
  select n, 'Guide ' || substr(md5(n::text), 1, 8) as name, 'Area ' || n % ? as area,
    (array['city_walk','food','museum','hiking','wine','photography','nature','family'])[1 + n % 8] as type,
    (array['en','pt','es','fr','de','it','ja','zh','nl','sv'])[1 + n / 7 % 10] as language,
    'Shows ' || substr(md5('p' || n), 1, 12) || ' and ' || substr(md5('q' || n), 1, 12) as profile
  from generate_series(1, ?) n) as guides`;

/** Order k of each guide lies in the k-th slot of the days around today; past trips are over, one in ten cancelled. */
const ORDERS = `
insert into orders (id, merchant_key, studio_key, guide_id, status, trip_date, trip_days, guest_count, contact_name,
  contact_phone, total_amount, currency, commission_rate, cancellation_policy, time_zone, confirm_by, trip_start_at,
  trip_end_at, instant_confirmation, created_at, workflow_started_at)
select 'ORD' || 1700000000000 + (k * ?::bigint + n) || '000000', ?, 'mk_bench_studio_' || 1 + n % ?, 'G' || 1000000 + n,
  case when h % 10 = 0 then 'cancelled' when day + days <= current_date then 'completed'
       when day <= current_date then 'in_progress' when h % 3 = 0 then 'pending' else 'confirmed' end,
  day, days, 2, 'Bench', '+351912345678', 10000 * days, 'EUR', 1000, ?::jsonb, 'Europe/Lisbon', day, day, day + days,
  false, now(), now()
from (
  select n, k, h, current_date + ((k - ?::int / 2) * ${SLOT_DAYS}) + h % 45 as day, 1 + h % 7 as days
  from generate_series(1, ?::int) n, generate_series(0, ?::int - 1) k,
    lateral (select abs(hashint4(n * 31 + k)) as h) hash) as trips`;

const RESERVATIONS = `
insert into reservation (id, guide_id, start_at, end_at)
select id, guide_id, trip_date::timestamp at time zone time_zone, (trip_date + trip_days)::timestamp at time zone time_zone
from orders where ${isLiveSql('status')}`;

async function seedOrders(em: EntityManager, perGuide: number, guides: number): Promise<void> {
  // Foreign keys are right by construction; checking three million of them would take most of the time.
  await em.execute("set local session_replication_role = 'replica'");
  const policy = JSON.stringify(CANCELLATION_PRESETS.moderate);
  await em.execute(ORDERS, [guides, BENCH_AGENCY, STUDIOS, policy, perGuide, guides, perGuide]);
  // Its triggers are off as well.
  await em.execute(RESERVATIONS);
  await em.execute("insert into job (kind, subject) select 'guide_index', id from guide");
}
