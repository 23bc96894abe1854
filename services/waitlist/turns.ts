/**
 * The line of a guide with a window (docs/orders.md, "The reserved window"). What this rules out (test/jobs/waitlist-turns.test.ts):
 *
 * - Two hold the same time: turns are given behind the guide's lock, and the reservation's constraint decides against bookings.
 * - A process dies between the hold and its event: hold, event and mark are one transaction. The start of the hold's workflow that is
 *   lost is made up for by a sweeper.
 * - Somebody later comes before somebody earlier: whichever entry is checked, the whole line of the guide is read, the first first.
 * - One agency has turn after turn by entries of nearly the same trip, or by giving back what it had: one turn is that of all its
 *   entries that share the time, until somebody else has had it.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { type DueEntry, findDueEntry, findLine, markTurn } from '../../db/queries/orders/waitlist.ts';
import { timeFor } from '../../domain/sandbox.ts';
import type { HoldServiceDeps } from '../holds/deps.ts';
import { holdForTurn } from '../holds/turn.ts';
import type { HoldFacts } from '../holds/view.ts';
import { waitedFor } from './bookable.ts';
import { notifyWaiting } from './notifying.ts';

export interface GivenTurn {
  readonly entry: DueEntry;
  readonly hold: HoldFacts;
}

/**
 * Holds its time for the first in the line that can have it, and notifies its merchant. Who can't now keeps its place.
 * @returns undefined where the line has nobody for whom a time can be held; `busy` where that is known in a moment.
 */
export async function giveTurn(
  em: EntityManager,
  deps: HoldServiceDeps,
  { guideId }: Pick<DueEntry, 'guideId'>,
  windowMinutes: number,
  realNow: Date,
): Promise<GivenTurn | 'busy' | undefined> {
  for (const waiting of await findLine(em, guideId)) {
    const at = timeFor(waiting, realNow);
    const { trip } = await waitedFor(em, deps, waiting, at);
    // It may be deleted in this moment.
    const entry = trip && (await findDueEntry(em, String(waiting.id)));
    if (!trip || !entry) continue;
    const merchant = { key: entry.merchantKey, clockAheadMs: entry.clockAheadMs };
    const wanted = { merchant, ...trip, seconds: windowMinutes * 60, realNow };
    const turn = await holdForTurn(em, wanted, entry.id);
    if (turn === 'busy') return turn;
    if (turn === 'refused') continue;
    await notifyWaiting(em, entry, realNow, turn.hold);
    await markTurn(em, entry.id, at);
    return { entry, hold: turn.hold };
  }
  return undefined;
}
