/** Operators' postings by hand, and their effect on each account. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { AccountKind, PostingKind } from '../../../domain/ledger.ts';

/** A correction as operators search it. */
export interface ManualPosting {
  readonly id: string;
  readonly kind: PostingKind;
  readonly currency: string;
  readonly orderId: string | null;
  readonly reason: string | null;
  readonly operator: string | null;
  readonly occurredAt: Date;
  readonly postedAt: Date;
  /** The posting that it takes back. */
  readonly reverses: string | null;
  /** The posting that takes it back. */
  readonly reversedBy: string | null;
  readonly parts: readonly PostedPart[];
}

/** One account's part. Minor units, seen from its owner. */
interface PostedPart {
  readonly account: AccountKind;
  readonly merchantKey: string | null;
  readonly merchantName: string | null;
  readonly gross: number;
  readonly commission: number;
  readonly amount: number;
}

const PARTS = `(select jsonb_agg(jsonb_build_object('account', a.kind, 'merchantKey', a.merchant_key, 'merchantName', m.name,
    'gross', e.gross, 'commission', e.commission, 'amount', e.amount) order by e.id)
  from ledger_entry e join ledger_account a on a.id = e.account_id left join merchant m on m.key = a.merchant_key
  where e.posting_id = p.id)`;

const SELECT = `
select p.id, p.kind, p.currency, p.order_id as "orderId", p.reason, p.operator, p.occurred_at as "occurredAt",
  p.posted_at as "postedAt", p.reverses,
  (select r.id from ledger_posting r where r.reverses = p.id) as "reversedBy", ${PARTS} as parts
from ledger_posting p`;

/** Served by the index ledger_posting_by_hand. */
const BY_HAND = `p.operator is not null and p.kind <> 'payment'`;

/** Newest first. @param before when the last one of the page before was posted, and its id. */
export async function selectManualPostings(
  em: EntityManager,
  {
    merchantKey,
    before,
  }: { merchantKey?: string | undefined; before?: readonly [string, string] | undefined },
  limit: number,
): Promise<ManualPosting[]> {
  const behind = before === undefined ? '' : ' and (p.posted_at, p.id) < (?::timestamptz, ?)';
  const whose =
    merchantKey === undefined
      ? ''
      : ` and exists (select from ledger_entry e join ledger_account a on a.id = e.account_id
          where e.posting_id = p.id and a.merchant_key = ?)`;
  const rows = await em.execute<ManualPosting[]>(
    `${SELECT} where ${BY_HAND}${behind}${whose} order by p.posted_at desc, p.id desc limit ?`,
    [...(before ?? []), ...(merchantKey === undefined ? [] : [merchantKey]), limit],
  );
  return rows.map(withDates);
}

export async function selectPosting(em: EntityManager, id: string): Promise<ManualPosting | undefined> {
  const [row] = await em.execute<ManualPosting[]>(`${SELECT} where p.id = ?`, [id]);
  return row && withDates(row);
}

function withDates(row: ManualPosting): ManualPosting {
  return { ...row, occurredAt: new Date(row.occurredAt), postedAt: new Date(row.postedAt) };
}
