/** What an operator does to the ledger by hand, each in one transaction and with a reason (docs/settlement.md). */
import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import {
  commissionOn,
  type EntryDraft,
  merchantAccount,
  orderPostingId,
  platformAccount,
  saleEntries,
  transferEntries,
} from '../../../domain/ledger.ts';
import { toDecimalText } from '../../../domain/money.ts';
import { LedgerAccount, LedgerEntry, LedgerPosting, Merchant, Order } from '../../entities/index.ts';
import { type PostedEntry, post } from './post.ts';

export interface Correction {
  /** The operator's own; the same one again changes nothing. */
  readonly key: string;
  readonly reason: string;
  readonly operator: string;
  readonly at: Date;
  /** The platform's. */
  readonly timeZone: string;
}

/** The books don't allow the operator's correction; the message says why. */
export class CorrectionRefused extends Error {
  override readonly name = 'CorrectionRefused';
}

/**
 * Gives back some of what a completed order, or a cancellation's fee, has brought in: from studio and platform to the
 * orderer, the commission in step.
 * @param amount minor units, above zero.
 * @throws CorrectionRefused
 */
export async function refundOrder(
  em: EntityManager,
  orderId: string,
  amount: number,
  correction: Correction,
): Promise<PostedEntry[]> {
  return await em.transactional(async (tx) => {
    const order = await lockedOrder(tx, orderId);
    const id = refundId(orderId, correction.key);
    const accountId = merchantAccount(order.merchantKey, order.currency, order.sandbox).id;
    if (await tx.count(LedgerPosting, { id }))
      return await same(tx, { postingId: id, accountId, gross: amount });
    const kept = await keptOf(tx, order);
    if (amount <= 0 || amount > kept.gross) {
      const left = `${toDecimalText(kept.gross, order.currency)} ${order.currency}`;
      throw new CorrectionRefused(`the order has earned ${left}, which is the most that can be refunded`);
    }
    const { currency } = order;
    const entries = await changeEarned(tx, order, -amount);
    return await write(tx, { id, kind: 'refund', currency, orderId, entries }, correction);
  });
}

/**
 * The same for what a studio gives back of a completed order, in the caller's transaction, which holds the order.
 * @param of the order's event: there is one posting at most for each.
 */
export async function postStudioRefund(
  tx: EntityManager,
  order: Order,
  amount: number,
  of: { readonly sequence: number; readonly reason: string; readonly at: Date; readonly timeZone: string },
): Promise<void> {
  const { id: orderId, currency } = order;
  const entries = await changeEarned(tx, order, -amount);
  const id = orderPostingId(orderId, of.sequence);
  const draft = {
    id,
    kind: 'refund',
    currency,
    orderId,
    reason: of.reason,
    occurredAt: of.at,
    entries,
  } as const;
  await post(tx, draft, of.timeZone);
}

/**
 * Moves an amount to a merchant's account, or with a negative amount from it, against the platform's adjustments.
 * @param amount minor units, not zero.
 * @throws CorrectionRefused
 */
export async function adjustAccount(
  em: EntityManager,
  to: { readonly merchantKey: string; readonly currency: string; readonly amount: number },
  correction: Correction,
): Promise<PostedEntry[]> {
  return await em.transactional(async (tx) => {
    const merchant = await tx.findOne(Merchant, to.merchantKey);
    if (!merchant) throw new CorrectionRefused('there is no such merchant');
    if (to.amount === 0) throw new CorrectionRefused('an adjustment must not be zero');
    const account = merchantAccount(to.merchantKey, to.currency, merchant.sandbox);
    const entries = transferEntries(account, to.amount, 'adjustments');
    const id = adjustmentId(to.merchantKey, correction.key);
    const made = await write(tx, { id, kind: 'adjustment', currency: to.currency, entries }, correction);
    if (made.length > 0) return made;
    return await same(tx, { postingId: id, accountId: account.id, gross: to.amount });
  });
}

/**
 * Takes an adjustment or a refund back by another posting; nothing is ever changed or deleted. An adjustment's is its
 * mirror image. A refund's gives the gross back, and the commission that then is due: that of what is earned now.
 * @throws CorrectionRefused
 */
