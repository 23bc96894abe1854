import type { EntityManager } from '@mikro-orm/postgresql';
import { Settlement } from '../../../db/entities/index.ts';
import { type StatementLine, selectLines, sumOpenLines } from '../../../db/queries/statement-lines.ts';
import { SettlementNotFound } from '../../../domain/errors.ts';
import { toDecimal } from '../../../domain/money.ts';
import { dayOf } from '../../../domain/settlement-month.ts';
import { viewSettlement } from '../../../domain/settlement-view.ts';
import type {
  SettlementDetail,
  SettlementDetailQuery,
  SettlementLine,
  SettlementList,
  SettlementListQuery,
} from '../../schemas/settlements.ts';

const DEFAULT_SIZE = 10;
const DEFAULT_LINES = 100;

/** The merchant's statements, newest first; ids grow with time. Those that are open show what is in them so far. */
export async function listSettlements(
  em: EntityManager,
  merchantKey: string,
  { size = DEFAULT_SIZE, cursor, ...filter }: SettlementListQuery,
  timeZone: string,
): Promise<SettlementList> {
  const found = await em.find(
    Settlement,
    { merchantKey, ...filter, ...(cursor === undefined ? {} : { id: { $lt: cursor } }) },
    { orderBy: { id: 'desc' }, limit: size + 1 },
  );
  const page = found.slice(0, size);
  return {
    list: await Promise.all(
      page.map(async (one) => ({ ...viewSettlement(await withSums(em.fork(), one)), timeZone })),
    ),
    nextCursor: found.length > size ? (page.at(-1)?.id ?? null) : null,
  };
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

/** A statement with a page of its lines. @throws SettlementNotFound */
export async function readSettlement(
  em: EntityManager,
  merchantKey: string,
  settlementId: string,
  { size = DEFAULT_LINES, cursor = 'LIN0' }: SettlementDetailQuery,
  timeZone: string,
): Promise<SettlementDetail> {
  const settlement = await findSettlement(em, merchantKey, settlementId);
  const lines = await selectLines(em, settlement, Number(cursor.slice('LIN'.length)), size + 1);
  const page = lines.slice(0, size).map((line) => viewLine(line, settlement.currency, timeZone));
  return {
    ...viewSettlement(await withSums(em, settlement)),
    timeZone,
    lines: page,
    nextCursor: lines.length > size ? (page.at(-1)?.lineId ?? null) : null,
  };
}

/** An open statement has no fixed amounts: they are what its lines sum to now. */
export async function withSums(em: EntityManager, settlement: Settlement): Promise<Settlement> {
  if (settlement.status !== 'open') return settlement;
  return { ...settlement, ...(await sumOpenLines(em, settlement)) };
}

function viewLine(line: StatementLine, currency: string, timeZone: string): SettlementLine {
  const { entryId, gross, commission, occurredAt, dispute, ...rest } = line;
  return {
    ...rest,
    lineId: `LIN${entryId}`,
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
