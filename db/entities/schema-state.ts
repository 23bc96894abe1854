import { defineEntity, p } from '@mikro-orm/core';

/** Which programs this schema is for: one row, written by migrations (db/schema.ts). */
const SchemaStateSchema = defineEntity({
  name: 'SchemaState',
  tableName: 'schema_state',
  checks: [{ name: 'schema_state_singleton_check', expression: 'singleton' }],
  properties: {
    /** True: there is no second row. */
    singleton: p.boolean().primary().default(true),
    /** The newest migration. */
    migration: p.string().length(120),
    /** A program that needs no later migration than this one can't work with it any more, if that is an earlier one. */
    servesFrom: p.string().length(120),
  },
});

export class SchemaState extends SchemaStateSchema.class {}
SchemaStateSchema.setClass(SchemaState);
