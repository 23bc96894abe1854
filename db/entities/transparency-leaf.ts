import { defineEntity, p } from '@mikro-orm/core';
import { appendOnly } from './append-only.ts';

/** A leaf of the transparency log: the hash of one row's facts. It stays when the row is erased. */
const TransparencyLeafSchema = defineEntity({
  name: 'TransparencyLeaf',
  tableName: 'transparency_leaf',
  triggers: [...appendOnly('transparency_leaf')],
  uniques: [{ properties: ['kind', 'rowId'] }],
  properties: {
    /** Its place in the log, from 0, without gaps. */
    number: p.bigint('number').primary().autoincrement(false),
    /** The row's table. */
    kind: p.string().length(20),
    rowId: p.bigint('number'),
    /** lib/transparency/leaf.ts. */
    salt: p.blob(),
    withheld: p.blob().nullable(),
    hash: p.blob(),
  },
});

export class TransparencyLeaf extends TransparencyLeafSchema.class {}
TransparencyLeafSchema.setClass(TransparencyLeaf);
