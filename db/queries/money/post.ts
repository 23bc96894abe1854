import type { EntityManager } from '@mikro-orm/postgresql';
import type { EntryDraft, PostingDraft } from '../../../domain/ledger.ts';
import { monthOf } from '../../../domain/settlement-month.ts';

/**
 * One statement: accounts that are new, the open statement of each new merchant account, the posting, its entries.
 * A posting that is there already adds nothing, whatever the entries.
 */
const POST = `
with wanted as (
  select * from jsonb_to_recordset(?::jsonb) as account
    (id text, kind text, "merchantKey" text, currency text, sandbox boolean)
), new_account as (
  insert into ledger_account (id, kind, merchant_key, currency, sandbox)
  select id, kind, "merchantKey", currency, sandbox from wanted order by id
  on conflict (id) do nothing
  returning id, merchant_key, currency, sandbox
), new_settlement as (
  insert into settlement (id, account_id, merchant_key, currency, sandbox, month)
  select 'STL' || nextval('settlement_number'), id, merchant_key, currency, sandbox, ?
  from new_account where merchant_key is not null
), new_posting as (
  insert into ledger_posting (id, kind, currency, order_id, reverses, reason, operator, occurred_at)
  values (?, ?, ?, ?, ?, ?, ?, ?::timestamptz)
  on conflict (id) do nothing
  returning id, occurred_at
), new_entry as (
  insert into ledger_entry (posting_id, account_id, gross, commission, amount, occurred_at)
  select new_posting.id, entry."accountId", entry.gross, entry.commission, entry.gross - entry.commission,
    new_posting.occurred_at
  from new_posting, jsonb_to_recordset(?::jsonb) as entry ("accountId" text, gross bigint, commission bigint)
  returning id, account_id
)
select id::float8 as id, account_id as "accountId" from new_entry order by id`;

export interface PostedEntry {
  readonly id: number;
  readonly accountId: string;
}

/**
 * Writes a posting inside the caller's transaction; at its commit the database checks that it sums to zero. The same
 * id a second time writes nothing.
 * @param timeZone the platform's: a new account's first statement is that of the month there.
 * @returns the new entries; none when the posting was there.
 */
export async function post(
  em: EntityManager,
  posting: PostingDraft,
  timeZone: string,
): Promise<PostedEntry[]> {
  if (posting.entries.length === 0) return [];
  return await em.execute<PostedEntry[]>(POST, [
    JSON.stringify(accountsOf(posting.entries)),
    monthOf(posting.occurredAt, timeZone),
    posting.id,
    posting.kind,
    posting.currency,
    posting.orderId ?? null,
    posting.reverses ?? null,
    posting.reason ?? null,
    posting.operator ?? null,
    posting.occurredAt,
    JSON.stringify(
      posting.entries.map(({ account, gross, commission }) => ({
        accountId: account.id,
        gross,
        commission,
      })),
    ),
  ]);
}

function accountsOf(entries: readonly EntryDraft[]) {
  return [...new Map(entries.map(({ account }) => [account.id, account])).values()];
}
