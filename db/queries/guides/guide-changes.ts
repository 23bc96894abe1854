/** Which guides changed, for whom, in an order that no later commit can change (docs/decisions/0011). */
import type { EntityManager } from '@mikro-orm/postgresql';

/** A place among the changes: everything up to and including this one was read. */
export interface ChangePosition {
  /** The writing transaction, `xid8` as text. */
  readonly transactionId: string;
  /** Empty before all of the transaction. */
  readonly guideId: string;
  /** As GuideChange has it. */
  readonly audience: string;
}

export const CHANGES_START: ChangePosition = { transactionId: '0', guideId: '', audience: '' };

/** Nothing that commits later comes before it. */
const HORIZON = 'feed_horizon()';

/** Takes an audience, the position with its transaction twice, and a limit. The position is bound, so that the index begins there. */
const OF_AUDIENCE = `(
  select c.* from guide_change c
  where c.audience = ? and c.transaction_id >= ?::xid8 and c.transaction_id < ${HORIZON}
    and (c.transaction_id, c.guide_id, c.audience) > (?::xid8, ?::text, ?::text)
  order by c.transaction_id, c.guide_id limit ?)`;

/**
 * A query of the changes behind a position as rows `change`, in order, those for all of a world and those for one merchant;
 * to be selected from. Takes the values of `changesValues`.
 */
export const CHANGES = `
  select * from (${OF_AUDIENCE} union all ${OF_AUDIENCE}) both_audiences
  order by transaction_id, guide_id, audience limit ?`;

/** @param world `live` or `sandbox`. */
export function changesValues(
  { transactionId, guideId, audience }: ChangePosition,
  { world, merchantKey }: { readonly world: string; readonly merchantKey: string },
  limit: number,
): unknown[] {
  const behind = [transactionId, transactionId, guideId, audience, limit];
  return [world, ...behind, merchantKey, ...behind, limit];
}

/** Before everything that changes from now on, and before what is being changed. */
export async function changesHorizon(em: EntityManager): Promise<string> {
  const [row] = await em.execute<[{ horizon: string }]>(`select ${HORIZON}::text as horizon`);
  return row.horizon;
}

/** Before every change since an instant (RFC 3339); some older ones may come behind it. */
export async function changesSince(em: EntityManager, since: string): Promise<ChangePosition> {
  const [row] = await em.execute<[{ first: string }]>(
    `select least(${HORIZON}, (
       select transaction_id from guide_change where changed_at >= ?::timestamptz order by transaction_id limit 1
     ))::text as first`,
    [since],
  );
  return { ...CHANGES_START, transactionId: row.first };
}
