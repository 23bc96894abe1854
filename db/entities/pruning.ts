import { defineEntity, p } from '@mikro-orm/core';
import { PRUNED_KINDS } from '../../domain/retention.ts';

/** How far the removal of old rows is: one row for each kind (docs/database.md, "Data that grows"). */
const PruningSchema = defineEntity({
  name: 'Pruning',
  tableName: 'pruning',
  properties: {
    kind: p.enum(PRUNED_KINDS).primary(),
    /** The run that has it, until `leasedUntil`; null: none. */
    holder: p.uuid().nullable(),
    leasedUntil: p.datetime().nullable(),
    /** When a run last came to the end. */
    finishedAt: p.datetime().nullable(),
    /** Rows, of all runs. */
    removed: p.bigint('number').default(0),
  },
});

export class Pruning extends PruningSchema.class {}
PruningSchema.setClass(Pruning);
