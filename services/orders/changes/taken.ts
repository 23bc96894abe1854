import type { EntityManager } from '@mikro-orm/postgresql';
import type { Order } from '../../../db/entities/index.ts';
import { asMember, departureOf } from '../../../domain/departure.ts';
import type { GuideUnavailable } from '../../../domain/errors.ts';
import type { ChangedOrder } from '../../../domain/order-change.ts';
import { timeTaken } from '../taken.ts';

/**
 * What to throw where others have the time that the order was to have after a change.
 * @param at the time for the order.
 */
export async function changeTaken(
  em: EntityManager,
  { id, guideId, timeZone, tripStartAt, tripEndAt, trip = null, guestCount }: Order,
  after: Partial<ChangedOrder>,
  at: Date,
): Promise<GuideUnavailable> {
  const startAt = after.tripStartAt === undefined ? tripStartAt : new Date(after.tripStartAt);
  const details = after.trip === undefined ? trip : after.trip;
  const time = {
    startAt,
    endAt: after.tripEndAt === undefined ? tripEndAt : new Date(after.tripEndAt),
    details,
    departure: asMember(departureOf(details, startAt, at), departureOf(trip, tripStartAt, at)),
    guestCount: after.guestCount ?? guestCount,
  };
  return await timeTaken(em, { id: guideId, timeZone }, time, id);
}
