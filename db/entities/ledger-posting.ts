import { defineEntity, p } from '@mikro-orm/core';
import { POSTING_KINDS } from '../../domain/ledger.ts';
import { appendOnly } from './append-only.ts';
import { Order } from './order.ts';

/**
 * One event of money: entries that sum to zero. Its id is derived from its cause, which makes posting idempotent.
 * Written once; the triggers refuse every change, and a posting without entries.
 */
const LedgerPostingSchema = defineEntity({
  name: 'LedgerPosting',
  tableName: 'ledger_posting',
  indexes: [
    { properties: ['orderId'] },
    {
      name: 'ledger_posting_by_hand',
      expression:
        "create index ledger_posting_by_hand on ledger_posting (posted_at, id) where operator is not null and kind <> 'payment'",
    },
  ],
  triggers: [
    ...appendOnly('ledger_posting'),
    {
      name: 'ledger_posting_has_entries',
      timing: 'after',
      events: ['insert'],
      expression:
        'create constraint trigger ledger_posting_has_entries after insert on ledger_posting ' +
        'deferrable initially deferred for each row execute function check_posting_has_entries()',
    },
  ],
  checks: [
    {
      name: 'ledger_posting_reason_check',
      expression: "kind in ('completed', 'cancellation_fee', 'payment') or reason is not null",
    },
  ],
  properties: {
    id: p.string().length(120).primary(),
    kind: p.enum(POSTING_KINDS),
    currency: p.character().length(3),
    orderId: () => p.manyToOne(Order).mapToPk().fieldName('order_id').nullable(),
    /** A posting is taken back once at most. */
    reverses: p.string().length(120).nullable().unique(),
    /** The operator's words. */
    reason: p.string().length(500).nullable(),
    operator: p.string().length(80).nullable(),
    /** When its cause happened: decides the month. */
    occurredAt: p.datetime(),
    postedAt: p.datetime().defaultRaw('now()'),
  },
});

export class LedgerPosting extends LedgerPostingSchema.class {}
LedgerPostingSchema.setClass(LedgerPosting);
