/**
 * Tells merchants that the time which they wait for is free. What it rules out is said where its statements are
 * (db/queries/orders/waitlist.ts).
 */

import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { tellMerchantNext } from '../db/queries/notifications/merchant-events.ts';
import { findBookableGuide } from '../db/queries/orders/bookable-guide.ts';
import { selectReserved } from '../db/queries/orders/reservations.ts';
import { type DueEntry, markLookedAt, takeDueEntry, takeTouches } from '../db/queries/orders/waitlist.ts';
import { isOpenTo } from '../domain/guide.ts';
import { waitlistId } from '../domain/ids.ts';
import { timeFor } from '../domain/sandbox.ts';
import { obstaclesTo, planTrip } from '../domain/trip-plan.ts';
import { guideAvailableBody } from '../domain/waitlist.ts';
import { requestOf } from '../services/waitlist/trip.ts';
import { LOOKS_ITSELF_MS, type Loop, startLoop } from './loop.ts';

/** In one round; each is a transaction of its own. */
const BATCH = 100;

export interface WaitlistWatchDeps {
  readonly orm: MikroORM;
  readonly now: () => Date;
  readonly onError: (error: unknown) => void;
}

export function startWaitlistWatch(deps: WaitlistWatchDeps): Loop {
  const round = (stopping: AbortSignal) => tellWhoWaits(deps, stopping);
  return startLoop({ everyMs: LOOKS_ITSELF_MS, round, onError: deps.onError });
}

/** One round. @returns whether there may be more. */
export async function tellWhoWaits(deps: WaitlistWatchDeps, stopping?: AbortSignal): Promise<boolean> {
  const isMoreTouched = await deps.orm.em.fork().transactional((em) => takeTouches(em));
  if (isMoreTouched) return true;
  const taken: number[] = [];
  for (let turn = 0; turn < BATCH && !stopping?.aborted; turn += 1) {
    const before = taken.length;
    await lookAtNext(deps, taken).catch(deps.onError);
    if (taken.length === before) return false;
  }
  return true;
}

/** One that cannot be looked at holds up no other: it has its turn once in a round. */
async function lookAtNext({ orm, now }: WaitlistWatchDeps, taken: number[]): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    const entry = await takeDueEntry(em, taken);
    if (entry === undefined) return;
    taken.push(entry.id);
    const realNow = now();
    const at = timeFor(entry, realNow);
    const isFree = await isBookable(em, entry, at);
    if (isFree && !entry.isTold) await tell(em, entry, { at, realNow });
    await markLookedAt(em, entry.id, isFree, at);
  });
}

/** By the same rules as a booking at this moment. @param at by the merchant's clock, as in all of this. */
async function isBookable(em: EntityManager, entry: DueEntry, at: Date): Promise<boolean> {
  if (entry.isReserved) return false;
  const caller = { key: entry.merchantKey, sandbox: entry.sandbox };
  const guide = await findBookableGuide(em, entry.guideId, caller);
  if (!guide || !isOpenTo(caller, guide)) return false;
  const planned = planTrip(requestOf(entry, guide), guide, at);
  if (!('plan' in planned) || obstaclesTo(planned.plan, guide, at).length > 0) return false;
  return (await selectReserved(em, guide.id, planned.plan)).length === 0;
}

/** Its deliveries go by real time, what it says by the merchant's clock. */
async function tell(
  em: EntityManager,
  entry: DueEntry,
  { at, realNow }: { readonly at: Date; readonly realNow: Date },
): Promise<void> {
  await tellMerchantNext(em, {
    type: 'guide.available',
    merchantKey: entry.merchantKey,
    subjectId: waitlistId(entry.id),
    occurredAt: realNow,
    body: (sequence) => guideAvailableBody(entry, sequence, at),
  });
}
