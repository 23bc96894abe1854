import { defineEntity, p } from '@mikro-orm/core';
import { appendOnly } from './append-only.ts';
import { LedgerAccount } from './ledger-account.ts';
import { LedgerPosting } from './ledger-posting.ts';

/**
 * One account's part of a posting; on a merchant's account also a line of its statement. Minor units, seen from the
 * owner: above zero the platform owes it. At commit the database checks that the posting sums to zero.
 */
const LedgerEntrySchema = defineEntity({
  name: 'LedgerEntry',
  tableName: 'ledger_entry',
  indexes: [{ properties: ['postingId'] }, { properties: ['accountId', 'postedAt'] }],
  checks: [{ name: 'ledger_entry_amount_check', expression: 'amount = (gross - commission)' }],
  triggers: [
    ...appendOnly('ledger_entry'),
    {
      name: 'ledger_entry_balanced',
      timing: 'after',
      events: ['insert'],
      expression:
        'create constraint trigger ledger_entry_balanced after insert on ledger_entry ' +
        'deferrable initially deferred for each row execute function check_posting_balanced()',
    },
  ],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    postingId: () => p.manyToOne(LedgerPosting).mapToPk().fieldName('posting_id'),
    accountId: () => p.manyToOne(LedgerAccount).mapToPk().fieldName('account_id'),
    gross: p.bigint('number'),
    commission: p.bigint('number'),
    amount: p.bigint('number'),
    /** As the posting says; here too, so that closing a month reads one index. */
    occurredAt: p.datetime(),
    postedAt: p.datetime().defaultRaw('now()'),
  },
});

export class LedgerEntry extends LedgerEntrySchema.class {}
LedgerEntrySchema.setClass(LedgerEntry);
