import { defineEntity, p } from '@mikro-orm/core';
import { Settlement } from './settlement.ts';

/** What a merchant wrote with a request; it waits here and never passes through Temporal (docs/decisions/0071). */
const SettlementCommandSchema = defineEntity({
  name: 'SettlementCommand',
  tableName: 'settlement_command',
  properties: {
    settlementId: () => p.manyToOne(Settlement).mapToPk().fieldName('settlement_id').primary(),
    updateId: p.string().length(200).primary(),
    note: p.string().length(500),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

export class SettlementCommand extends SettlementCommandSchema.class {}
SettlementCommandSchema.setClass(SettlementCommand);
