/** What closing a month would do, and the state of months; both for operators, who see every merchant's. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { SettlementState } from '../../../domain/settlement.ts';
import { type Closing, UNSETTLED } from './closing.ts';

/** Minor units, seen from the merchants. */
interface Sums {
  readonly lineCount: number;
  readonly gross: number;
  readonly commission: number;
}

/** A statement that a closing would issue. */
export interface DuePreview extends Sums {
  readonly settlementId: string;
  readonly merchantKey: string;
  readonly merchantName: string;
  readonly currency: string;
  readonly sandbox: boolean;
}

/** The same of all in a currency and a world. */
export interface DueTotal extends Sums {
  readonly currency: string;
  readonly sandbox: boolean;
  readonly statements: number;
  /** What is due to merchants, and from merchants: both above zero. */
  readonly dueTo: number;
  readonly dueFrom: number;
}

const DUE = `
from settlement s join merchant m on m.key = s.merchant_key, lateral (
  select count(*)::int as "lineCount", coalesce(sum(e.gross), 0)::float8 as gross,
    coalesce(sum(e.commission), 0)::float8 as commission ${UNSETTLED}) sums
where s.status = 'open' and s.month <= ? and sums."lineCount" > 0`;

const PAGE = `
select s.id as "settlementId", s.merchant_key as "merchantKey", m.name as "merchantName", s.currency, s.sandbox, sums.*
${DUE} and s.id > ? order by s.id limit ?`;

const TOTALS = `
select s.currency, s.sandbox, count(*)::int as statements, sum(sums."lineCount")::int as "lineCount",
  sum(sums.gross)::float8 as gross, sum(sums.commission)::float8 as commission,
  sum(greatest(sums.gross - sums.commission, 0))::float8 as "dueTo",
  sum(greatest(sums.commission - sums.gross, 0))::float8 as "dueFrom"
${DUE} group by s.currency, s.sandbox order by s.sandbox, s.currency`;

/** What a closing would issue, by id, after the statement `after`. */
export async function selectDuePreview(
  em: EntityManager,
  { month, closeAt }: Closing,
  after: string,
  limit: number,
): Promise<DuePreview[]> {
  return await em.execute<DuePreview[]>(PAGE, [closeAt, month, after, limit]);
}

/** The sums of all of it. */
export async function selectDueTotals(em: EntityManager, { month, closeAt }: Closing): Promise<DueTotal[]> {
  return await em.execute<DueTotal[]>(TOTALS, [closeAt, month]);
}

/** How many statements of a month are in a state. */
export interface MonthCount {
  readonly month: string;
  readonly status: SettlementState;
  readonly statements: number;
}

/** From `from` on, the newest month first; reads one index. */
export async function countByMonth(em: EntityManager, from: string): Promise<MonthCount[]> {
  return await em.execute<MonthCount[]>(
    `select month, status, count(*)::int as statements from settlement where month >= ?
     group by month, status order by month desc, status`,
    [from],
  );
}
