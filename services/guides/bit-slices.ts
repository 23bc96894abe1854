/**
 * Comparing numbers in the index of bits (docs/decisions/0011): a guide whose day rate has the bit 3 has the property
 * `rate:3`, so a few dozen rows of a chunk say of each of its guides whether its rate is at least a bound. Bits of
 * numbers of any size, where a property for each number would be a row for each price.
 */
import { ZERO } from '../../db/queries/guides/guide-index.ts';
import { reaches, SLICED, type SlicedNumber, sliceOf } from '../../db/queries/guides/guide-properties.ts';
import type { Condition } from './condition.ts';

/** Whole numbers, both ends included. */
export interface Bounds {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** Chunks with the bits of the guides whose number lies within the bounds, as `(chunk, bits)`; to be left joined. */
export interface SliceJoin {
  /** A join to `world.chunk`. */
  readonly join: Condition;
  /** The bits that it leaves, to be anded; begins with the operator. */
  readonly and: string;
}

/** @param max below 2 ^ (width of the number) - 1. */
export function withinBounds(number: SlicedNumber, { min = 0, max }: Bounds): SliceJoin {
  const highest = Math.max(min, max === undefined ? 0 : max + 1);
  const slices = slicesFor(number, highest);
  const from = atLeast(min, slices.length);
  const above = max === undefined ? undefined : atLeast(max + 1, slices.length);
  const columns = [
    'chunk',
    ...(from === undefined ? [] : [`${from} as least`]),
    ...(above === undefined ? [] : [`${above} as above`]),
  ];
  const alias = `sliced_${number}`;
  return {
    join: {
      sql: `left join (
    select ${columns.join(', ')} from (
      select chunk, bits, split_part(property, ':', 2)::int as slice from guide_bits where property = any (?::text[]) offset 0
    ) slices group by chunk
  ) ${alias} on ${alias}.chunk = world.chunk`,
      values: [`{${slices.join(',')}}`],
    },
    and: [
      ...(from === undefined ? [] : [` & coalesce(${alias}.least, ${ZERO})`]),
      ...(above === undefined ? [] : [` & ~coalesce(${alias}.above, ${ZERO})`]),
    ].join(''),
  };
}

/** What a comparison with numbers up to `highest` reads: a slice for each bit, the last one for all bits from there on where there is such. */
function slicesFor(number: SlicedNumber, highest: number): string[] {
  const { width, powers } = SLICED[number];
  const power = powers.find((power) => highest < 2 ** power);
  const slices = Array.from({ length: power ?? width }, (_, bit) => sliceOf(number, bit));
  return power === undefined ? slices : [...slices, reaches(number, power)];
}

/**
 * SQL of the bits of those with at least `bound`, undefined where that is everybody. From the lowest bit up: where the
 * bound has a bit, a number needs it as well and what came before; where it has none, one that has it is greater.
 */
function atLeast(bound: number, slices: number): string | undefined {
  let sql: string | undefined;
  for (let bit = 0; bit < slices; bit++) {
    const slice = `coalesce(bit_or(bits) filter (where slice = ${bit}), ${ZERO})`;
    const isSet = Math.floor(bound / 2 ** bit) % 2 === 1;
    if (isSet) sql = sql === undefined ? slice : `(${slice} & ${sql})`;
    else if (sql !== undefined) sql = `(${slice} | ${sql})`;
  }
  return sql;
}
