/**
 * Departures with a least number of guests (docs/guides.md, "Shared trips"): who comes, and when it is decided whether they go. One job for
 * each time at which a guide starts decides it, behind the guide's lock; so nobody books between the count and what follows from it.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { type Departure, decisionOf } from '../../../domain/departure.ts';
import type { OrderState } from '../../../domain/order-state.ts';
import type { TripDetails, TripKind } from '../../../domain/trip-details.ts';
import { addSingleJobs } from '../platform/jobs.ts';

/** When a guide starts; the subject of a job, so at most 64 characters. */
export interface GuideStart {
  readonly guideId: string;
  readonly startAt: Date;
}

/**
 * SQL: has it decided, then, whether starts go; where an order of the same start is decided earlier, then already.
 * @param decided a query of `guide_id`, `start_at`, `decided_at` and `ahead_ms`, which the order's clock is ahead; no two of one start.
 */
export const DECISIONS = (decided: string) =>
  addSingleJobs(
    'departure',
    `select guide_id || '@' || to_char(start_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as subject,
       decided_at - ahead_ms * interval '1 millisecond' as run_at from (${decided}) decided`,
  );

/** What a job's subject names. */
export function startOf(subject: string): GuideStart {
  const [guideId = '', startAt = ''] = subject.split('@');
  return { guideId, startAt: new Date(startAt) };
}

/** An order that has, or gets, places of a departure. */
export interface DecidedOrder extends GuideStart {
  readonly departure: Departure | null;
  readonly clockAheadMs: number;
}

/** Has decided what is to come: not where the departure goes anyway, or was decided before the order came to it. */
export async function addDecisions(em: EntityManager, orders: readonly DecidedOrder[]): Promise<void> {
  const open = orders.flatMap(({ guideId, startAt, departure, clockAheadMs: aheadMs }) => {
    const decidedAt = decisionOf(departure);
    return decidedAt ? [{ guideId, startAt, decidedAt, aheadMs }] : [];
  });
  if (open.length === 0) return;
  const first = `select "guideId" as guide_id, "startAt" as start_at, min("decidedAt") as decided_at, 0 as ahead_ms
    from (select "guideId", "startAt", "decidedAt" - "aheadMs" * interval '1 millisecond' as "decidedAt"
      from json_to_recordset(?::json) as o ("guideId" text, "startAt" timestamptz, "decidedAt" timestamptz, "aheadMs" bigint)) o
    group by 1, 2`;
  await em.execute(DECISIONS(first), [JSON.stringify(open)]);
}

/** An order of a start. */
export interface StartingOrder {
  readonly id: string;
  readonly departure: string;
  readonly status: OrderState;
  readonly guestCount: number;
  readonly tripDate: string;
  readonly trip: TripDetails | null;
  /** As in Reservation. */
  readonly goes: boolean | null;
  readonly clockAheadMs: number;
}

/** Live orders of this start, by their ids. */
export async function selectStarting(
  em: EntityManager,
  { guideId, startAt }: GuideStart,
): Promise<StartingOrder[]> {
  return await em.execute<StartingOrder[]>(
    `select o.id, r.departure, o.status, o.guest_count as "guestCount", o.trip_date::text as "tripDate", o.trip, r.goes, o.clock_ahead_ms::float8 as "clockAheadMs"
     from reservation r join orders o on o.id = r.id
     where r.guide_id = ? and r.start_at = ? and r.departure is not null order by o.id`,
    [guideId, startAt],
  );
}

/** Their start goes anyway: what they were booked under says nothing of a least number any more. The guide is locked. */
export async function dropLeastGuests(em: EntityManager, orderIds: readonly string[]): Promise<void> {
  await em.execute(
    `with guaranteed as (select id from orders where id = any(?::text[]) order by id for no key update)
     update orders set trip = trip - 'leastGuestsToGo' - 'decideHoursBefore', updated_at = greatest(updated_at, now())
     from guaranteed where orders.id = guaranteed.id`,
    [`{${orderIds.join()}}`],
  );
}

/** Has it written down at once that the starts which a guide guarantees go, for the orders that they have. */
export async function addGuaranteed(
  em: EntityManager,
  guideId: string,
  tripKinds: readonly TripKind[],
): Promise<void> {
  const starts = tripKinds.flatMap(({ tripKindId, guaranteedStarts = [] }) =>
    guaranteedStarts.map((start) => ({ tripKindId, ...start })),
  );
  if (starts.length === 0) return;
  const open = `select distinct r.guide_id, r.start_at, now() as decided_at, 0 as ahead_ms
    from json_to_recordset(?::json) as start ("tripKindId" text, "tripDate" date, "startTime" text), reservation r join orders o on o.id = r.id
    where r.guide_id = ? and r.departure is not null and r.goes is null and o.trip_date = start."tripDate"
      and o.trip->>'tripKindId' = start."tripKindId" and o.trip->>'startTime' = start."startTime"`;
  await em.execute(DECISIONS(open), [JSON.stringify(starts), guideId]);
}
