/** What happens to an issued statement: dispute, resolution, payment. Each is one transaction, idempotent by Update. */
import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { lineId } from '../../../domain/ids.ts';
import { merchantAccount, transferEntries } from '../../../domain/ledger.ts';
import { type DisputeOutcome, type SettlementAction, settlementRefusal } from '../../../domain/settlement.ts';
import { Settlement, SettlementCommand, SettlementDispute, SettlementLine } from '../../entities/index.ts';
import { addSingleJob } from '../platform/jobs.ts';
import { post } from './post.ts';
import { publishStatement } from './settlement-events.ts';

interface Asked {
  readonly settlementId: string;
  readonly updateId: string;
  readonly at: Date;
}

/** Why nothing was written; undefined where it was, now or by the same Update before. */
export type Refusal = string | undefined;

/** A merchant objects to a line. Its words were left in SettlementCommand. */
export async function dispute(
  em: EntityManager,
  { settlementId, updateId, at, entryId }: Asked & { entryId: number },
): Promise<Refusal> {
  return await em.transactional(async (tx) => {
    const settlement = await locked(tx, settlementId);
    if (await tx.count(SettlementDispute, { updateId })) return undefined;
    const refusal = settlementRefusal(settlement.status, 'dispute');
    if (refusal) return refusal;
    if (!(await tx.count(SettlementLine, { entryId, settlementId }))) return 'the statement has no such line';
    if (await tx.count(SettlementDispute, { entryId, status: 'open' })) return 'the line is already disputed';
    const command = await tx.findOne(SettlementCommand, { settlementId, updateId });
    const opened = tx.create(SettlementDispute, {
      settlementId,
      entryId,
      updateId,
      reason: command?.note ?? '',
      openedAt: at,
    });
    const previousStatus = settlement.status;
    settlement.status = 'disputed';
    await tx.flush();
    await addSingleJob(tx, 'dispute_notice', `${opened.id}`);
    const dispute = { lineId: lineId(entryId), reason: command?.note ?? '' };
    await publishStatement(tx, settlement, { event: 'disputed', previousStatus, occurredAt: at, dispute });
    return undefined;
  });
}

export interface Resolution {
  readonly entryId: number;
  readonly outcome: DisputeOutcome;
  /** Minor units in the merchant's favour, for `adjusted`. */
  readonly amount?: number | undefined;
  readonly reason: string;
  readonly operator: string;
  /** The platform's. */
  readonly timeZone: string;
}

/**
 * An operator answers a dispute. An adjustment is posted now and is a line of the next statement: what was issued
 * never changes. With the last answer the statement is issued again.
 */
export async function resolve(em: EntityManager, asked: Asked & Resolution): Promise<Refusal> {
  const { settlementId, entryId, at } = asked;
  return await em.transactional(async (tx) => {
    const settlement = await locked(tx, settlementId);
    const disputes = await tx.find(SettlementDispute, { settlementId, entryId }, { orderBy: { id: 'desc' } });
    const answered = disputes.some(({ resolutionUpdateId }) => resolutionUpdateId === asked.updateId);
    const open = disputes.find(({ status }) => status === 'open');
    if (!open) return answered ? undefined : 'the line is not disputed';
    open.status = asked.outcome;
    open.resolution = asked.reason;
    open.resolutionUpdateId = asked.updateId;
    open.resolvedAt = at;
    if (asked.outcome === 'adjusted') open.postingId = await adjust(tx, settlement, asked);
    await tx.flush();
    const left = await tx.count(SettlementDispute, { settlementId, status: 'open' });
    if (left === 0) settlement.status = 'issued';
    await tx.flush();
    await publishResolution(tx, settlement, asked);
    return undefined;
  });
}

/** An adjustment is a separate event, which merchants' bookkeeping reads. */
async function publishResolution(em: EntityManager, settlement: Settlement, asked: Asked & Resolution) {
  const { entryId, reason, outcome, amount = 0, at: occurredAt } = asked;
  const dispute = { lineId: lineId(entryId), reason, outcome, ...(outcome === 'adjusted' && { amount }) };
  const facts = { previousStatus: 'disputed', occurredAt, dispute } as const;
  await publishStatement(em, settlement, { event: 'dispute_resolved', ...facts });
  if (outcome === 'adjusted') await publishStatement(em, settlement, { event: 'adjusted', ...facts });
}

async function adjust(em: EntityManager, settlement: Settlement, asked: Asked & Resolution): Promise<string> {
  const { merchantKey, currency, sandbox } = settlement;
  const account = merchantAccount(merchantKey, currency, sandbox);
  const { reason, operator, timeZone, at: occurredAt } = asked;
  const id = adjustmentId(asked);
  const entries = transferEntries(account, asked.amount ?? 0, 'adjustments');
  await post(em, { id, kind: 'adjustment', currency, reason, operator, occurredAt, entries }, timeZone);
  return id;
}

function adjustmentId({ settlementId, updateId }: Asked): string {
  return `dispute:${settlementId}:${updateId}`.slice(0, 120);
}

export interface Payment {
  readonly reference: string;
  readonly operator: string;
  readonly timeZone: string;
}

/**
 * The balance was transferred. Its posting clears the account; the entry belongs to the statement that it pays, whose
 * entries then sum to zero.
 */
export async function pay(em: EntityManager, asked: Asked & Payment): Promise<Refusal> {
  const { settlementId, at, reference, operator, timeZone } = asked;
  return await em.transactional(async (tx) => {
    const settlement = await locked(tx, settlementId);
    if (settlement.status === 'paid')
      return settlement.paymentReference === reference ? undefined : refusalToPay('paid');
    const refusal = refusalToPay(settlement.status);
    if (refusal) return refusal;
    settlement.status = 'paid';
    settlement.paidAt = at;
    settlement.paymentReference = reference;
    await tx.flush();
    await publishStatement(tx, settlement, { event: 'paid', previousStatus: 'issued', occurredAt: at });
    if (settlement.balance === 0) return undefined;
    const { currency, merchantKey, sandbox } = settlement;
    const account = merchantAccount(merchantKey, currency, sandbox);
    const entries = transferEntries(account, 0 - settlement.balance, 'cash');
    const id = `payment:${settlementId}`;
    const posted = await post(
      tx,
      { id, kind: 'payment', currency, operator, occurredAt: at, entries },
      timeZone,
    );
    const own = posted.find(({ accountId }) => accountId === account.id);
    if (own) tx.create(SettlementLine, { entryId: own.id, settlementId });
    return undefined;
  });
}

const refusalToPay = (status: Settlement['status']) =>
  settlementRefusal(status, 'pay' satisfies SettlementAction);

async function locked(em: EntityManager, settlementId: string): Promise<Settlement> {
  return await em.findOneOrFail(Settlement, settlementId, { lockMode: LockMode.PESSIMISTIC_WRITE });
}
