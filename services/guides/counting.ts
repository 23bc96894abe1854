import type { EntityManager } from '@mikro-orm/postgresql';
import { GUIDES_PER_CHUNK } from '../../db/entities/guide-bits.ts';
import { notFreeOn } from '../../db/queries/guides/busy-days.ts';
import { bitsOf, chunkOf, UNINDEXED, ZERO } from '../../db/queries/guides/guide-index.ts';
import { onlyLongerThan, refusesParty, STOPS } from '../../db/queries/guides/guide-properties.ts';
import { HAS_STOPS } from '../../db/queries/guides/stop-sales.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { daysUntil } from '../../domain/trip.ts';
import { type SliceJoin, withinBounds } from './bit-slices.ts';
import { all, type Condition } from './condition.ts';
import { conditionsOf, type GuideFilter, visibleTo } from './filter.ts';

export interface GuideCount {
  readonly total: number;
  /** Public guides of the caller's world, whatever the filter; 0 where it is not known. */
  readonly world: number;
}

/**
 * How many guides the caller may see. Public guides are counted by the index (docs/decisions/0011): one bit for each
 * guide and property. Guides that changed since the index was brought up to date, partners' guides, and for days also those with
 * stop-sales are few and are counted one by one. All of it is one statement, so the number is right at one moment.
 */
export async function countGuides(
  em: EntityManager,
  caller: CallingMerchant,
  filter: GuideFilter,
): Promise<GuideCount> {
  const { sql, values } = isIndexed(filter) ? indexedCount(caller, filter) : plainCount(caller, filter);
  const [count] = await em.execute<GuideCount[]>(sql, [...values]);
  return count ?? { total: 0, world: 0 };
}

/** Words and places are in no index of bits: indexes of their own find the few guides that have them. */
export const isIndexed = ({ words = [], near }: GuideFilter): boolean =>
  words.length === 0 && near === undefined;

function plainCount(caller: CallingMerchant, filter: GuideFilter): Condition {
  const { sql, values } = all([visibleTo(caller), ...conditionsOf(filter)]);
  return { sql: `select count(*)::int as total, 0 as world from guide where ${sql}`, values };
}

function indexedCount(caller: CallingMerchant, filter: GuideFilter): Condition {
  const found = foundInIndex(caller, filter);
  const others = notInIndex(caller, filter);
  const sql = `
with ${CHANGES}
select (
  (select coalesce(sum(bit_count(found.bits)), 0) from (${found.sql}) found) + (select count(*) from (${others.sql}) others)
)::int as total, (
  select coalesce(sum(bit_count(bits)), 0) from guide_bits where property = ?
)::int as world`;
  return { sql, values: [...found.values, ...others.values, worldOf(caller)] };
}

/**
 * A condition for exactly the guides of the list, read from the index of bits instead of by a walk through a
 * sort's index, which would check the days of many guides in vain. The fence (offset 0) makes the bits once,
 * not for each of them.
 */
export function amongFew(caller: CallingMerchant, filter: GuideFilter): Condition {
  const found = foundInIndex(caller, filter);
  const others = notInIndex(caller, filter);
  const sql = `guide.id in (
  with ${CHANGES}
  select 'G' || (found.chunk * ${GUIDES_PER_CHUNK} + bit)
  from (${found.sql} offset 0) found,
    lateral generate_series(0, case when bit_count(found.bits) > 0 then ${GUIDES_PER_CHUNK - 1} else -1 end) bit
  where get_bit(found.bits, bit) = 1
  union all ${others.sql})`;
  return { sql, values: [...found.values, ...others.values] };
}

/** The guides that changed since the index was brought up to date, one by one and as bits. */
const CHANGES = `
dirty as materialized (${UNINDEXED}),
changed as materialized (
  select ${chunkOf('guide_id')} as chunk, ${bitsOf('guide_id')} as bits from dirty group by 1
)`;

/** Chunks with the bits of the unchanged public guides that pass the filter. Comes after CHANGES. */
function foundInIndex(caller: CallingMerchant, filter: GuideFilter): Condition {
  const index = indexOf(caller, filter);
  const sql = `
  select found.chunk, found.bits & ~coalesce(changed.bits, ${ZERO}) as bits
  from (${index.sql}) found left join changed on changed.chunk = found.chunk`;
  return { sql, values: index.values };
}

/**
 * Ids of the changed guides and the partners' guides that pass the filter. Comes after CHANGES. The fence (offset 0)
 * keeps the planner, which expects many more partners' guides, from reading a filter's whole index.
 */
function notInIndex(caller: CallingMerchant, filter: GuideFilter): Condition {
  const one = all([visibleTo(caller), ...conditionsOf(filter)]);
  const sql = `
  select guide.id from guide where guide.id in (select guide_id from dirty) and ${one.sql}
  union all
  select guide.id from (select * from guide where ${OF_PARTNERS} offset 0) guide
  where guide.id not in (select guide_id from dirty) and ${one.sql}`;
  const asked = { sql, values: [...one.values, caller.key, caller.key, ...one.values] };
  return filter.availableFrom === undefined ? asked : withStops(asked, one);
}

