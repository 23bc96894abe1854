/** What a step of a change writes beside the order itself (activities/changes.ts), and what a refund does. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { positionOf } from '../../../domain/ids.ts';
import { type OrderEventBodies, typeOfUnmoved } from '../../../domain/order-notification.ts';
import type { UnmovedReason } from '../../../domain/order-state.ts';
import type { Allotment, TripKind } from '../../../domain/trip-details.ts';
import { Order, OrderEvent } from '../../entities/index.ts';
import { lockRow } from '../../lock-row.ts';
import { publishToParties } from '../notifications/notify.ts';
import {
  noteFreed,
  noteGoing,
  noteTaken,
  reserveSql,
  WANTED_TIME,
  type WantedTime,
  wantedTime,
} from './reservations.ts';

/** What a change of a trip needs of its guide. */
export interface LockedGuide {
  readonly version: number;
  readonly confirmationHours: number;
  readonly allotments: readonly Allotment[];
  readonly tripKinds: readonly TripKind[];
}

/** For a change of a trip: nobody books the guide or writes it meanwhile. */
export async function lockGuide(em: EntityManager, guideId: string): Promise<LockedGuide | undefined> {
  const [guide] = await em.execute<LockedGuide[]>(
    `select version, confirmation_hours as "confirmationHours", allotments, trip_kinds as "tripKinds" from guide where id = ? for no key update`,
    [guideId],
  );
  return guide;
}

/** The order stays as it is until the transaction ends; who refers to it does not wait. After the guide's lock, if both are needed. */
export async function lockOrder(em: EntityManager, orderId: string): Promise<void> {
  await lockRow(em, Order, orderId);
}

/**
 * Moves an order's time in place: there is no moment in which it has none, or both. One from before reservations may have none.
 * @throws an exclusion violation where somebody else has the time, or a departure too few places.
 */
export async function moveReservation(
  em: EntityManager,
  { id, guideId }: { readonly id: string; readonly guideId: string },
  wanted: WantedTime,
): Promise<void> {
  await em.execute(
    `with was as (
       select id, guide_id, start_at, end_at from reservation where id = ?
     ), taken as (
       ${reserveSql(WANTED_TIME)}
       on conflict (id) do update set start_at = excluded.start_at, end_at = excluded.end_at,
         departure = excluded.departure, places = excluded.places, capacity = excluded.capacity,
         goes = case when reservation.departure = excluded.departure then reservation.goes else excluded.goes end
       returning guide_id, goes
     ), ${noteTaken('taken')}, ${noteGoing('taken')}, ${noteFreed('was')}
     select from taken`,
    [id, ...wantedTime(id, guideId, wanted)],
  );
}

/** Moves an OCTO booking's day, by which it is searched. */
export async function moveOctoBooking(em: EntityManager, orderId: string, day: string): Promise<void> {
  await em.execute(
    `update octo_booking b set local_date = ?::date from hold h where h.order_id = ? and b.hold_id = h.id`,
    [day, orderId],
  );
}

/** The next event of an order that stays in its state. */
export type UnmovedEvent = Pick<
  OrderEvent,
  'orderId' | 'sequence' | 'fromStatus' | 'toStatus' | 'actorKind' | 'occurredAt'
> & {
  readonly reason: UnmovedReason;
  readonly actorKey: string | null;
  readonly actingKey: string | null;
  readonly updateId: string | null;
  readonly note: string | null;
  readonly requestId: string | null;
};

const TELL = (reason: UnmovedReason) => `
with published as (
  select id, merchant_key, studio_key, ?::int as sequence, ?::int as position, '' as tag, ?::text as merchant_body,
    ?::text as studio_body, now() as happened_at, case when ? then null else now() end as wake_at
  from orders where id = ?
)${publishToParties('published', typeOfUnmoved(reason))}`;

/**
 * Writes the event and publishes it to both parties, in the caller's transaction, which holds the order.
 * @param isAnnounced the order's workflow announces it; otherwise its deliveries are woken.
 */
export async function writeUnmoved(
  em: EntityManager,
  event: UnmovedEvent,
  bodies: OrderEventBodies,
  { isAnnounced }: { readonly isAnnounced: boolean },
): Promise<void> {
  const { orderId, sequence, reason } = event;
  await em.insert(OrderEvent, { ...event });
  const values = [sequence, positionOf(sequence), bodies.merchant, bodies.studio, isAnnounced, orderId];
  await em.execute(TELL(reason), values);
}
