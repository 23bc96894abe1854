import type { EntityManager, FilterQuery } from '@mikro-orm/postgresql';
import type {
  SettlementDetail,
  SettlementDetailQuery,
  SettlementLine,
  SettlementList,
  SettlementListQuery,
} from '../../contract/schemas/settlements.ts';
import { Settlement } from '../../db/entities/index.ts';
import {
  type LineFilter,
  type StatementLine,
  selectLines,
  sumOpenLines,
} from '../../db/queries/money/statement-lines.ts';
import { readSnapshot } from '../../db/snapshot.ts';
import { SettlementNotFound } from '../../domain/errors.ts';
import { entryIdOf, lineId } from '../../domain/ids.ts';
import { asCurrency, toDecimal } from '../../domain/money.ts';
import { dayOf } from '../../domain/settlement-month.ts';
import { viewSettlement } from '../../domain/settlement-view.ts';

const DEFAULT_SIZE = 10;
const DEFAULT_LINES = 100;

/** The merchant's statements, newest first; ids grow with time. */
export async function listSettlements(
  em: EntityManager,
  merchantKey: string,
  { size = DEFAULT_SIZE, cursor, currency, ...query }: SettlementListQuery,
  timeZone: string,
): Promise<SettlementList> {
  const before = cursor === undefined ? {} : { id: { $lt: cursor } };
  const filter = currency === undefined ? query : { ...query, currency: asCurrency(currency) };
  const found = await findStatements(em, { merchantKey, ...filter, ...before }, size + 1);
  const page = found.slice(0, size);
  return {
    list: page.map((one) => ({ ...viewSettlement(one), timeZone })),
    nextCursor: found.length > size ? (page.at(-1)?.id ?? null) : null,
  };
}

/**
 * Statements, newest first. Those that are open show what is in them so far: merchants and operators see the same.
 */
export async function findStatements(
  em: EntityManager,
  where: FilterQuery<Settlement>,
  limit: number,
): Promise<Settlement[]> {
  return await readSnapshot(em, async (tx) =>
    withSums(tx, await tx.find(Settlement, where, { orderBy: { id: 'desc' }, limit })),
  );
}

/** @throws SettlementNotFound also for another merchant's. */
export async function findSettlement(
  em: EntityManager,
  merchantKey: string,
  settlementId: string,
): Promise<Settlement> {
  const settlement = await em.findOne(Settlement, { id: settlementId, merchantKey });
  if (!settlement) throw new SettlementNotFound();
  return settlement;
}

/** The API's, and what the console shows beside it (console/server/money/schemas.ts). */
interface ShownDetail extends SettlementDetail {
  lines: ShownLine[];
}
type ShownLine = SettlementLine & Pick<StatementLine, 'guideName'>;

/** A statement with a page of its lines. @throws SettlementNotFound */
export async function readSettlement(
  em: EntityManager,
  merchantKey: string,
  settlementId: string,
  { size = DEFAULT_LINES, cursor = lineId(0), ...filter }: SettlementDetailQuery & LineFilter,
  timeZone: string,
): Promise<ShownDetail> {
  const { settlement, lines } = await readSnapshot(em, async (tx) => {
    const found = await readWithSums(tx, merchantKey, settlementId);
    return {
      settlement: found,
      lines: await selectLines(tx, found, entryIdOf(cursor), size + 1, filter),
    };
  });
  const page = lines.slice(0, size).map((line) => viewLine(line, settlement.currency, timeZone));
  return {
    ...viewSettlement(settlement),
    timeZone,
    lines: page,
    nextCursor: lines.length > size ? (page.at(-1)?.lineId ?? null) : null,
  };
}

/** A statement with its amounts, also where it is open. @throws SettlementNotFound */
export async function findWithSums(
  em: EntityManager,
  merchantKey: string,
  settlementId: string,
): Promise<Settlement> {
  return await readSnapshot(em, (tx) => readWithSums(tx, merchantKey, settlementId));
}

async function readWithSums(em: EntityManager, merchantKey: string, settlementId: string) {
  const found = await findSettlement(em, merchantKey, settlementId);
  const [settlement = found] = await withSums(em, [found]);
  return settlement;
}

/** An open statement has no fixed amounts: they are what its lines sum to now. */
async function withSums(em: EntityManager, settlements: readonly Settlement[]): Promise<Settlement[]> {
  const open = settlements.filter(({ status }) => status === 'open').map(({ id }) => id);
  const sums = await sumOpenLines(em, open);
  return settlements.map((settlement) => ({ ...settlement, ...sums.get(settlement.id) }));
}

function viewLine(line: StatementLine, currency: string, timeZone: string): ShownLine {
  const { entryId, gross, commission, occurredAt, dispute, ...rest } = line;
  return {
    ...rest,
    lineId: lineId(entryId),
    occurredAt: occurredAt.toISOString(),
    day: dayOf(occurredAt, timeZone),
    gross: toDecimal(gross, currency),
    commission: toDecimal(commission, currency),
    amount: toDecimal(gross - commission, currency),
    dispute: dispute && {
      ...dispute,
      openedAt: new Date(dispute.openedAt).toISOString(),
      resolvedAt: dispute.resolvedAt === null ? null : new Date(dispute.resolvedAt).toISOString(),
    },
  };
}
