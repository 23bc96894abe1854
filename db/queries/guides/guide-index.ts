/**
 * The index that guide/list counts by: docs/decisions/0011. Bringing it up to date is one statement, so what it reads
 * of guides, orders and touches is of one moment.
 */
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { ADVISORY_LOCKS } from '../../advisory-locks.ts';
import { GUIDES_PER_CHUNK } from '../../entities/guide-bits.ts';
import { withLimits } from '../../limits.ts';
import { PROPERTIES } from './guide-properties.ts';

/** Changes that one statement takes at most; keeps it well under its limit. */
const BATCH = 2_000;
const STATEMENT_MS = 5_000;
/** A batch that fails is cut into so many parts, down to the guide that fails by itself. */
const CUT = 16;

export const ZERO = `b'0'::bit(${GUIDES_PER_CHUNK})`;

/** Chunk and bit of a guide id. */
export const chunkOf = (id: string) => `substr(${id}, 2)::bigint / ${GUIDES_PER_CHUNK}`;
const bitOf = (id: string) => `(substr(${id}, 2)::bigint % ${GUIDES_PER_CHUNK})::int`;
/** An aggregate: the bits of the guides of one chunk. */
export const bitsOf = (id: string) => `bit_or(set_bit(${ZERO}, ${bitOf(id)}, 1))`;

/** Takes the guides' ids. */
const MERGE = `
with touched as materialized (
  select unnest(?::text[]) as guide_id
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

/** SQL: changes that the index does not know of. */
export const UNINDEXED = 'guide_touch';

/** The guides that changed first: those of at most `limit` changes, and none of `except`. */
const OLDEST = `
select distinct guide_id as id
from (select guide_id from ${UNINDEXED} where guide_id <> all (?::text[]) order by id limit ?) oldest`;

/** These guides could not be taken into the index together; the cause says why. */
class NotIndexed extends Error {
  override name = 'NotIndexed';
  readonly ids: readonly string[];
  constructor(ids: readonly string[], cause: unknown) {
    super(`${ids.length} guide(s) could not be added to the guide index: ${ids.slice(0, 5).join(', ')}`, {
      cause,
    });
    this.ids = ids;
  }
}

/** Guides that are left out of the index for now; each time longer. The list counts them one by one meanwhile. */
export interface SetAside {
  /** Those that are to be left out at present. */
  current(): string[];
  /** Leaves the guide out from now on, after it failed by itself. */
  add(id: string, failure: Error): void;
  /** Forgets a guide that was indexed after all. */
  remove(ids: readonly string[]): void;
}

const ALL_THAT_CHANGED: SetAside = {
  current: () => [],
  add(_id, failure) {
    throw failure;
  },
  remove() {},
};

/**
 * Brings the index up to date with every change that is committed by now. Where another process is at it, it leaves
 * the work to that one. The list counts right without it, only slower. A guide that fails is found by cutting its batch
 * into parts, and set aside: it holds up no other.
 * @throws what went wrong with a guide, unless there is somewhere to set it aside; what the database says to all of it.
 */
export async function updateGuideIndex(orm: MikroORM, setAside: SetAside = ALL_THAT_CHANGED): Promise<void> {
  let limit = BATCH;
  let isMore = true;
  while (isMore) {
    try {
      const ids = await indexOldest(orm, { limit, except: setAside.current() });
      setAside.remove(ids);
      isMore = ids.length > 0;
      limit = Math.min(BATCH, limit * CUT);
    } catch (failure) {
      if (!(failure instanceof NotIndexed)) throw failure;
      const [id, ...others] = failure.ids;
      if (others.length === 0) setAside.add(id!, failure);
      else limit = Math.ceil(failure.ids.length / CUT);
    }
  }
}

/** @returns the guides that were taken into the index; none when there is nothing to do here. @throws NotIndexed */
async function indexOldest(
  orm: MikroORM,
  { limit, except }: { limit: number; except: readonly string[] },
): Promise<string[]> {
  return await withLimits(orm.em.fork(), { statementMs: STATEMENT_MS }, async (em) => {
    const sql = 'select pg_try_advisory_xact_lock(?) as mine';
    const [lock] = await em.execute<{ mine: boolean }[]>(sql, [ADVISORY_LOCKS.guideIndex]);
    if (!lock?.mine) return [];
    const rows = await em.execute<{ id: string }[]>(OLDEST, [arrayOf(except), limit]);
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await merge(em, ids);
    return ids;
  });
}

async function merge(em: EntityManager, ids: readonly string[]): Promise<void> {
  try {
    await em.execute(MERGE, [arrayOf(ids)]);
  } catch (cause) {
    throw new NotIndexed(ids, cause);
  }
}

/** As PostgreSQL reads an array of guide ids. */
const arrayOf = (ids: readonly string[]) => `{${ids.join(',')}}`;
