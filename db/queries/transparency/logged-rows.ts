/**
 * What the transparency log has of a row: facts that are never changed, as JSON text that PostgreSQL makes, and what is withheld. Both
 * are part of the log's format: where the text of a row that is there changed, its leaf would not fit it any more.
 */

/** A table in the log. */
export interface LoggedTable {
  readonly kind: 'audit_entry' | 'ledger_entry';
  /** `id`, `facts`, `withheld` of its rows; a condition on `r.id` may follow. */
  readonly rows: string;
  /** When a row was written. */
  readonly writtenAt: string;
  /** What is withheld is personal, and may be emptied: it then is no longer compared. */
  readonly isErasable: boolean;
}

const instant = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

const AUDIT_ROWS = `
select r.id, jsonb_build_object('occurredAt', ${instant('r.occurred_at')}, 'action', r.action, 'subject', r.subject,
    'merchantKey', r.merchant_key, 'actor', r.actor, 'onBehalfOf', r.on_behalf_of, 'credentialId', r.credential_id,
    'requestId', r.request_id, 'requestKey', r.request_key, 'details', r.details)::text as facts,
  case when r.address is not null then jsonb_build_object('address', r.address)::text end as withheld
from audit_entry r where true`;

/**
 * With its posting and its account: an entry says little without them. Merchants are shown the facts of their own entries (services/transparency/
 * statement-proof.ts), but not which operator posted by hand, nor the keys that operators chose, which are in the ids of such postings.
 */
const LEDGER_ROWS = `
select r.id, jsonb_build_object('postingId', case when p.operator is null then p.id end, 'kind', p.kind, 'orderId', p.order_id,
    'reason', p.reason, 'account', a.id, 'accountKind', a.kind, 'merchantKey', a.merchant_key, 'sandbox', a.sandbox, 'currency', p.currency,
    'gross', r.gross, 'commission', r.commission, 'amount', r.amount,
    'occurredAt', ${instant('r.occurred_at')}, 'postedAt', ${instant('r.posted_at')})::text as facts,
  case when p.operator is not null
    then jsonb_build_object('operator', p.operator, 'postingId', p.id, 'reverses', p.reverses)::text end as withheld
from ledger_entry r join ledger_posting p on p.id = r.posting_id join ledger_account a on a.id = r.account_id where true`;

export const LEDGER_ENTRIES = {
  kind: 'ledger_entry',
  rows: LEDGER_ROWS,
  writtenAt: 'posted_at',
  isErasable: false,
} as const satisfies LoggedTable;

export const LOGGED_TABLES: readonly LoggedTable[] = [
  { kind: 'audit_entry', rows: AUDIT_ROWS, writtenAt: 'occurred_at', isErasable: true },
  LEDGER_ENTRIES,
];
