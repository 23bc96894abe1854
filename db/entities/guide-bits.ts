import { defineEntity, p } from '@mikro-orm/core';

/** Guides in one row of the index: a row of 512 bytes, small enough to be kept in the table itself. */
export const GUIDES_PER_CHUNK = 4_096;

/**
 * The index that guide/list counts by (docs/decisions/0011): for each property (`status:active`, `busy:2027-05-01`, …)
 * and each chunk of guide numbers, which public guides have it. It may lag behind; jobs of the kind `guide_index` say for whom.
 */
const GuideBitsSchema = defineEntity({
  name: 'GuideBits',
  tableName: 'guide_bits',
  indexes: [{ properties: ['chunk'] }],
  properties: {
    property: p.string().length(120).primary(),
    /** Guide number divided by GUIDES_PER_CHUNK; the remainder is the bit. */
    chunk: p.bigint('number').primary(),
    bits: p.string().columnType(`bit(${GUIDES_PER_CHUNK})`),
  },
});

export class GuideBits extends GuideBitsSchema.class {}
GuideBitsSchema.setClass(GuideBits);
