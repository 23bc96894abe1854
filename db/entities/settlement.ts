import { defineEntity, p } from '@mikro-orm/core';
import { SETTLEMENT_STATES } from '../../domain/settlement.ts';
import { index, uniqueIndex } from './index-on.ts';
import { LedgerAccount } from './ledger-account.ts';
import { Merchant } from './merchant.ts';

/**
 * A merchant's statement for a month and currency. Each account has one open statement, which collects; closing the
 * month fixes its lines and amounts and opens the next. Amounts are minor units, seen from the merchant.
 */
const SettlementSchema = defineEntity({
  name: 'Settlement',
  tableName: 'settlement',
  uniques: [{ properties: ['accountId', 'month', 'part'] }],
  indexes: [
    { properties: ['merchantKey', 'id'] },
    // Operators list months, and statements by state.
    { properties: ['month', 'status', 'id'] },
    { properties: ['status', 'id'] },
    uniqueIndex('settlement_one_open', "settlement (account_id) where status = 'open'"),
    index('settlement_open_months', "settlement (id, month) where status = 'open'"),
  ],
  checks: [{ name: 'settlement_balance_check', expression: 'balance = (gross - commission)' }],
  properties: {
    id: p.string().length(27).primary(),
    accountId: () => p.manyToOne(LedgerAccount).mapToPk().fieldName('account_id'),
    merchantKey: () => p.manyToOne(Merchant).mapToPk().fieldName('merchant_key'),
    currency: p.character().length(3),
    sandbox: p.boolean(),
    /** `2027-01`, in the platform's time zone. */
    month: p.character().length(7),
    /** 1; above it where the month was closed before its end, and more of it came (docs/decisions/0040). */
    part: p.integer().default(1),
    status: p.enum(SETTLEMENT_STATES).default('open'),
    /** Everything that happened before it and was in no statement yet is in this one. */
    closedUntil: p.datetime().nullable(),
    lineCount: p.integer().default(0),
    gross: p.bigint('number').default(0),
    commission: p.bigint('number').default(0),
    balance: p.bigint('number').default(0),
    openedAt: p.datetime().defaultRaw('now()'),
    issuedAt: p.datetime().nullable(),
    paidAt: p.datetime().nullable(),
    /** The bank transfer's reference. */
    paymentReference: p.string().length(140).nullable(),
  },
});

export class Settlement extends SettlementSchema.class {}
SettlementSchema.setClass(Settlement);