export async function reversePosting(
  em: EntityManager,
  postingId: string,
  correction: Omit<Correction, 'key'>,
): Promise<PostedEntry[]> {
  return await em.transactional(async (tx) => {
    const posting = await tx.findOne(LedgerPosting, postingId);
    if (!posting) throw new CorrectionRefused('there is no such posting');
    const isReversible = posting.kind === 'adjustment' || posting.kind === 'refund';
    if (!isReversible)
      throw new CorrectionRefused(`a ${posting.kind} is corrected by a refund or an adjustment`);
    const { currency, orderId } = posting;
    // The lock comes before the check: of two that reverse the same refund, one finds it done.
    const order = orderId ? await lockedOrder(tx, orderId) : undefined;
    const id = `reversal:${postingId}`;
    if (await tx.count(LedgerPosting, { id })) return [];
    const entries = order ? await unrefund(tx, order, postingId) : await mirrored(tx, postingId);
    const draft = { id, kind: 'reversal' as const, currency, reverses: postingId, entries };
    return await write(tx, order ? { ...draft, orderId: order.id } : draft, correction);
  });
}

export const refundId = (orderId: string, key: string) => `refund:${orderId}:${key}`;
export const adjustmentId = (merchantKey: string, key: string) => `adjustment:${merchantKey}:${key}`;

/** A repeated key: nothing is posted. @throws CorrectionRefused if it was used for something else */
async function same(
  em: EntityManager,
  wanted: { readonly postingId: string; readonly accountId: string; readonly gross: number },
): Promise<[]> {
  if (await em.count(LedgerEntry, wanted)) return [];
  throw new CorrectionRefused(`the key was used for something else: ${wanted.postingId}`);
}

type Draft = Omit<Parameters<typeof post>[1], 'occurredAt'>;

async function write(
  em: EntityManager,
  draft: Draft,
  { reason, operator, at, timeZone }: Omit<Correction, 'key'>,
): Promise<PostedEntry[]> {
  return await post(em, { ...draft, reason, operator, occurredAt: at }, timeZone);
}

/** What a closed order has brought in and not given back; its commission as the ledger has it. */
async function keptOf(em: EntityManager, order: Order): Promise<{ gross: number; commission: number }> {
  const isEarned = order.status === 'completed' || order.status === 'cancelled';
  if (!isEarned) throw new CorrectionRefused(`the order is ${order.status}: nothing was posted yet`);
  const account = platformAccount('commission', order.currency, order.sandbox);
  const [kept] = await em.execute<{ commission: number }[]>(
    `select coalesce(sum(-e.commission), 0)::float8 as commission
     from ledger_entry e join ledger_posting p on p.id = e.posting_id
     where p.order_id = ? and e.account_id = ?`,
    [order.id, account.id],
  );
  return { gross: order.totalAmount - (order.refundAmount ?? 0), commission: kept?.commission ?? 0 };
}

async function mirrored(em: EntityManager, postingId: string) {
  const entries = await em.find(LedgerEntry, { postingId }, { orderBy: { id: 'asc' } });
  const accounts = await em.find(LedgerAccount, { id: { $in: entries.map(({ accountId }) => accountId) } });
  return entries.map(({ accountId, gross, commission }) => {
    const { id, kind, currency, sandbox, merchantKey = null } = accounts.find((one) => one.id === accountId)!;
    const account = { id, kind, currency, sandbox, merchantKey };
    return { account, gross: 0 - gross, commission: 0 - commission };
  });
}

/** The order has earned a refund's gross again, and the platform the commission on it. */
async function unrefund(em: EntityManager, order: Order, refundId: string) {
  const [refund] = await em.find(LedgerEntry, {
    postingId: refundId,
    accountId: merchantAccount(order.merchantKey, order.currency, order.sandbox).id,
  });
  return await changeEarned(em, order, refund?.gross ?? 0);
}

/**
 * Entries that raise what a closed order has earned by `gross` (lower it, when negative). Its commission in the ledger
 * is afterwards that of its gross, whatever happened before: rounded once, from the whole (docs/settlement.md).
 */
async function changeEarned(em: EntityManager, order: Order, gross: number): Promise<EntryDraft[]> {
  const kept = await keptOf(em, order);
  const commission = commissionOn(kept.gross + gross, order.commissionRate) - kept.commission;
  order.refundAmount = (order.refundAmount ?? 0) - gross;
  await em.flush();
  return saleEntries(order, gross, commission);
}

async function lockedOrder(em: EntityManager, orderId: string): Promise<Order> {
  const order = await em.findOne(Order, orderId, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!order) throw new CorrectionRefused('there is no such order');
  return order;
}
