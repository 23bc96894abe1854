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
}

/** As a request for one guest of whatever kind: a waitlist knows no guests. */
export function requestOf(trip: WaitlistTrip, { guestKinds = [] }: BookableGuide): TripRequest {
  const { guideId, tripDate, tripDays, tripKindId, startTime } = trip;
  const [first] = guestKinds;
  return {
    guideId,
    tripDate,
    ...(tripDays != null && { tripDays }),
    ...(tripKindId != null && { tripKindId }),
    ...(startTime != null && { startTime }),
    ...(first ? { guests: [{ kind: first.kind, count: 1 }] } : { guestCount: 1 }),
  };
}

/** What no waiting changes: the obstacles to a trip but days on which the guide does not work. */
export function lastingObstacles(plan: TripPlan, guide: BookableGuide, at: Date) {
  return obstaclesTo(plan, { ...guide, restDays: 0, blocked: [] }, at);
}
