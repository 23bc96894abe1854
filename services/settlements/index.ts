import { randomUUID } from 'node:crypto';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type {
  DisputeBody,
  SettlementDetail,
  SettlementDetailQuery,
  SettlementList,
  SettlementListQuery,
} from '../../contract/schemas/settlements.ts';
import {
  Merchant,
  Settlement,
  SettlementCommand,
  SettlementDispute,
  SettlementLine,
} from '../../db/entities/index.ts';
import { invalidParameter, SettlementStateForbids } from '../../domain/errors.ts';
import { entryIdOf } from '../../domain/ids.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { settlementRefusal } from '../../domain/settlement.ts';
import { CommandRefusedError } from '../../lib/temporal/calling.ts';
import type { SettlementGateway } from '../../lib/temporal/settlement-gateway.ts';
import { recordAudit } from '../audit.ts';
import { once } from '../commands.ts';
import { statementCsv } from './csv.ts';
import { fileName, type StatementFile } from './file.ts';
import { findSettlement, findWithSums, listSettlements, readSettlement } from './reading.ts';

export interface SettlementServiceDeps {
  readonly orm: MikroORM;
  /** Moves statements through their workflows; without it nothing can be disputed. */
  readonly gateway: Pick<SettlementGateway, 'dispute'>;
  /** The platform's: days and months are in it. */
  readonly timeZone: string;
}

export interface SettlementService {
  list(merchant: CallingMerchant, query: SettlementListQuery): Promise<SettlementList>;
  /** @throws SettlementNotFound */
  detail(
    merchant: CallingMerchant,
    settlementId: string,
    query: SettlementDetailQuery,
  ): Promise<SettlementDetail>;
  /** The whole statement for a spreadsheet. @throws SettlementNotFound */
  csv(merchant: Pick<CallingMerchant, 'key'>, settlementId: string): Promise<StatementFile>;
  /** The statement on paper. @throws SettlementNotFound */
  pdf(merchant: Pick<CallingMerchant, 'key'>, settlementId: string): Promise<StatementFile>;
  /** @throws SettlementNotFound, SettlementStateForbids, InvalidParameter, Unavailable */
  dispute(merchant: CallingMerchant, settlementId: string, body: DisputeBody): Promise<SettlementDetail>;
}

/** Commission statements for their merchants; each function is one endpoint or one form of it. */
export function createSettlementService({
  orm,
  gateway,
  timeZone,
}: SettlementServiceDeps): SettlementService {
  const fork = () => orm.em.fork();
  return {
    list: async ({ key }, query) => await listSettlements(fork(), key, query, timeZone),
    detail: async ({ key }, id, query) => await readSettlement(fork(), key, id, query, timeZone),
    csv: async ({ key }, id) => {
      const em = fork();
      const settlement = await findSettlement(em, key, id);
      return { name: fileName(settlement, 'csv'), content: statementCsv(em, settlement, timeZone) };
    },
    pdf: async ({ key }, id) => {
      const em = fork();
      const settlement = await findWithSums(em, key, id);
      const { name } = await em.findOneOrFail(Merchant, key);
      // Loaded by who first asks for one: fonts and layout take a quarter of a second, and most processes write none.
      const { statementPdf } = await import('./pdf.ts');
      return { name: fileName(settlement, 'pdf'), content: statementPdf(em, settlement, { name, timeZone }) };
    },
    dispute: async (merchant, id, body) => {
      await dispute({ orm, gateway }, merchant, id, body);
      return await readSettlement(fork(), merchant.key, id, {}, timeZone);
    },
  };
}

/** Merchant, line and state are checked first; the workflow and the database have the last word. */
async function dispute(
  { orm, gateway }: Pick<SettlementServiceDeps, 'orm' | 'gateway'>,
  merchant: CallingMerchant,
  settlementId: string,
  { lineId, reason }: DisputeBody,
): Promise<void> {
  const em = orm.em.fork();
  const settlement = await findSettlement(em, merchant.key, settlementId);
  const updateId = merchant.via?.command?.id ?? randomUUID();
  // An earlier try of the same request got through, and its answer was lost: the statement may have moved on since.
  const isDone = async () => (await orm.em.fork().count(SettlementDispute, { updateId })) > 0;
  if (await isDone()) return;
  const refusal = settlementRefusal(settlement.status, 'dispute');
  if (refusal !== undefined) throw forbids(settlement, refusal);
  const entryId = entryIdOf(lineId);
  if ((await em.count(SettlementLine, { settlementId, entryId })) === 0) {
    throw invalidParameter('body.lineId', 'unknown_reference', 'is not a line of this settlement');
  }
  await em.transactional(async (tx) => {
    await tx.upsert(SettlementCommand, { settlementId, updateId, note: reason });
    await auditDispute(tx, merchant, { settlementId, lineId, updateId });
  });
  try {
    await gateway.dispute(settlement, updateId, { lineId });
  } catch (error) {
    if (!(error instanceof CommandRefusedError)) throw error;
    if (await isDone()) return;
    throw forbids(await orm.em.fork().findOneOrFail(Settlement, settlementId), error.message, error);
  }
}

/** Before the Update is sent, so that no Update is without it; settlement_dispute has its result. */
async function auditDispute(
  em: EntityManager,
  merchant: CallingMerchant,
  { settlementId, ...details }: { settlementId: string; lineId: string; updateId: string },
): Promise<void> {
  const action = 'settlement.dispute_asked';
  await once(em, merchant, action, async () => {
    await recordAudit(em, merchant, { action, subject: `settlement:${settlementId}`, details });
    return {};
  });
}

function forbids({ status }: Settlement, message: string, cause?: unknown): SettlementStateForbids {
  return new SettlementStateForbids(message, { data: { status }, cause });
}
