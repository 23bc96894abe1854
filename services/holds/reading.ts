import type { EntityManager } from '@mikro-orm/postgresql';
import type { HoldList, HoldListQuery } from '../../contract/schemas/holds.ts';
import { Hold } from '../../db/entities/index.ts';
import { findHoldPage } from '../../db/queries/orders/holds.ts';
import { readSnapshot } from '../../db/snapshot.ts';
import { HoldNotFound, HoldStateForbids } from '../../domain/errors.ts';
import { holdStateAt } from '../../domain/hold.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { viewHold } from './view.ts';

/** One of the caller's holds. @throws HoldNotFound also for another merchant's. */
export async function findOwnHold(
  em: EntityManager,
  merchant: CallingMerchant,
  holdId: string,
): Promise<Hold> {
  // Each time as it is now: what changes a hold reads it before and after, on the transaction's own connection.
  const hold = await em.findOne(
    Hold,
    { id: holdId, merchantKey: merchant.key },
    { disableIdentityMap: true },
  );
  if (!hold) throw new HoldNotFound();
  return hold;
}

/** @throws HoldStateForbids for a hold that is booked, released or expired. */
export function refuseEnded(hold: Hold, now: Date): void {
  const status = holdStateAt(hold, now);
  if (status !== 'held') throw holdForbids(hold, now);
}

/** Why a hold can't be booked, extended or released. @param what it is; its state by default. */
export function holdForbids(hold: Hold, now: Date, what?: string): HoldStateForbids {
  const status = holdStateAt(hold, now);
  const data = { status, expiresAt: hold.expiresAt.toISOString(), orderId: hold.orderId ?? null };
  return new HoldStateForbids(`the hold is ${what ?? status}`, { data });
}

/** The caller's holds, newest first. */
export async function listHolds(
  em: EntityManager,
  merchant: CallingMerchant,
  { size = 10, cursor, status }: HoldListQuery,
  now: Date,
): Promise<HoldList> {
  const filter = { merchantKey: merchant.key, status, after: cursor };
  const holds = await readSnapshot(em, (inside) => findHoldPage(inside, filter, size + 1, now));
  const page = holds.slice(0, size);
  return {
    list: page.map((hold) => viewHold(hold, now)),
    nextCursor: holds.length > size ? (page.at(-1)?.id ?? null) : null,
  };
}
