/** What guides of a world offer, from the index that guide/list counts by (docs/decisions/0011): public, active guides only. */
import type { EntityManager } from '@mikro-orm/postgresql';

export interface OfferedProperty {
  readonly property: string;
  readonly guides: number;
}

/** Of each kind the commonest; there are some hundreds of languages and areas, and a form shows no more. */
const MOST_OF_A_KIND = 60;

const OFFERED = `
with here as materialized (
  select world.chunk, world.bits & active.bits as bits
  from guide_bits world join guide_bits active on active.chunk = world.chunk and active.property = 'status:active'
  where world.property = ?
), counted as (
  select split_part(property, ':', 1) as kind, property, sum(bit_count(guide_bits.bits & here.bits))::int as guides
  from guide_bits join here using (chunk)
  where split_part(property, ':', 1) in ('area', 'language', 'type', 'currency')
  group by property
), ranked as (
  select property, guides, row_number() over (partition by kind order by guides desc, property) as place
  from counted where guides > 0
)
select property, guides from ranked where place <= ${MOST_OF_A_KIND} order by guides desc, property`;

/** The properties `area:`, `language:`, `type:` and `currency:` with how many guides have them, the commonest first. */
export async function selectOffered(em: EntityManager, sandbox: boolean): Promise<OfferedProperty[]> {
  return await em.execute<OfferedProperty[]>(OFFERED, [`world:${sandbox}`]);
}

/** For each key of an area, one guide's areas, which name it as people write it. */
export async function selectAreaNames(
  em: EntityManager,
  sandbox: boolean,
  keys: readonly string[],
): Promise<{ key: string; names: string[] }[]> {
  return await em.execute<{ key: string; names: string[] }[]>(
    `select key, named.names
     from json_array_elements_text(?::json) key
     cross join lateral (
       select to_json(array_prepend(guide.area, guide.service_areas)) as names from guide
       where guide.area_keys @> array[key] and guide.sandbox = ? and guide.deleted_at is null
         and guide.visibility = 'public'
       limit 1) named`,
    [JSON.stringify(keys), sandbox],
  );
}
