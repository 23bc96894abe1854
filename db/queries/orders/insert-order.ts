import type { EntityManager } from '@mikro-orm/postgresql';
import type { KeptPlaces } from '../../../domain/allotment.ts';
import { decisionOf, departureOf } from '../../../domain/departure.ts';
import type { HoldTerms } from '../../../domain/hold.ts';
import type { OrderEventBodies } from '../../../domain/order-notification.ts';
import type { PriceLine } from '../../../domain/price.ts';
import type { SandboxBehaviour } from '../../../domain/sandbox.ts';
import type { Travellers, TripDetails } from '../../../domain/trip-details.ts';
import { Guide, type Hold, type Order } from '../../entities/index.ts';
import { lockRow } from '../../lock-row.ts';
import { executePrepared, prepared } from '../../prepared.ts';
import { publishToParties } from '../notifications/notify.ts';
import { DECISIONS } from './departures.ts';
import { hasPlaces, JOINED, keptUntil, noteGoing, noteTaken, placesOf } from './reservations.ts';

/** A new order as it goes into the books; every field that intake decides. */
export type NewOrder = Pick<
  Order,
  | 'id'
  | 'merchantKey'
  | 'studioKey'
  | 'guideId'
  | 'sandbox'
  | 'tripDate'
  | 'tripDays'
  | 'guestCount'
  | 'contactName'
  | 'contactPhone'
  | 'totalAmount'
  | 'currency'
  | 'commissionRate'
  | 'cancellationPolicy'
  | 'timeZone'
  | 'confirmBy'
  | 'tripStartAt'
  | 'tripEndAt'
  | 'instantConfirmation'
  | 'createdAt'
  | 'launchAfter'
> & {
  trip?: TripDetails | null;
  travellers?: Travellers | null;
  /** Of the places of its departure, what is kept for others. */
  kept?: readonly KeptPlaces[];
  isReferenceUnique?: boolean;
  clockAheadMs?: number;
  sandboxBehaviour?: SandboxBehaviour | null;
  /** The request's id; kept with the first event. */
  requestId?: string;
  remark: string | null;
  clientReference: string | null;
  /** Sums to `totalAmount`. */
  priceBreakdown?: readonly PriceLine[];
};

export interface OrderInsert {
  readonly order: NewOrder;
  /** The guide as it was read for the price; another version inserts nothing. */
  readonly guideVersion: number;
  /** Of the first event. */
  readonly bodies: OrderEventBodies;
  /** The provider that books for the merchant. */
  readonly actingKey?: string | undefined;
  readonly idempotency?: {
    readonly key: string;
    readonly requestHash: string;
    readonly answer: Record<string, unknown>;
  };
}

/** SQL: the order of the same merchant that has the reference for itself, as the constraint `orders_unique_reference` sees it. */
const REFERENCE_HOLDER = `
  select from orders o
  where ready."isReferenceUnique" and o.is_reference_unique and o.merchant_key = ready."merchantKey"
    and o.client_reference = ready."clientReference" and o.id <> ready.id`;

/** SQL: the columns of what `valuesOf` says. */
const WANTED = `
    "guideVersion" int, key text, "requestHash" text, answer jsonb, "actingKey" text, "merchantBody" text, "studioBody" text,
    id text, "merchantKey" text, "studioKey" text, "guideId" text, sandbox boolean, "tripDate" date, "tripDays" int,
    "guestCount" int, "contactName" text, "contactPhone" text, remark text, "clientReference" text,
    "totalAmount" bigint, currency text, "priceBreakdown" jsonb, "commissionRate" int, "cancellationPolicy" jsonb,
    "timeZone" text, "confirmBy" timestamptz, "tripStartAt" timestamptz, "tripEndAt" timestamptz,
    "instantConfirmation" boolean, "createdAt" timestamptz, "launchAfter" timestamptz, trip jsonb, travellers jsonb,
    "isReferenceUnique" boolean, "clockAheadMs" bigint, "sandboxBehaviour" text, "requestId" text,
    departure text, places int, capacity int, "mustReach" int, kept jsonb, "decidedAt" timestamptz`;

/**
 * SQL: CTEs that write orders whose time is theirs already, with their keys, always in the same order, their first events
 * and their notifications; `new_order` has the ids.
 * @param wanted a CTE of WANTED.
 * @param reserved a CTE with the ids of those that have their time.
 */
