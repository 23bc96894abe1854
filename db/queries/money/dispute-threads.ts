/** Disputes as they are read, and what was written about them. */
import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import type { ThreadSide } from '../../../domain/dispute-thread.ts';
import type { PostingKind } from '../../../domain/ledger.ts';
import type { DisputeState, SettlementState } from '../../../domain/settlement.ts';
import { DisputeMessage, SettlementDispute } from '../../entities/index.ts';

/** A dispute with its line and statement. Amounts are minor units, seen from the merchant. */
export interface DisputeRow {
  readonly id: number;
  readonly status: DisputeState;
  readonly reason: string;
  readonly openedAt: Date;
  readonly resolution: string | null;
  readonly resolvedAt: Date | null;
  readonly postingId: string | null;
  /** The amount of the adjustment that answers it. */
  readonly adjusted: number | null;
  readonly settlementId: string;
  readonly settlementStatus: SettlementState;
  readonly month: string;
  readonly part: number;
  readonly currency: string;
  readonly merchantKey: string;
  readonly merchantName: string;
  readonly sandbox: boolean;
  readonly entryId: number;
  readonly kind: PostingKind;
  readonly orderId: string | null;
  readonly gross: number;
  readonly commission: number;
  readonly messages: number;
  /** Messages of each side that the other has not seen. */
  readonly unread: Readonly<Record<ThreadSide, number>>;
}

const SELECT = `
select d.id::float8 as id, d.status, d.reason, d.opened_at as "openedAt", d.resolution, d.resolved_at as "resolvedAt",
  d.posting_id as "postingId",
  (select a.amount::float8 from ledger_entry a where a.posting_id = d.posting_id and a.account_id = s.account_id) as adjusted,
  s.id as "settlementId", s.status as "settlementStatus", s.month, s.part, s.currency, s.merchant_key as "merchantKey",
  m.name as "merchantName", s.sandbox, e.id::float8 as "entryId", p.kind, p.order_id as "orderId",
  e.gross::float8 as gross, e.commission::float8 as commission,
  (select count(*)::int from dispute_message x where x.dispute_id = d.id) as messages,
  (select jsonb_build_object('merchant', count(*) filter (where x.side = 'merchant'),
     'operator', count(*) filter (where x.side = 'operator'))
   from dispute_message x where x.dispute_id = d.id and x.read_at is null) as unread
from settlement_dispute d join settlement s on s.id = d.settlement_id join merchant m on m.key = s.merchant_key
  join ledger_entry e on e.id = d.entry_id join ledger_posting p on p.id = e.posting_id`;

/** Which disputes; each way is served by an index of settlement_dispute, or of the merchant's statements. */
export interface DisputeFilter {
  readonly isOpen?: boolean | undefined;
  readonly merchantKey?: string | undefined;
  readonly settlementId?: string | undefined;
  /** The id of the last one of the page before. */
  readonly after?: number | undefined;
}

/** Open ones the oldest first: who waits longest comes first. Others the newest first. */
export async function selectDisputes(
  em: EntityManager,
  { isOpen, merchantKey, settlementId, after }: DisputeFilter,
  limit: number,
): Promise<DisputeRow[]> {
  const isOldestFirst = isOpen === true;
  const given = <Value>(value: Value | undefined, condition: string) =>
    value === undefined ? [] : [{ condition, value }];
  const conditions = [
    ...given(merchantKey, 's.merchant_key = ?'),
    ...given(settlementId, 'd.settlement_id = ?'),
    ...given(after, `d.id ${isOldestFirst ? '>' : '<'} ?`),
  ];
  const state = isOpen === undefined ? [] : [`d.status ${isOpen ? '=' : '<>'} 'open'`];
  const where = [...state, ...conditions.map(({ condition }) => condition)].join(' and ');
  const rows = await em.execute<DisputeRow[]>(
    `${SELECT}${where === '' ? '' : ` where ${where}`} order by d.id ${isOldestFirst ? 'asc' : 'desc'} limit ?`,
    [...conditions.map(({ value }) => value), limit],
  );
  return rows.map(withDates);
}

export async function selectDispute(em: EntityManager, id: number): Promise<DisputeRow | undefined> {
  const [row] = await em.execute<DisputeRow[]>(`${SELECT} where d.id = ?`, [id]);
  return row && withDates(row);
}

function withDates(row: DisputeRow): DisputeRow {
  const { openedAt, resolvedAt } = row;
  return { ...row, openedAt: new Date(openedAt), resolvedAt: resolvedAt && new Date(resolvedAt) };
}

/** Until the transaction ends nobody else writes about the dispute, and nobody answers it. */
export async function lockDispute(em: EntityManager, id: number): Promise<SettlementDispute> {
  return await em.findOneOrFail(SettlementDispute, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/** A message and who wrote it. */
export interface ThreadMessage {
  readonly id: number;
  readonly side: ThreadSide;
  readonly personId: number;
  readonly name: string;
  readonly text: string;
  readonly createdAt: Date;
  readonly readAt: Date | null;
}

/** All of a dispute's, in the order in which they were written; there are MAX_THREAD_MESSAGES at most. */
export async function selectMessages(em: EntityManager, disputeId: number): Promise<ThreadMessage[]> {
  const rows = await em.execute<ThreadMessage[]>(
    `select x.id::float8 as id, x.side, x.person_id::float8 as "personId", p.name, x.text, x.created_at as "createdAt",
       x.read_at as "readAt"
     from dispute_message x join person p on p.id = x.person_id where x.dispute_id = ? order by x.id`,
    [disputeId],
  );
  return rows.map((row) => ({
    ...row,
    createdAt: new Date(row.createdAt),
    readAt: row.readAt && new Date(row.readAt),
  }));
}

/** The other side's messages have been seen. @param reader whose eyes. */
export async function markMessagesRead(
  em: EntityManager,
  disputeId: number,
  reader: ThreadSide,
  at: Date,
): Promise<void> {
  await em.nativeUpdate(
    DisputeMessage,
    { disputeId, side: reader === 'merchant' ? 'operator' : 'merchant', readAt: null },
    { readAt: at },
  );
}
