import type { EntityManager } from '@mikro-orm/postgresql';
import { type BookableGuide, findBookableGuide } from '../../db/queries/orders/bookable-guide.ts';
import { selectReserved } from '../../db/queries/orders/reservations.ts';
import type { DueEntry } from '../../db/queries/orders/waitlist.ts';
import { hasRoom, timeLeft } from '../../domain/departure.ts';
import { isOpenTo } from '../../domain/guide.ts';
import { obstaclesTo, planTrip, type TripPlan } from '../../domain/trip-plan.ts';
import type { HoldServiceDeps } from '../holds/deps.ts';
import { commissionTerms } from '../orders/commission.ts';
import { requestOf } from './trip.ts';

export interface BookableTrip {
  readonly guide: BookableGuide;
  readonly plan: TripPlan;
}

/**
 * What an entry waits for, by the same rules as a booking at this moment.
 * @param at by the merchant's clock. @returns undefined where its merchant can't book it.
 */
export async function bookableTrip(
  em: EntityManager,
  deps: Pick<HoldServiceDeps, 'terms' | 'now'>,
  entry: DueEntry,
  at: Date,
): Promise<BookableTrip | undefined> {
  // Who has the guide alone leaves nothing, whatever is waited for.
  if (entry.reserved.some(({ departure }) => departure === null)) return undefined;
  const { merchantKey: key, sandbox, clockAheadMs } = entry;
  const caller = { key, sandbox, clockAheadMs };
  const guide = await findBookableGuide(em, entry.guideId, caller, at, commissionTerms(deps));
  if (!guide || !isOpenTo(caller, guide)) return undefined;
  const planned = planTrip(requestOf(entry, guide), guide, at);
  if (!('plan' in planned) || obstaclesTo(planned.plan, guide, at).length > 0) return undefined;
  const { plan } = planned;
  if (!hasRoom(timeLeft(plan, entry.reserved), plan.guestCount)) return undefined;
  const left = timeLeft(plan, await selectReserved(em, guide.id, plan));
  return hasRoom(left, plan.guestCount) ? { guide, plan } : undefined;
}
