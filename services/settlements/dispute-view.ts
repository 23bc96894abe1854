import type { EntityManager } from '@mikro-orm/postgresql';
import {
  type DisputeFilter,
  type DisputeRow,
  selectDisputes,
} from '../../db/queries/money/dispute-threads.ts';
import type { ThreadSide } from '../../domain/dispute-thread.ts';
import { lineId, numberedId, numberOf } from '../../domain/ids.ts';
import { toDecimal } from '../../domain/money.ts';

export type DisputeView = ReturnType<typeof viewDispute>;

/** A dispute with its line, from one side; amounts are decimals in `currency`, seen from the merchant. */
export function viewDispute(dispute: DisputeRow, viewer: ThreadSide) {
  const { currency, gross, commission, adjusted } = dispute;
  const { status, reason, resolution, settlementId, settlementStatus, month, part } = dispute;
  const { merchantKey, merchantName, sandbox, messages } = dispute;
  return {
    ...{ disputeId: numberedId('dispute', dispute.id), status, reason, resolution },
    openedAt: dispute.openedAt.toISOString(),
    resolvedAt: dispute.resolvedAt?.toISOString() ?? null,
    ...{ settlementId, settlementStatus, month, part, currency, merchantKey, merchantName, sandbox },
    lineId: lineId(dispute.entryId),
    kind: dispute.kind,
    orderId: dispute.orderId,
    gross: toDecimal(gross, currency),
    commission: toDecimal(commission, currency),
    amount: toDecimal(gross - commission, currency),
    /** What was posted to answer it, and as what. */
    adjusted: adjusted === null ? null : toDecimal(adjusted, currency),
    postingId: dispute.postingId,
    messages,
    unread: dispute.unread[viewer === 'merchant' ? 'operator' : 'merchant'],
  };
}

/** A page of disputes: those that wait, the oldest first; or those that were answered, the newest first. */
export async function listDisputes(
  em: EntityManager,
  { size, cursor, ...filter }: Omit<DisputeFilter, 'after'> & { size: number; cursor?: string | undefined },
  viewer: ThreadSide,
): Promise<{ list: DisputeView[]; nextCursor: string | null }> {
  const after = cursor === undefined ? undefined : numberOf('dispute', cursor);
  const found = await selectDisputes(em, { ...filter, after }, size + 1);
  const list = found.slice(0, size).map((one) => viewDispute(one, viewer));
  return { list, nextCursor: found.length > size ? (list.at(-1)?.disputeId ?? null) : null };
}
