import type { EntityManager } from '@mikro-orm/postgresql';
import { Merchant, type Settlement } from '../../../db/entities/index.ts';
import { CorrectionRefused } from '../../../db/queries/money/corrections.ts';
import type { SettlementState } from '../../../domain/settlement.ts';
import { findStatements } from '../../settlements/reading.ts';

/** A statement and whose it is. */
export interface OwnedStatement {
  readonly statement: Settlement;
  readonly merchantName: string;
}

/** A page of all merchants' statements, newest first, with the amounts that merchants see. */
export async function pageStatements(
  em: EntityManager,
  filter: {
    readonly month?: string | undefined;
    readonly status?: SettlementState | undefined;
    readonly merchantKey?: string | undefined;
    /** The id of the last one of the page before. */
    readonly cursor?: string | undefined;
    readonly size: number;
  },
): Promise<{ list: OwnedStatement[]; nextCursor: string | null }> {
  const { month, status, merchantKey, cursor, size } = filter;
  const where = {
    ...(month !== undefined && { month }),
    ...(status !== undefined && { status }),
    ...(merchantKey !== undefined && { merchantKey }),
    ...(cursor !== undefined && { id: { $lt: cursor } }),
  };
  const found = await findStatements(em, where, size + 1);
  const page = found.slice(0, size);
  const merchants = await em.find(Merchant, { key: { $in: page.map((one) => one.merchantKey) } });
  const names = new Map(merchants.map(({ key, name }) => [key, name]));
  return {
    list: page.map((statement) => ({ statement, merchantName: names.get(statement.merchantKey) ?? '' })),
    nextCursor: found.length > size ? (page.at(-1)?.id ?? null) : null,
  };
}

/** The merchant of a statement. @throws CorrectionRefused */
export async function ownerOf(em: EntityManager, settlementId: string): Promise<OwnedStatement> {
  const [statement] = await findStatements(em, { id: settlementId }, 1);
  if (statement === undefined) throw new CorrectionRefused('there is no such settlement');
  const { name } = await em.findOneOrFail(Merchant, statement.merchantKey);
  return { statement, merchantName: name };
}
