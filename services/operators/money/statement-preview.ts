import { selectDue } from '../../../db/queries/money/closing.ts';
import {
  countByMonth,
  type DuePreview,
  type DueTotal,
  type MonthCount,
  selectDuePreview,
  selectDueTotals,
} from '../../../db/queries/money/closing-preview.ts';
import { readSnapshot } from '../../../db/snapshot.ts';
import type { SettlementState } from '../../../domain/settlement.ts';
import { endOfMonth, monthOf, previousMonth } from '../../../domain/settlement-month.ts';
import type { SettlementGateway } from '../../../lib/temporal/settlement-gateway.ts';
import { plannedClosing, type StatementOperationsDeps } from './statements.ts';

/** What a run would close if it were started now. Amounts are minor units. */
export interface RunPreview {
  readonly month: string;
  readonly closeAt: Date;
  readonly isWholeMonth: boolean;
  readonly totals: readonly DueTotal[];
  /** The first of the statements, by id. */
  readonly statements: readonly DuePreview[];
  /** The last of them where there are more. */
  readonly next: string | null;
}

/**
 * The month that settle() would take: the last one that is over, unless one is named; the running one only where the operator
 * says so. @throws CorrectionRefused
 */
export async function previewRun(
  deps: Pick<StatementOperationsDeps, 'orm' | 'timeZone' | 'now'>,
  {
    month,
    partial,
    after = '',
    size,
  }: { month?: string | undefined; partial: boolean; after?: string; size: number },
): Promise<RunPreview> {
  const closing = await plannedClosing(deps, month, partial);
  const { totals, found } = await readSnapshot(deps.orm.em.fork(), async (tx) => ({
    totals: await selectDueTotals(tx, closing),
    found: await selectDuePreview(tx, closing, after, size + 1),
  }));
  const statements = found.slice(0, size);
  const next = found.length > size ? (statements.at(-1)?.settlementId ?? null) : null;
  return { ...closing, totals, statements, next };
}

/** The state of a month: how many statements are in which state, and whether it may, or is being, closed. */
export interface MonthState {
  readonly month: string;
  readonly counts: Readonly<Record<SettlementState, number>>;
  /**
   * `ahead`: sandbox merchants whose clock is ahead collect for it. `running`: not over. `due`: over, and something is not in a
   * statement yet. `closed`: nothing is left to do.
   */
  readonly state: 'ahead' | 'running' | 'due' | 'closed';
  /** A run that somebody started is under way; null: not known now. */
  readonly isUnderWay: boolean | null;
}

const MONTHS = 12;

/** The last months in which there was anything, the newest first. */
export async function listMonths({
  gateway,
  ...deps
}: Pick<StatementOperationsDeps, 'orm' | 'timeZone' | 'now'> & {
  readonly gateway: Pick<SettlementGateway, 'isRunning'>;
}): Promise<MonthState[]> {
  const running = monthOf(deps.now(), deps.timeZone);
  const due = await dueMonths(deps, previousMonth(running));
  const counted = await countByMonth(deps.orm.em.fork(), monthsBack(running, MONTHS));
  const months = new Set([running, ...due, ...counted.map(({ month }) => month)]);
  return await Promise.all(
    [...months]
      .sort((one, other) => (one < other ? 1 : -1))
      .map(async (month) => ({
        month,
        counts: countsOf(counted.filter((row) => row.month === month)),
        state: stateOf(month, running, due),
        isUnderWay: await gateway.isRunning(month).catch(() => null),
      })),
  );
}

/** Months up to `last` with something that is in no statement yet, the last one first. */
async function dueMonths(
  { orm, timeZone }: Pick<StatementOperationsDeps, 'orm' | 'timeZone'>,
  last: string,
): Promise<string[]> {
  const due: string[] = [];
  for (let month = last; due.length < MONTHS; month = previousMonth(month)) {
    const closing = { month, closeAt: endOfMonth(month, timeZone), isWholeMonth: true };
    if ((await selectDue(orm.em.fork(), closing, '', 1)).length === 0) break;
    due.push(month);
  }
  return due;
}

function stateOf(month: string, running: string, due: readonly string[]): MonthState['state'] {
  if (month > running) return 'ahead';
  if (month === running) return 'running';
  return due.includes(month) ? 'due' : 'closed';
}

function countsOf(rows: readonly MonthCount[]): Record<SettlementState, number> {
  const count = (status: SettlementState) => rows.find((row) => row.status === status)?.statements ?? 0;
  return { open: count('open'), issued: count('issued'), disputed: count('disputed'), paid: count('paid') };
}

function monthsBack(month: string, count: number): string {
  return count === 0 ? month : monthsBack(previousMonth(month), count - 1);
}
