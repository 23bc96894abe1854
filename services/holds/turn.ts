/** The hold of a guide's freed time for the first who waits for it (docs/orders.md, "The reserved window"). */
import type { EntityManager } from '@mikro-orm/postgresql';
import { reserve, tryHoldsOf } from '../../db/queries/orders/holds.ts';
import { LimitReached } from '../../domain/errors.ts';
import { type HoldWanted, insertHold, newHold, refuseTooMany, refuseTooMuchKept } from './new-hold.ts';
import type { HoldFacts } from './view.ts';

export type Turn =
  | { readonly hold: HoldFacts }
  /** A limit on what its merchant may hold forbids it, or the time is taken. */
  | 'refused'
  /** Its merchant's holds are being counted by somebody else: to be tried again in a moment. */
  | 'busy';

/**
 * Behind the guide's lock, and so it doesn't wait for the lock of the merchant's holds: whoever makes a hold takes that one first. Where
 * it is refused, nothing is written.
 */
export async function holdForTurn(em: EntityManager, wanted: HoldWanted, entryId: number): Promise<Turn> {
  const { merchant, guide, plan, realNow } = wanted;
  if (!(await tryHoldsOf(em, merchant.key))) return 'busy';
  const hold = { ...newHold(wanted), waitlistEntryId: entryId };
  try {
    await refuseTooMany(em, merchant.key, hold.createdAt);
    await refuseTooMuchKept(em, hold, plan);
  } catch (error) {
    if (error instanceof LimitReached) return 'refused';
    throw error;
  }
  if (!(await reserve(em, hold.id, guide.id, plan))) return 'refused';
  await insertHold(em, hold, realNow, {});
  return { hold };
}
