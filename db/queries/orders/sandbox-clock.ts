/**
 * Clocks of sandbox merchants, and which of their orders have to be signalled. An order's `clock_ahead_ms` is what was last signalled,
 * its merchant's is the current value; a job of the kind `clock` compares them.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { LIVE_STATES } from '../../../domain/order-state.ts';
import { Hold, Merchant, Order } from '../../entities/index.ts';
import { lockRow } from '../../lock-row.ts';
import { DEADLINE_SQL, isLiveSql } from '../../order-days.ts';
import { addSingleJob } from '../platform/jobs.ts';
import { checkWaiting } from './waitlist.ts';

/** More of them are not counted. */
const COUNTED = 1_000;

/** Holds the merchant's clock until the transaction ends. @returns milliseconds that it is ahead. */
export async function lockClock(em: EntityManager, merchantKey: string): Promise<number> {
  await lockRow(em, Merchant, merchantKey);
  return await readClock(em, merchantKey);
}

export async function readClock(em: EntityManager, merchantKey: string): Promise<number> {
  const merchant = await em.findOne(Merchant, merchantKey, {
    fields: ['clockAheadMs'],
    disableIdentityMap: true,
  });
  return merchant?.clockAheadMs ?? 0;
}

/** Its orders are signalled from now on, and what it waits for is checked. */
export async function setClock(em: EntityManager, merchantKey: string, aheadMs: number): Promise<void> {
  await em.nativeUpdate(Merchant, merchantKey, { clockAheadMs: aheadMs });
  await addSingleJob(em, 'clock', merchantKey);
  await checkWaiting(em, merchantKey);
}

/** A merchant whose orders may not all know of its clock. */
export interface MerchantToSignal {
  readonly key: string;
  readonly aheadMs: number;
}

/** Live orders that the merchant placed and that were not signalled, oldest first. */
export async function selectOrdersToSignal(
  em: EntityManager,
  { key, aheadMs }: MerchantToSignal,
  limit: number,
): Promise<Order[]> {
  const unsignalled = { merchantKey: key, status: { $in: [...LIVE_STATES] }, clockAheadMs: { $lt: aheadMs } };
  return await em.find(Order, unsignalled, { orderBy: { id: 'asc' }, limit });
}

/** Ids of the merchant's holds that are written as held. */
export async function selectHeld(em: EntityManager, merchantKey: string): Promise<string[]> {
  const where = { merchantKey, status: 'held' } as const;
  const rows = await em.find(Hold, where, { fields: ['id'], orderBy: { id: 'asc' }, limit: COUNTED });
  return rows.map(({ id }) => id);
}

export async function markOrdersSignalled(
  em: EntityManager,
  orderIds: readonly string[],
  aheadMs: number,
): Promise<void> {
  const where = { id: { $in: [...orderIds] }, clockAheadMs: { $lt: aheadMs } };
  await em.nativeUpdate(Order, where, { clockAheadMs: aheadMs });
}

const BEHIND = `
select count(*)::int as behind from (
  select from orders where merchant_key = ? and ${isLiveSql('status')}
    and (clock_ahead_ms < ?
      or ${DEADLINE_SQL} <= ?::timestamptz)
  union all
  select from hold where merchant_key = ? and status = 'held' and expires_at <= ?::timestamptz
  limit ${COUNTED}) all_behind`;

/**
 * Live orders that were not signalled, or whose deadline has passed, and holds whose time is over; at most 1,000.
 * @param now the merchant's.
 */
export async function countBehind(
  em: EntityManager,
  merchantKey: string,
  aheadMs: number,
  now: Date,
): Promise<number> {
  const [row] = await em.execute<{ behind: number }[]>(BEHIND, [
    ...[merchantKey, aheadMs, now],
    ...[merchantKey, now],
  ]);
  return row?.behind ?? 0;
}
