import type { EntityManager } from '@mikro-orm/postgresql';
import type { SettlementSummary } from '../../contract/schemas/settlements.ts';
import { type PostedOnDay, selectMonthSoFar } from '../../db/queries/money/month-so-far.ts';
import { readSnapshot } from '../../db/snapshot.ts';
import { POSTING_KINDS, type PostingKind } from '../../domain/ledger.ts';
import { toDecimal } from '../../domain/money.ts';
import { dayOf, endOfMonth } from '../../domain/settlement-month.ts';
import { listSettlements } from './reading.ts';

/** Amounts of one kind of line, or of one day: decimals of the statement's currency, seen from the merchant. */
interface Sums {
  readonly lineCount: number;
  readonly gross: number;
  readonly commission: number;
  readonly amount: number;
}

/** What a currency's open statement has collected since the last one was issued. */
export interface MonthSoFar extends SettlementSummary {
  /** The day on which its month is closed, in the platform's time zone. */
  readonly closesOn: string;
  readonly kinds: (Sums & { readonly kind: PostingKind })[];
  /** Days with something posted, the oldest first; `balance` is what it had come to by then. */
  readonly days: (Sums & { readonly day: string; readonly balance: number })[];
}

/** There is a statement for each currency. */
const MAX_CURRENCIES = 100;

/**
 * What was posted to a merchant since its last statement, for each currency: totals, by kind and by day. Its lines are those of
 * the open statement.
 * @param timeZone the platform's.
 */
export async function readMonthSoFar(
  em: EntityManager,
  merchantKey: string,
  timeZone: string,
): Promise<MonthSoFar[]> {
  return await readSnapshot(em, async (tx) => {
    const query = { status: 'open', size: MAX_CURRENCIES } as const;
    const { list } = await listSettlements(tx, merchantKey, query, timeZone);
    const posted = await selectMonthSoFar(tx, merchantKey, timeZone);
    return list.map((open) => {
      const own = posted.filter(({ settlementId }) => settlementId === open.settlementId);
      return { ...open, closesOn: closingDay(open.month, timeZone), ...pictureOf(own, open.currency) };
    });
  });
}

function closingDay(month: string, timeZone: string): string {
  return dayOf(endOfMonth(month, timeZone), timeZone);
}

function pictureOf(posted: readonly PostedOnDay[], currency: string) {
  const kinds = POSTING_KINDS.map((kind) => ({ kind, rows: posted.filter((row) => row.kind === kind) }))
    .filter(({ rows }) => rows.length > 0)
    .map(({ kind, rows }) => ({ kind, ...sumsOf(rows, currency) }));
  const byDay = Map.groupBy(posted, ({ day }) => day);
  let balance = 0;
  const days = [...byDay].map(([day, rows]) => {
    balance += rows.reduce((sum, { gross, commission }) => sum + gross - commission, 0);
    return { day, ...sumsOf(rows, currency), balance: toDecimal(balance, currency) };
  });
  return { kinds, days };
}

function sumsOf(rows: readonly PostedOnDay[], currency: string): Sums {
  const sum = (amount: (row: PostedOnDay) => number) => rows.reduce((all, row) => all + amount(row), 0);
  return {
    lineCount: sum(({ lineCount }) => lineCount),
    gross: toDecimal(
      sum(({ gross }) => gross),
      currency,
    ),
    commission: toDecimal(
      sum(({ commission }) => commission),
      currency,
    ),
    amount: toDecimal(
      sum(({ gross, commission }) => gross - commission),
      currency,
    ),
  };
}
