import type { EntityManager } from '@mikro-orm/postgresql';
import { writeStudioRefund } from '../db/queries/orders/studio-refund.ts';
import type { RecordedRefund, RefundRecord } from '../workflows/contract.ts';
import { instantOf } from './happening.ts';
import { snapshotWithSchedule } from './order-snapshot.ts';

/** Writes a studio's refund in its turn (db/queries/orders/studio-refund.ts). Idempotent by its Update's id. */
export async function recordRefund(
  em: EntityManager,
  { actor, occurredAt, aheadMs, sequence, ...refund }: RefundRecord,
  { timeZone, now }: { readonly timeZone: string; readonly now: () => Date },
): Promise<RecordedRefund> {
  const since = { occurredAt, ...(aheadMs !== undefined && { aheadMs }) };
  const { key = null, actedBy = null, requestId = null } = actor;
  return await em.transactional(async (tx) => {
    const by = { actor: { key, actedBy, requestId }, occurredAt: instantOf(since, now) };
    const written = await writeStudioRefund(tx, { ...refund, ...by, timeZone, isByWorkflow: true });
    const { order, events, recordedAs, refusal } = written;
    const snapshot = await snapshotWithSchedule(tx, order, events, sequence);
    return { ...snapshot, recordedAs, ...(refusal && { refusal }) };
  });
}
