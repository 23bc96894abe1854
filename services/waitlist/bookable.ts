import type { EntityManager } from '@mikro-orm/postgresql';
import { type BookableGuide, findBookableGuide } from '../../db/queries/orders/bookable-guide.ts';
import { selectReserved } from '../../db/queries/orders/reservations.ts';
import type { DueEntry } from '../../db/queries/orders/waitlist.ts';
import { nextRelease } from '../../domain/allotment.ts';
import { daysOf } from '../../domain/availability.ts';
import { hasRoom, timeLeft } from '../../domain/departure.ts';
import { isOpenTo } from '../../domain/guide.ts';
import { addDays } from '../../domain/trip.ts';
import { obstaclesTo, planTrip, type TripPlan } from '../../domain/trip-plan.ts';
import type { HoldServiceDeps } from '../holds/deps.ts';
import { commissionTerms } from '../orders/commission.ts';
import { requestOf } from './trip.ts';

interface BookableTrip {
  readonly guide: BookableGuide;
  readonly plan: TripPlan;
}

export interface Waited {
  /** What an entry waits for, by the same rules as a booking at this moment; undefined where its merchant can't book it. */
  readonly trip?: BookableTrip;
  /** When something of it that is kept for others is released, by the merchant's clock; undefined where nothing is, or somebody has the guide. */
  readonly releasedAt?: Date | undefined;
}

/** @param at by the merchant's clock. */
export async function waitedFor(
  em: EntityManager,
  deps: Pick<HoldServiceDeps, 'terms' | 'now'>,
  entry: DueEntry,
  at: Date,
): Promise<Waited> {
  // Who has the guide alone leaves nothing, whatever is waited for.
  if (entry.reserved.some(({ departure }) => departure === null)) return {};
  const { merchantKey: key, sandbox, clockAheadMs } = entry;
  const caller = { key, sandbox, clockAheadMs };
  const guide = await findBookableGuide(em, entry.guideId, caller, at, commissionTerms(deps));
  if (!guide || !isOpenTo(caller, guide)) return {};
  const plan = await bookablePlan(em, guide, entry, at);
  return plan ? { trip: { guide, plan } } : { releasedAt: releaseOf(entry, guide) };
}

async function bookablePlan(
  em: EntityManager,
  guide: BookableGuide,
  entry: DueEntry,
  at: Date,
): Promise<TripPlan | undefined> {
  const planned = planTrip(requestOf(entry, guide), guide, at);
  if (!('plan' in planned) || obstaclesTo(planned.plan, guide, at).length > 0) return undefined;
  const { plan } = planned;
  if (!hasRoom(timeLeft(plan, entry.reserved), plan.guestCount)) return undefined;
  const left = timeLeft(plan, await selectReserved(em, guide.id, plan));
  return hasRoom(left, plan.guestCount) ? plan : undefined;
}

function releaseOf(
  { tripDate, tripDays, tripKindId }: DueEntry,
  { allotments, timeZone }: BookableGuide,
): Date | undefined {
  const days = daysOf({ startDate: tripDate, endDate: addDays(tripDate, tripDays - 1) });
  return nextRelease(allotments, tripKindId ?? undefined, days, timeZone);
}
