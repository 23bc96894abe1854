import type { EntityManager } from '@mikro-orm/postgresql';

/** Hashes of one level of the transparency log that follow one another; level 0 are the leaves. */
interface Range {
  readonly level: number;
  readonly from: number;
  readonly count: number;
}

const TILES = `
select string_agg(h.hash, ''::bytea order by h.number) as hashes
from jsonb_to_recordset(?::jsonb) as r (at int, level smallint, "from" bigint, count int) left join lateral (
  select l.number, l.hash from transparency_leaf l where r.level = 0 and l.number >= r."from" and l.number < r."from" + r.count
  union all
  select n.number, n.hash from transparency_node n where n.level = r.level and n.number >= r."from" and n.number < r."from" + r.count
) h on true group by r.at order by r.at`;

/** Many ranges in one round trip. @returns of each its hashes, one behind the other; fewer where there are no more. */
export async function readTiles(em: EntityManager, ranges: readonly Range[]): Promise<Buffer[]> {
  const wanted = ranges.map((range, at) => ({ at, ...range }));
  const rows = await em.execute<{ hashes: Buffer | null }[]>(TILES, [JSON.stringify(wanted)]);
  return rows.map(({ hashes }) => hashes ?? Buffer.alloc(0));
}
