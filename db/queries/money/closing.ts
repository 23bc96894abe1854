/** Closing a month: which statements are due, and what goes into one. */
import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { type MonthClosing, monthOf, nextMonth } from '../../../domain/settlement-month.ts';
import { Settlement } from '../../entities/index.ts';
import { withLimits } from '../../limits.ts';
import { publishStatement } from './settlement-events.ts';

/**
 * What a closing takes: everything before `closeAt` that is in no statement yet. Where a month is closed before its end, more of
 * it may come.
 */
export type Closing = MonthClosing;

/** A million lines take longer than any other statement may, and so does waiting for another closing. */
const PATIENCE = { statementMs: 540_000, lockMs: 540_000 };

/**
 * Entries of an account that are in no statement. What an earlier statement took was posted before this one was
 * opened, but for transactions that were under way then; none takes a day. So this reads the month, not the years.
 */
export const UNSETTLED = `
  from ledger_entry e
  where e.account_id = s.account_id and e.posted_at > s.opened_at - interval '1 day' and e.occurred_at < ?::timestamptz
    and not exists (select from settlement_line l where l.entry_id = e.id)`;

const due = (whose: string) => `
select s.id as "settlementId", s.merchant_key as "merchantKey", s.currency
from settlement s
where s.status = 'open' and s.month <= ? and ${whose} and exists (select ${UNSETTLED})
order by s.id limit ?`;

const DUE = due('s.id > ?');
const DUE_OF = due('s.merchant_key = ?');

export interface DueStatement {
  readonly settlementId: string;
  readonly merchantKey: string;
  readonly currency: string;
}

/** Open statements with something to settle, by id. */
export async function selectDue(
  em: EntityManager,
  { month, closeAt }: Closing,
  after: string,
  limit: number,
): Promise<DueStatement[]> {
  return await em.execute<DueStatement[]>(DUE, [month, after, closeAt, limit]);
}

/** There is a statement for each currency. */
const MAX_CURRENCIES = 400;

/** The same of one merchant. */
export async function selectDueOf(
  em: EntityManager,
  { month, closeAt }: Closing,
  merchantKey: string,
): Promise<DueStatement[]> {
  return await em.execute<DueStatement[]>(DUE_OF, [month, merchantKey, closeAt, MAX_CURRENCIES]);
}

const FIRST_DUE = `
select s.month, unsettled."firstAt"
from settlement s, lateral (select min(e.occurred_at) as "firstAt" ${UNSETTLED}) unsettled
where s.status = 'open' and s.merchant_key = ? and unsettled."firstAt" is not null`;

/**
 * The first month, of those that have begun by `now`, in which one of the merchant's statements has something to settle.
 * @param timeZone the platform's.
 */
export async function selectFirstDue(
  em: EntityManager,
  merchantKey: string,
  now: Date,
  timeZone: string,
): Promise<string | undefined> {
  const rows = await em.execute<{ month: string; firstAt: Date | string }[]>(FIRST_DUE, [now, merchantKey]);
  // A line that comes late is of the month that its statement collects for.
  const months = rows.map(({ month, firstAt }) => [month, monthOf(new Date(firstAt), timeZone)].sort()[1]!);
  return months.filter((month) => month <= monthOf(now, timeZone)).sort()[0];
}

const TAKE_LINES = `
with taken as (
  insert into settlement_line (entry_id, settlement_id)
  select e.id, s.id from settlement s, lateral (select e.id ${UNSETTLED}) e where s.id = ?
  returning entry_id
)
select count(*)::int as "lineCount", coalesce(sum(e.gross), 0)::float8 as gross,
  coalesce(sum(e.commission), 0)::float8 as commission
from taken join ledger_entry e on e.id = taken.entry_id`;

interface Totals {
  readonly lineCount: number;
  readonly gross: number;
  readonly commission: number;
}

const OPEN_NEXT = `
insert into settlement (id, account_id, merchant_key, currency, sandbox, month, part)
select 'STL' || nextval('settlement_number'), account_id, merchant_key, currency, sandbox, ?, ?
from settlement where id = ?`;

/**
 * Issues an open statement, in one transaction: its lines, its amounts, the notification, and the statement that
 * collects from now on. The lock on the row lets one closing work; a later one finds it done. Without anything to
 * settle the statement stays open.
 * @param issuedAt by the clock of a sandbox merchant.
 */
export async function closeStatement(
  em: EntityManager,
  settlementId: string,
  closing: Closing,
  now: Date,
  issuedAt = now,
): Promise<Settlement> {
  return await withLimits(em, PATIENCE, async (tx) => {
    const lockMode = LockMode.PESSIMISTIC_WRITE;
    const settlement = await tx.findOneOrFail(Settlement, settlementId, { lockMode });
    if (settlement.status !== 'open' || settlement.month > closing.month) return settlement;
    const [totals] = await tx.execute<Totals[]>(TAKE_LINES, [closing.closeAt, settlementId]);
    if (!totals || totals.lineCount === 0) return settlement;

    const { month, isWholeMonth } = closing;
    const part = settlement.month === month ? settlement.part : 1;
    Object.assign(settlement, totals, {
      status: 'issued',
      month,
      part,
      closedUntil: closing.closeAt,
      balance: totals.gross - totals.commission,
      issuedAt,
    });
    await tx.flush();
    await publishStatement(tx, settlement, {
      event: 'issued',
      previousStatus: 'open',
      occurredAt: issuedAt,
      publishedAt: now,
    });
    const next = isWholeMonth ? [nextMonth(month), 1] : [month, part + 1];
    await tx.execute(OPEN_NEXT, [...next, settlementId]);
    return settlement;
  });
}

const ROLL_FORWARD = `
update settlement s set month = ?, part = 1
where s.status = 'open' and s.month <= ? and not exists (select ${UNSETTLED})`;

/**
 * What had nothing to settle in a month that is over collects for the next one. What has something is about to be
 * closed by another worker, and is the month's own.
 */
export async function rollStatementsForward(
  em: EntityManager,
  { month, closeAt }: Pick<Closing, 'month' | 'closeAt'>,
): Promise<void> {
  await em.execute(ROLL_FORWARD, [nextMonth(month), month, closeAt]);
}