const writeOrders = (wanted: string, reserved: string) => `
new_order as (
  insert into orders (
    id, merchant_key, studio_key, guide_id, sandbox, trip_date, trip_days, guest_count, contact_name, contact_phone,
    remark, client_reference, total_amount, currency, price_breakdown, commission_rate,
    cancellation_policy, time_zone, confirm_by,
    trip_start_at, trip_end_at, instant_confirmation, created_at, updated_at, launch_after, trip, travellers,
    is_reference_unique, clock_ahead_ms, sandbox_behaviour)
  select
    id, "merchantKey", "studioKey", "guideId", sandbox, "tripDate", "tripDays", "guestCount", "contactName",
    "contactPhone", remark, "clientReference", "totalAmount", currency, "priceBreakdown", "commissionRate",
    "cancellationPolicy", "timeZone", "confirmBy",
    "tripStartAt", "tripEndAt", "instantConfirmation", "createdAt", "createdAt", "launchAfter", trip, travellers,
    "isReferenceUnique", "clockAheadMs", "sandboxBehaviour"
  from ${wanted} join ${reserved} using (id)
  returning id
), written as (
  select ${wanted}.* from ${wanted} join new_order using (id)
), new_key as (
  insert into idempotency_key (merchant_key, key, request_hash, answer, created_at)
  select "merchantKey", key, "requestHash", answer, now() from written where key is not null
  order by "merchantKey", key
), new_event as (
  insert into order_event (order_id, sequence, to_status, reason, actor_kind, actor_key, acting_key, occurred_at, request_id)
  select id, 1, 'pending', 'created', 'merchant', "merchantKey", "actingKey", "createdAt", "requestId" from written
), published as (
  select id, 1 as sequence, 10 as position, '' as tag, "merchantKey" as merchant_key, "studioKey" as studio_key,
    "merchantBody" as merchant_body, "studioBody" as studio_body, "createdAt" - "clockAheadMs" * interval '1 millisecond' as happened_at,
    null::timestamptz as wake_at
  from written
), new_notification as (${publishToParties('published', 'order.status_changed')}
), new_decision as (
  ${DECISIONS(`select "guideId" as guide_id, "tripStartAt" as start_at, "decidedAt" as decided_at, "clockAheadMs" as ahead_ms
   from written where "decidedAt" is not null`)}
)`;

/**
 * One statement, so one round trip and one transaction for all of them: the guides' rows, locked so that bookings of one
 * guide take turns; the time of those that are free; the orders that got theirs; for these their idempotency keys, always in the same
 * order, their first events and their notifications. Of the rest it says whether the time was taken when it began.
 *
 * Whether an id was drawn before is asked of each order, by the index. As `not exists` it would be a join, and PostgreSQL, which
 * knows neither how many orders come nor, before it has analysed the table, how many there are, may read every order for it.
 *
 * Whether the agency keeps too many of the guide's days is asked of a function, behind the lock: it sees what others
 * committed until then, the statement itself only what had been committed when it began (docs/decisions/0074). So it is with the
 * places of a departure.
 */
export const INSERT_ORDERS = prepared(
  'insert-orders',
  `
with wanted as (
  select * from json_to_recordset(?::json) as wanted (${WANTED})
), ready as (
  select wanted.*, known_guide.max_unconfirmed_days from wanted cross join lateral (
    select max_unconfirmed_days from guide
    where guide.id = wanted."guideId" and guide.version = wanted."guideVersion"
    for no key update skip locked) as known_guide
), counted as materialized (
  select id, "instantConfirmation" or guide_days_fit(
    "guideId", "merchantKey", "createdAt", "tripDays", max_unconfirmed_days, null) as fits,
    ${hasPlaces('"guideId"')} as "hasPlaces"
  from ready
), reserved as (
  insert into reservation (id, guide_id, start_at, end_at, departure, places, capacity, goes)
  select id, "guideId", "tripStartAt", ${keptUntil('"guideId"', '"tripStartAt"', '"tripEndAt"')}, departure, places, capacity, ${JOINED}
  from ready join counted using (id)
  where fits and "hasPlaces" and (select true from orders where orders.id = ready.id) is null
    and (not "isReferenceUnique" or not exists (${REFERENCE_HOLDER}))
  on conflict do nothing
  returning id, guide_id, goes
), ${noteTaken('reserved')}, ${noteGoing('reserved')}, ${writeOrders('ready', 'reserved')}
select ready.id, case
  when new_order.id is not null then 'written'
  when exists (${REFERENCE_HOLDER}) then 'reference taken'
  when not "hasPlaces" or exists (
    select from reservation r
    where r.guide_id = ready."guideId" and coalesce(r.departure, r.id) is distinct from ready.departure
      and tstzrange(r.start_at, r.end_at) && tstzrange(ready."tripStartAt", ready."tripEndAt")) then 'overlaps'
  when not fits then 'too many days'
  end as result
from ready join counted using (id) left join new_order using (id)`,
);

