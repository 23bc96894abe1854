/**
 * The index that guide/list counts by: docs/decisions/0011. Bringing it up to date is one statement, so what it reads
 * of guides, orders and touches is of one moment.
 */
import type { MikroORM } from '@mikro-orm/postgresql';
import { LIVE_STATES } from '../../domain/order-state.ts';
import { GUIDES_PER_CHUNK } from '../entities/guide-bits.ts';

/** Guides that one statement takes; keeps it well under the statement timeout. */
const BATCH = 2_000;
const LOCK = 20261122;
const LIVE = LIVE_STATES.map((state) => `'${state}'`).join(', ');

export const ZERO = `b'0'::bit(${GUIDES_PER_CHUNK})`;

/** Chunk and bit of a guide id. */
export const chunkOf = (id: string) => `substr(${id}, 2)::bigint / ${GUIDES_PER_CHUNK}`;
const bitOf = (id: string) => `(substr(${id}, 2)::bigint % ${GUIDES_PER_CHUNK})::int`;
/** An aggregate: the bits of the guides of one chunk. */
export const bitsOf = (id: string) => `bit_or(set_bit(${ZERO}, ${bitOf(id)}, 1))`;

/** Every property that a public guide has. Ratings: each tenth that it reaches, and its exact hundredths. */
const PROPERTIES = `
  select 'world:' || guide.sandbox
  union all select 'status:' || guide.status
  union all select 'currency:' || guide.currency
  union all select 'area:' || area from unnest(array_append(guide.service_areas, guide.area::text)) area
  union all select 'type:' || type from unnest(guide.service_types) type
  union all select 'rating:' || guide.rating_hundredths where guide.rating_hundredths is not null
  union all select 'reaches:' || tenth from generate_series(10, guide.rating_hundredths / 10) tenth
  union all select 'rests:' || day from generate_series(0, 6) day where guide.rest_days & (1 << day) <> 0
  union all select 'busy:' || to_char(day, 'YYYY-MM-DD')
    from unnest(guide.blocked) days, generate_series(lower(days), upper(days) - 1, interval '1 day') day
  union all select 'busy:' || to_char(day, 'YYYY-MM-DD')
    from orders, generate_series(trip_date, trip_date + trip_days - 1, interval '1 day') day
    where orders.guide_id = guide.id and orders.status in (${LIVE})`;

const MERGE = `
with touched as materialized (
  select distinct guide_id from (select guide_id from guide_touch order by id limit ${BATCH}) oldest
), done as (
  delete from guide_touch where guide_id in (select guide_id from touched)
), mask as materialized (
  select ${chunkOf('guide_id')} as chunk, ${bitsOf('guide_id')} as bits from touched group by 1
), fresh as materialized (
  select property, ${chunkOf('guide.id')} as chunk, ${bitsOf('guide.id')} as bits
  from touched
  join guide on guide.id = touched.guide_id and guide.deleted_at is null and guide.visibility = 'public'
  join merchant on merchant.key = guide.studio_key and merchant.status = 'active'
  cross join lateral (${PROPERTIES}) properties (property)
  group by 1, 2
), stale as materialized (
  select guide_bits.property, guide_bits.chunk, guide_bits.bits from mask join guide_bits using (chunk)
)
insert into guide_bits (property, chunk, bits)
select property, chunk, (coalesce(stale.bits, ${ZERO}) & ~mask.bits) | coalesce(fresh.bits, ${ZERO})
from stale full join fresh using (property, chunk) join mask using (chunk)
where (coalesce(stale.bits, ${ZERO}) & mask.bits) <> coalesce(fresh.bits, ${ZERO})
order by property, chunk
on conflict (property, chunk) do update set bits = excluded.bits`;

/**
 * Brings the index up to date with every change that is committed by now. Where another process is at it, it leaves
 * the work to that one. The list counts right without it, only slower.
 */
export async function updateGuideIndex(orm: MikroORM): Promise<void> {
  let isMore = true;
  while (isMore) {
    isMore = await orm.em.fork().transactional(async (em) => {
      const [lock] = await em.execute<{ mine: boolean }[]>(
        `select pg_try_advisory_xact_lock(${LOCK}) as mine`,
      );
      if (!lock?.mine) return false;
      await em.execute(MERGE);
      const [rest] = await em.execute<{ more: boolean }[]>('select exists (select from guide_touch) as more');
      return rest?.more ?? false;
    });
  }
}
