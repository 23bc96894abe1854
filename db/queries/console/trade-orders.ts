/** Orders as the console lists them: with their guide's name, and what somebody has to do about them. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { OrderState } from '../../../domain/order-state.ts';
import type { GuestCount, MeetingPoint } from '../../../domain/trip-details.ts';
import type { OrderFilter } from '../orders/order-page.ts';
import type { AssigneeRow } from './order-assignments.ts';

/** One side's orders: those that a merchant placed, or those of a studio's guides. */
export type OrderSide = Pick<OrderFilter, 'side' | 'key'>;

/** An order in one line. Amounts are minor units, instants RFC 3339. */
export interface OrderCardRow {
  readonly orderId: string;
  readonly guideId: string;
  readonly guideName: string;
  readonly status: OrderState;
  readonly clientReference: string | null;
  readonly tripDate: string;
  readonly tripDays: number;
  readonly tripKindName: string | null;
  readonly startTime: string | null;
  readonly guestCount: number;
  readonly guests: readonly GuestCount[] | null;
  readonly language: string | null;
  readonly totalAmount: number;
  readonly currency: string;
  readonly timeZone: string;
  readonly confirmBy: Date;
  readonly tripStartAt: Date;
  readonly tripEndAt: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** The change that waits for the studio. */
  readonly changeId: string | null;
  readonly answerBy: Date | null;
  /** Messages of the other side that this one has not read. */
  readonly unread: number;
  /** Who of this side's people looks after it; null: nobody. */
  readonly assigned: AssigneeRow | null;
}

const CARD = `
  o.id as "orderId", o.guide_id as "guideId", g.name as "guideName", o.status,
  o.client_reference as "clientReference", o.trip_date::text as "tripDate", o.trip_days as "tripDays",
  o.trip ->> 'tripKindName' as "tripKindName", o.trip ->> 'startTime' as "startTime",
  o.guest_count as "guestCount", o.trip -> 'guests' as guests, o.trip ->> 'language' as language,
  o.total_amount::float8 as "totalAmount", o.currency, o.time_zone as "timeZone", o.confirm_by as "confirmBy",
  o.trip_start_at as "tripStartAt", o.trip_end_at as "tripEndAt", o.created_at as "createdAt",
  o.updated_at as "updatedAt",
  (select count(*)::int from order_message m where m.order_id = o.id and m.sender_key <> ? and m.read_at is null)
    as unread,
  c.id as "changeId", c.answer_by as "answerBy",
  case when p.id is not null then jsonb_build_object('personId', p.id, 'name', p.name) end as assigned`;

async function cards(
  em: EntityManager,
  key: string,
  rest: string,
  values: readonly unknown[],
): Promise<OrderCardRow[]> {
  const rows = await em.execute<OrderCardRow[]>(
    `select ${CARD} from orders o join guide g on g.id = o.guide_id
       left join order_change c on c.order_id = o.id and c.status = 'requested'
       left join order_assignment a on a.order_id = o.id and a.owner_key = ? left join person p on p.id = a.person_id ${rest}`,
    [key, key, ...values],
  );
  return rows.map((row) => ({
    ...row,
    confirmBy: new Date(row.confirmBy),
    tripStartAt: new Date(row.tripStartAt),
    tripEndAt: new Date(row.tripEndAt),
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
    answerBy: row.answerBy && new Date(row.answerBy),
  }));
}

/** These orders, in no order. @param key of the side that reads them. */
export async function findCards(
  em: EntityManager,
  key: string,
  orderIds: readonly string[],
): Promise<OrderCardRow[]> {
  if (orderIds.length === 0) return [];
  return await cards(em, key, 'where o.id in (select jsonb_array_elements_text(?::jsonb))', [
    JSON.stringify(orderIds),
  ]);
}

/** What whoever leads a trip wants to know on the way. */
export interface TripFactsRow {
  readonly orderId: string;
  readonly meetingPoint: MeetingPoint | null;
  readonly contactName: string;
  readonly contactPhone: string;
  readonly remark: string | null;
}

/** Of these orders, in no order. */
export async function findTripFacts(em: EntityManager, orderIds: readonly string[]): Promise<TripFactsRow[]> {
  if (orderIds.length === 0) return [];
  return await em.execute<TripFactsRow[]>(
    `select id as "orderId", trip -> 'meetingPoint' as "meetingPoint", contact_name as "contactName",
       contact_phone as "contactPhone", remark
     from orders where id in (select jsonb_array_elements_text(?::jsonb))`,
    [JSON.stringify(orderIds)],
  );
}

/** Orders that wait for their studio, the earliest deadline first. */
export async function findPendingCards(
  em: EntityManager,
  { side, key }: OrderSide,
  limit: number,
): Promise<OrderCardRow[]> {
  return await cards(
    em,
    key,
    `where o.${side} = ? and o.status = 'pending' order by o.confirm_by, o.id limit ?`,
    [key, limit],
  );
}

/** How many orders wait for their studio, and the first deadline among them (RFC 3339). */
export async function findPendingSum(
  em: EntityManager,
  { side, key }: OrderSide,
): Promise<{ count: number; first: string | null }> {
  const [row] = await em.execute<{ count: number; first: Date | string | null }[]>(
    `select count(*)::int as count, min(confirm_by) as first from orders where ${side} = ? and status = 'pending'`,
    [key],
  );
  const first = row?.first ?? null;
  return { count: row?.count ?? 0, first: first === null ? null : new Date(first).toISOString() };
}

/** What else a guide has around an order's days: another order, or a hold (status null). */
export interface NeighbourRow {
  readonly orderId: string;
  readonly neighbourId: string;
  readonly status: OrderState | null;
  readonly guestCount: number | null;
  readonly startAt: Date;
  readonly endAt: Date;
}

/** From a day before each of these orders until a day after it, in order of time. */
export async function findNeighbours(
  em: EntityManager,
  orderIds: readonly string[],
): Promise<NeighbourRow[]> {
  if (orderIds.length === 0) return [];
  const rows = await em.execute<NeighbourRow[]>(
    `select o.id as "orderId", r.id as "neighbourId", other.status, other.guest_count as "guestCount",
       r.start_at as "startAt", r.end_at as "endAt"
     from orders o
     join reservation r on r.guide_id = o.guide_id and r.id <> o.id and tstzrange(r.start_at, r.end_at) &&
       tstzrange(o.trip_start_at - interval '1 day', o.trip_end_at + interval '1 day')
     left join orders other on other.id = r.id
     where o.id in (select jsonb_array_elements_text(?::jsonb)) order by r.start_at`,
    [JSON.stringify(orderIds)],
  );
  return rows.map((row) => ({ ...row, startAt: new Date(row.startAt), endAt: new Date(row.endAt) }));
}

/** Ids of confirmed orders for which a change waits for the studio, the earliest answer first. */
export async function findChangesThatWait(
  em: EntityManager,
  { side, key }: OrderSide,
  limit: number,
): Promise<{ orderId: string; changeId: string }[]> {
  return await em.execute(
    `select o.id as "orderId", c.id as "changeId" from orders o
     join order_change c on c.order_id = o.id and c.status = 'requested'
     where o.${side} = ? and o.status = 'confirmed' order by c.answer_by, c.id limit ?`,
    [key, limit],
  );
}