/** Null for an order whose id was drawn before, or whose days were taken in this very moment. */
export type InsertResult = 'written' | 'overlaps' | 'reference taken' | 'too many days' | null;

/**
 * Writes those of the new orders that nothing speaks against; no two may be of the same guide. It waits for nobody who
 * holds a guide, so none of the orders holds up the others. A repeated idempotency key is a unique violation, as is
 * a reference that another transaction took meanwhile, and then nothing is written.
 * @returns the result of each by its id; none for those whose guide is held or has changed since it was read.
 */
export async function insertOrders(
  em: EntityManager,
  inserts: readonly OrderInsert[],
): Promise<Map<string, InsertResult>> {
  if (inserts.length === 0) return new Map();
  const rows = await executePrepared<{ id: string; result: InsertResult }>(em, INSERT_ORDERS, [
    valuesOf(inserts),
  ]);
  return new Map(rows.map(({ id, result }) => [id, result]));
}

/**
 * The same for one order whose time its merchant holds: the hold becomes the order's, in one statement, so that the guide
 * is never free in between. The guide is not asked: what an order takes over was agreed when the hold was made. Only whether its departure
 * still goes is, behind the guide's lock, which the caller has then.
 */
export const INSERT_FROM_HOLD = prepared(
  'insert-from-hold',
  `
with wanted as (
  select * from json_to_recordset(?::json) as wanted ("holdId" text, "heldTerms" jsonb, ${WANTED})
), taken_over as (
  update hold set status = 'booked', order_id = wanted.id, updated_at = now()
  from wanted
  where hold.id = wanted."holdId" and hold.merchant_key = wanted."merchantKey"
    and hold.status = 'held' and hold.expires_at > wanted."createdAt" and hold.terms = wanted."heldTerms"
    and exists (select from reservation where reservation.id = hold.id)
    and (wanted.departure is null or start_goes(wanted."guideId", wanted.departure, wanted.places, wanted."mustReach"))
  returning hold.id as hold_id, wanted.id, wanted."mustReach" > 1 as joins
), reserved as (
  update reservation set id = taken_over.id, goes = case when taken_over.joins then true end from taken_over where reservation.id = taken_over.hold_id
  returning reservation.id, reservation.guide_id, reservation.goes
), ${noteGoing('reserved')}, ${writeOrders('wanted', 'reserved')}
select id from new_order`,
);

/**
 * Writes an order in place of a hold. A repeated idempotency key, a reference that is taken, and an id that was drawn before
 * are unique violations, and then nothing is written.
 * @param hold as it was read for the order.
 * @returns whether the hold was still held, under the same terms; otherwise nothing is written.
 */
export async function insertOrderFromHold(
  em: EntityManager,
  { id: holdId, terms: heldTerms }: Pick<Hold, 'id' | 'terms'>,
  insert: Omit<OrderInsert, 'guideVersion'>,
): Promise<boolean> {
  const rows = await executePrepared<{ id: string }>(em, INSERT_FROM_HOLD, [
    valuesOf([{ ...insert, guideVersion: 0, holdId, heldTerms }]),
  ]);
  return rows.length > 0;
}

/** Keeps the guide as it is until the transaction ends; bookings and changes of it wait. */
export async function holdGuide(em: EntityManager, guideId: string): Promise<void> {
  await lockRow(em, Guide, guideId);
}

/** One value, however many orders: the statement stays the same. */
function valuesOf(
  inserts: readonly (OrderInsert & { readonly holdId?: string; readonly heldTerms?: HoldTerms })[],
): string {
  return JSON.stringify(
    inserts.map(({ order, bodies, idempotency, ...others }) => ({
      priceBreakdown: [],
      isReferenceUnique: false,
      clockAheadMs: 0,
      ...order,
      ...departureColumns(order),
      ...idempotency,
      ...others,
      merchantBody: bodies.merchant,
      studioBody: bodies.studio,
    })),
  );
}

/** With the time of the decision where that is to come. */
function departureColumns(order: NewOrder) {
  const departure = departureOf(order.trip, order.tripStartAt, order.createdAt, order.kept);
  return { ...placesOf({ ...order, departure }), decidedAt: decisionOf(departure) };
}
