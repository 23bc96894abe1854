import type { EntityManager } from '@mikro-orm/postgresql';
import type { PostingKind } from '../../../domain/ledger.ts';
import type { DisputeState } from '../../../domain/settlement.ts';

/** A line of a statement with what a reader wants to know of its order. Amounts are minor units. */
export interface StatementLine {
  readonly entryId: number;
  readonly kind: PostingKind;
  readonly occurredAt: Date;
  readonly orderId: string | null;
  readonly clientReference: string | null;
  /** The other side of the order. */
  readonly counterparty: { readonly merchantKey: string; readonly name: string } | null;
  readonly guideId: string | null;
  /** As it is now. */
  readonly guideName: string | null;
  readonly tripDate: string | null;
  /** Basis points; of an order, on the studio's side, which bears the commission. */
  readonly commissionRate: number | null;
  readonly reason: string | null;
  readonly gross: number;
  readonly commission: number;
  readonly dispute: LineDispute | null;
}

interface LineDispute {
  readonly status: DisputeState;
  readonly reason: string;
  readonly openedAt: string;
  readonly resolution: string | null;
  readonly resolvedAt: string | null;
}

export interface LineOwner {
  readonly id: string;
  readonly accountId: string;
  readonly merchantKey: string;
  readonly status: string;
  readonly openedAt: Date;
}

const COLUMNS = `
  e.id::float8 as "entryId", p.kind, e.occurred_at as "occurredAt", p.order_id as "orderId", p.reason,
  case when o.merchant_key = ? then o.client_reference end as "clientReference", o.guide_id as "guideId",
  g.name as "guideName", o.trip_date::text as "tripDate", case when o.studio_key = ? then o.commission_rate end as "commissionRate",
  case when c.key is not null then jsonb_build_object('merchantKey', c.key, 'name', c.name) end as counterparty,
  e.gross::float8 as gross, e.commission::float8 as commission,
  (select jsonb_build_object('status', d.status, 'reason', d.reason, 'openedAt', d.opened_at,
      'resolution', d.resolution, 'resolvedAt', d.resolved_at)
   from settlement_dispute d where d.entry_id = e.id order by d.id desc limit 1) as dispute`;

const JOINS = `join ledger_posting p on p.id = e.posting_id left join orders o on o.id = p.order_id left join guide g on g.id = o.guide_id
  left join merchant c on c.key = case when o.merchant_key = ? then o.studio_key else o.merchant_key end`;

/** A payment's entry belongs to the statement that it pays (statement-moves.ts, in one transaction) and is not one of its lines. */
const closedLines = (further: string) => `
select ${COLUMNS} from settlement_line l join ledger_entry e on e.id = l.entry_id ${JOINS}
where l.settlement_id = ? and l.entry_id > ? and p.kind <> 'payment'${further} order by l.entry_id limit ?`;

/**
 * What would be in an open statement if it were closed now, as UNSETTLED has it (closing.ts). One that is being read while it is closed keeps
 * its lines.
 */
const openLines = (further: string) => `
select ${COLUMNS} from ledger_entry e ${JOINS}
where e.account_id = ? and e.posted_at > ?::timestamptz - interval '1 day' and e.id > ?
  and not exists (select from settlement_line l where l.entry_id = e.id and l.settlement_id <> ?)${further}
order by e.id limit ?`;

/** Which of a statement's lines. */
export interface LineFilter {
  /** Only of this order. */
  readonly orderId?: string | undefined;
  /** Those only that are, or were, disputed. */
  readonly isDisputed?: boolean | undefined;
}

/** A page of a statement's lines, after the entry `after`, in the order in which they were posted. */
export async function selectLines(
  em: EntityManager,
  owner: LineOwner,
  after: number,
  limit: number,
  { orderId, isDisputed = false }: LineFilter = {},
): Promise<StatementLine[]> {
  const isOpen = owner.status === 'open';
  const { id, merchantKey, accountId, openedAt } = owner;
  const place = isOpen ? [accountId, openedAt, after, id] : [id, after];
  const ofOrder = orderId === undefined ? [] : [orderId];
  const further =
    (orderId === undefined ? '' : ' and p.order_id = ?') +
    (isDisputed ? ' and exists (select from settlement_dispute d where d.entry_id = e.id)' : '');
  const rows = await em.execute<(StatementLine & { occurredAt: Date | string })[]>(
    isOpen ? openLines(further) : closedLines(further),
    [merchantKey, merchantKey, merchantKey, ...place, ...ofOrder, limit],
  );
  return rows.map((row) => ({ ...row, occurredAt: new Date(row.occurredAt) }));
}

export interface OpenSums {
  readonly lineCount: number;
  readonly gross: number;
  readonly commission: number;
  readonly balance: number;
}

/** Sums of open statements' lines so far, by the statements' ids. */
export async function sumOpenLines(
  em: EntityManager,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OpenSums>> {
  if (ids.length === 0) return new Map();
  const rows = await em.execute<(OpenSums & { id: string })[]>(
    `select s.id, sums.*, sums.gross - sums.commission as balance from settlement s, lateral (
       select count(*)::int as "lineCount", coalesce(sum(e.gross), 0)::float8 as gross,
         coalesce(sum(e.commission), 0)::float8 as commission
       from ledger_entry e where e.account_id = s.account_id and e.posted_at > s.opened_at - interval '1 day'
         and not exists (select from settlement_line l where l.entry_id = e.id)) sums
     where s.id in (select jsonb_array_elements_text(?::jsonb))`,
    [JSON.stringify(ids)],
  );
  return new Map(rows.map(({ id, ...sums }) => [id, sums]));
}
