import { defineEntity, p } from '@mikro-orm/core';
import { appendOnly } from './append-only.ts';
import { LedgerEntry } from './ledger-entry.ts';
import { Settlement } from './settlement.ts';

/** An entry's place in a statement. The key is the entry alone: none is ever in two statements. */
const SettlementLineSchema = defineEntity({
  name: 'SettlementLine',
  tableName: 'settlement_line',
  indexes: [{ properties: ['settlementId', 'entryId'] }],
  triggers: [...appendOnly('settlement_line')],
  properties: {
    entryId: () => p.manyToOne(LedgerEntry).mapToPk().fieldName('entry_id').primary(),
    settlementId: () => p.manyToOne(Settlement).mapToPk().fieldName('settlement_id'),
  },
});

export class SettlementLine extends SettlementLineSchema.class {}
SettlementLineSchema.setClass(SettlementLine);