/** And those public guides with stop-sales that `one` leaves, of which a search by days has to ask each. */
function withStops({ sql, values }: Condition, one: Condition): Condition {
  const stops = `select guide.id from guide where ${HAS_STOPS} and guide.visibility = 'public'
    and guide.id not in (select guide_id from dirty) and ${one.sql}`;
  return { sql: `${sql}\n  union all\n  ${stops}`, values: [...values, ...one.values] };
}

/** Takes the caller's key, twice. */
const OF_PARTNERS = `guide.visibility = 'partners' and guide.studio_key = any (
    array(select studio_key from partnership where partner_key = ? union all select ?))`;

/** Chunks with the bits of the public guides that pass the filter, as of the index. */
function indexOf(caller: CallingMerchant, filter: GuideFilter): Condition {
  const unions = includedProperties(filter);
  const sliced = slicedNumbers(filter);
  const without = excludedProperties(filter);
  const joins = unions.map((_, i) => `join ${unionOf} with_${i} on with_${i}.chunk = world.chunk`).join('\n');
  const both = [...unions.map((_, i) => ` & with_${i}.bits`), ...sliced.map(({ and }) => and)].join('');
  const sql = `
  select world.chunk, world.bits${both} & ~coalesce(without.bits, ${ZERO}) as bits
  from guide_bits world
  ${joins}
  ${sliced.map(({ join }) => join.sql).join('\n')}
  left join ${without.sql} without on without.chunk = world.chunk
  where world.property = ?`;
  const values = [...unions, ...sliced.flatMap(({ join }) => join.values), ...without.values];
  return { sql, values: [...values, worldOf(caller)] };
}

const worldOf = (caller: CallingMerchant) => `world:${caller.sandbox}`;

/** The guides that have any of the properties. @param properties SQL of an array. */
const union = (properties: string) => `(
  select chunk, bit_or(bits) as bits from guide_bits where property = any (${properties}) group by chunk)`;
/** Takes an array of properties. */
const unionOf = union('?::text[]');

/** For each filter the properties of which a guide must have one. */
function includedProperties(filter: GuideFilter): string[] {
  const { area, status, serviceType, language, currency, minRating, availableFrom } = filter;
  const { instantConfirmation, studioKey } = filter;
  const sets: string[][] = [];
  if (area !== undefined) sets.push([`area:${area}`]);
  if (status !== undefined) sets.push([`status:${status}`]);
  if (serviceType !== undefined) sets.push([`type:${serviceType}`]);
  if (language !== undefined) sets.push([`language:${language}`]);
  if (instantConfirmation !== undefined) sets.push([`instant:${instantConfirmation}`]);
  if (studioKey !== undefined) sets.push([`studio:${studioKey}`]);
  if (currency !== undefined) sets.push([`currency:${currency}`]);
  if (minRating !== undefined) sets.push(ratingProperties(minRating));
  if (availableFrom !== undefined) sets.push(['status:active']);
  return sets.map(textArray);
}

/** Tenths are kept as "at least"; the hundredths below the next tenth one by one. */
function ratingProperties(minRating: number): string[] {
  const tenth = Math.ceil(minRating / 10);
  const below = Array.from({ length: tenth * 10 - minRating }, (_, index) => `rating:${minRating + index}`);
  // The worst rating is 1.00, so a lower limit asks for the same.
  return [`reaches:${Math.max(tenth, 10)}`, ...below];
}

function slicedNumbers({ minPrice, maxPrice, guests }: GuideFilter): SliceJoin[] {
  const isPriced = minPrice !== undefined || maxPrice !== undefined;
  return [
    ...(isPriced ? [withinBounds('rate', { min: minPrice, max: maxPrice })] : []),
    ...(guests === undefined ? [] : [withinBounds('guests', { min: guests })]),
  ];
}

/**
 * The guides without a trip for the party, and those that are not free: they rest, have a holiday, or are blocked or booked; for days also
 * those with stop-sales, which are asked one by one.
 */
function excludedProperties({ guests, availableFrom, availableTo }: GuideFilter): Condition {
  const ofParty = guests === undefined ? [] : [refusesParty(guests)];
  if (availableFrom === undefined || availableTo === undefined)
    return { sql: unionOf, values: [textArray(ofParty)] };
  const range = { startDate: availableFrom, endDate: availableTo };
  const days = daysUntil(availableTo, availableFrom) + 1;
  const properties = textArray([...ofParty, STOPS, onlyLongerThan(days), ...notFreeOn(range)]);
  return { sql: union(`?::text[] || ${HOLIDAYS}`), values: [properties, availableFrom, availableTo] };
}

/** Takes first and last day: the properties of those whose calendar has a holiday on one of them. */
const HOLIDAYS = `array(
  select distinct 'holidays:' || calendar from public_holiday where day between ?::date and ?::date)`;

/** As PostgreSQL reads an array of texts. */
function textArray(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
