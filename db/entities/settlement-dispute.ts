import { defineEntity, p } from '@mikro-orm/core';
import { DISPUTE_STATES } from '../../domain/settlement.ts';
import { uniqueIndex } from './index-on.ts';
import { LedgerPosting } from './ledger-posting.ts';
import { Settlement } from './settlement.ts';
import { SettlementLine } from './settlement-line.ts';

/** A merchant's objection to one line of an issued statement. */
const SettlementDisputeSchema = defineEntity({
  name: 'SettlementDispute',
  tableName: 'settlement_dispute',
  indexes: [
    { properties: ['settlementId'] },
    // The operators' queue.
    { properties: ['status', 'id'] },
    uniqueIndex('settlement_dispute_one_open', "settlement_dispute (entry_id) where status = 'open'"),
  ],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    settlementId: () => p.manyToOne(Settlement).mapToPk().fieldName('settlement_id'),
    entryId: () => p.manyToOne(SettlementLine).mapToPk().fieldName('entry_id'),
    /** The Update that brought it: the same one opens no second dispute. */
    updateId: p.string().length(200).unique(),
    status: p.enum(DISPUTE_STATES).default('open'),
    reason: p.string().length(500),
    openedAt: p.datetime(),
    /** The operator's answer. */
    resolution: p.string().length(500).nullable(),
    /** The Update that brought it. */
    resolutionUpdateId: p.string().length(200).nullable(),
    resolvedAt: p.datetime().nullable(),
    /** What corrects the line; a line of a later statement. */
    postingId: () => p.manyToOne(LedgerPosting).mapToPk().fieldName('posting_id').nullable(),
  },
});

export class SettlementDispute extends SettlementDisputeSchema.class {}
SettlementDisputeSchema.setClass(SettlementDispute);
