/** The trip that a merchant waits for, as it could be booked. */
import type { BookableGuide } from '../../db/queries/orders/bookable-guide.ts';
import type { TripPlan, TripRequest } from '../../domain/trip-plan.ts';
import { obstaclesTo } from '../../domain/trip-plan.ts';

interface WaitlistTrip {
  readonly guideId: string;
  readonly tripDate: string;
  readonly tripDays?: number | null | undefined;
  readonly tripKindId?: string | null | undefined;
  readonly startTime?: string | null | undefined;
  readonly guestCount?: number | undefined;
}

/** As a request for guests of whatever kind: a waitlist knows their number only. */
export function requestOf(trip: WaitlistTrip, { guestKinds = [] }: BookableGuide): TripRequest {
  const { guideId, tripDate, tripDays, tripKindId, startTime, guestCount = 1 } = trip;
  const [first] = guestKinds;
  return {
    guideId,
    tripDate,
    ...(tripDays != null && { tripDays }),
    ...(tripKindId != null && { tripKindId }),
    ...(startTime != null && { startTime }),
    ...(first ? { guests: [{ kind: first.kind, count: guestCount }] } : { guestCount }),
  };
}

/** What no waiting changes: the obstacles to a trip but days on which the guide does not work, or is not sold. */
export function lastingObstacles(plan: TripPlan, guide: BookableGuide, at: Date) {
  return obstaclesTo(plan, { ...guide, restDays: 0, blocked: [], stopSales: [] }, at);
}
