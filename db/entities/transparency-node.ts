import { defineEntity, p } from '@mikro-orm/core';
import { appendOnly } from './append-only.ts';

/** The hash of a complete subtree of 256, 65536, … leaves, as tiles have it: proofs of a large log read some hundred rows. */
const TransparencyNodeSchema = defineEntity({
  name: 'TransparencyNode',
  tableName: 'transparency_node',
  triggers: [...appendOnly('transparency_node')],
  properties: {
    /** From 1: the subtree has 256 to the power of it leaves. */
    level: p.smallint().primary(),
    /** From 0. */
    number: p.bigint('number').primary(),
    hash: p.blob(),
  },
});

export class TransparencyNode extends TransparencyNodeSchema.class {}
TransparencyNodeSchema.setClass(TransparencyNode);
