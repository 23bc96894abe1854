import type { EntityManager } from '@mikro-orm/postgresql';
import type { PostingKind } from '../../../domain/ledger.ts';

/** What was posted on a day, of one kind and currency, and is in no statement yet. Minor units, seen from the merchant. */
export interface PostedOnDay {
  readonly settlementId: string;
  readonly kind: PostingKind;
  /** `2027-01-31`, in the platform's time zone. */
  readonly day: string;
  readonly lineCount: number;
  readonly gross: number;
  readonly commission: number;
}

/** A merchant's accounts, the open statement of each, and what that collects (as sumOpenLines): every step by an index. */
const POSTED = `
select s.id as "settlementId", p.kind, (e.occurred_at at time zone ?)::date::text as day,
  count(*)::int as "lineCount", sum(e.gross)::float8 as gross, sum(e.commission)::float8 as commission
from ledger_account a
  join settlement s on s.account_id = a.id and s.status = 'open'
  join ledger_entry e on e.account_id = a.id and e.posted_at > s.opened_at - interval '1 day'
  join ledger_posting p on p.id = e.posting_id
where a.merchant_key = ? and not exists (select from settlement_line l where l.entry_id = e.id)
group by s.id, p.kind, day order by s.id, day, p.kind`;

/** @param timeZone the platform's: days are in it. */
export async function selectMonthSoFar(
  em: EntityManager,
  merchantKey: string,
  timeZone: string,
): Promise<PostedOnDay[]> {
  return await em.execute<PostedOnDay[]>(POSTED, [timeZone, merchantKey]);
}
