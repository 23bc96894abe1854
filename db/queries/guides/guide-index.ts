/**
 * The index that guide/list counts by: docs/decisions/0011. Bringing it up to date is one statement, so what it reads
 * of guides, orders and jobs is of one moment.
 */
import type { MikroORM } from '@mikro-orm/postgresql';
import { holdLock } from '../../advisory-locks.ts';
import { GUIDES_PER_CHUNK } from '../../entities/guide-bits.ts';
import { withLimits } from '../../limits.ts';
import { addJobs, FINISH_JOBS, type Job, leasesOf } from '../platform/jobs.ts';
import { LAYOUT, PROPERTIES } from './guide-properties.ts';

const STATEMENT_MS = 5_000;

export const ZERO = `b'0'::bit(${GUIDES_PER_CHUNK})`;

/** Chunk and bit of a guide id. */
export const chunkOf = (id: string) => `substr(${id}, 2)::bigint / ${GUIDES_PER_CHUNK}`;
const bitOf = (id: string) => `(substr(${id}, 2)::bigint % ${GUIDES_PER_CHUNK})::int`;
/** An aggregate: the bits of the guides of one chunk. */
export const bitsOf = (id: string) => `bit_or(set_bit(${ZERO}, ${bitOf(id)}, 1))`;

/** SQL: guides that changed since the index was brought up to date, as rows of `guide_id`. */
export const UNINDEXED = "select distinct subject as guide_id from job where kind = 'guide_index'";

/** Takes the leases of jobs, and their guides' ids. */
const MERGE = `
with ${FINISH_JOBS}, dirty as materialized (
  select distinct unnest(?::text[]) as guide_id
), mask as materialized (
  select ${chunkOf('guide_id')} as chunk, ${bitsOf('guide_id')} as bits from dirty group by 1
), fresh as materialized (
  select property, ${chunkOf('guide.id')} as chunk, ${bitsOf('guide.id')} as bits
  from dirty
  join guide on guide.id = dirty.guide_id and guide.deleted_at is null and guide.visibility = 'public'
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

/** In one round; the others come with the next ones. */
const OF_OLDER_RELEASE_AT_ONCE = 2_000;

/** SQL: guides that an older release has indexed, which doesn't know all of PROPERTIES: it may while both run side by side. */
const OF_OLDER_RELEASE = `
select subject from (
  select 'G' || (chunk * ${GUIDES_PER_CHUNK} + bit) as subject
  from (
    select world.chunk, world.bits & ~coalesce(known.bits, ${ZERO}) as bits
    from guide_bits world left join guide_bits known on known.chunk = world.chunk and known.property = '${LAYOUT}'
    where world.property in ('world:false', 'world:true')
    offset 0
  ) unknown, lateral generate_series(0, case when bit_count(bits) > 0 then ${GUIDES_PER_CHUNK - 1} else -1 end) bit
  where get_bit(bits, bit) = 1
) guides
where subject not in (${UNINDEXED})
limit ${OF_OLDER_RELEASE_AT_ONCE}`;

/**
 * Brings the index up to date with these jobs' guides, as they are now, and ends the jobs with it; adds jobs for what an older release has
 * indexed. Processes take turns: what one reads of a chunk must not be what another one is about to write.
 */
export async function indexGuides(orm: MikroORM, jobs: readonly Job[]): Promise<void> {
  await withLimits(orm.em.fork(), { statementMs: STATEMENT_MS }, async (em) => {
    await holdLock(em, 'guideIndex');
    await em.execute(MERGE, [leasesOf(jobs), `{${jobs.map(({ subject }) => subject).join()}}`]);
    await em.execute(addJobs('guide_index', OF_OLDER_RELEASE));
  });
}
