/** An order as merchants see it, in order/detail and inside notifications (docs/architecture.md, "HTTP"; docs/notifications.md). */
import {
  type CancellationPolicy,
  type CancellationQuote,
  cancellationSchedule,
  quoteCancellation,
  viewPolicy,
} from './cancellation.ts';
import { goesIfOf } from './departure.ts';
import { shareOf, toDecimal } from './money.ts';
import { type ActorKind, availableActions, type OrderState, type ReasonCode } from './order-state.ts';
import { type PriceLine, viewPriceLine } from './price.ts';
import type { Travellers, TripDetails } from './trip-details.ts';

/** What the database knows of an order. Amounts are minor units. */
export interface OrderFacts {
  readonly id: string;
  readonly guideId: string;
  readonly status: OrderState;
  readonly sequence: number;
  readonly tripDate: string;
  readonly tripDays: number;
  readonly guestCount: number;
  readonly contactName: string;
  readonly contactPhone: string;
  readonly remark?: string | null | undefined;
  readonly clientReference?: string | null | undefined;
  readonly trip?: TripDetails | null | undefined;
  readonly travellers?: Travellers | null | undefined;
  readonly totalAmount: number;
  readonly currency: string;
  /** Frozen at creation; the lines sum to `totalAmount`. */
  readonly priceBreakdown?: readonly PriceLine[] | undefined;
  readonly commissionRate: number;
  readonly cancellationPolicy: CancellationPolicy;
  /** See CancellationCase. */
  readonly policyDate?: string | null | undefined;
  readonly policyStartAt?: Date | null | undefined;
  readonly refundAmount?: number | null | undefined;
  readonly timeZone: string;
  readonly confirmBy: Date;
  readonly tripStartAt: Date;
  readonly tripEndAt: Date;
  readonly createdAt: Date;
  /** The change that waits for the studio. */
  readonly waitingChange?:
    | { readonly id: string; readonly answerBy?: Date | null | undefined }
    | null
    | undefined;
}

export interface EventFacts {
  readonly sequence: number;
  readonly fromStatus?: OrderState | null | undefined;
  readonly toStatus: OrderState;
  readonly reason: ReasonCode;
  readonly actorKind: ActorKind;
  /** The provider that acted for the actor. */
  readonly actingKey?: string | null | undefined;
  readonly note?: string | null | undefined;
  readonly occurredAt: Date;
}

/** The two sides of an order. */
export type Viewer = Extract<ActorKind, 'merchant' | 'studio'>;

type SummaryFacts = Pick<
  OrderFacts,
  | 'id'
  | 'guideId'
  | 'status'
  | 'clientReference'
  | 'tripDate'
  | 'tripDays'
  | 'guestCount'
  | 'totalAmount'
  | 'currency'
  | 'createdAt'
>;

/** The order in one line of a list. */
export function summarizeOrder(order: SummaryFacts) {
  return {
    orderId: order.id,
    guideId: order.guideId,
    status: order.status,
    clientReference: order.clientReference ?? null,
    tripDate: order.tripDate,
    tripDays: order.tripDays,
    guestCount: order.guestCount,
    totalAmount: toDecimal(order.totalAmount, order.currency),
    currency: order.currency,
    createdAt: order.createdAt.toISOString(),
  };
}

/** Everything but contact data: what a notification carries. */
export function viewOrder(order: OrderFacts, events: readonly EventFacts[], viewer: Viewer) {
  return {
    ...summarizeOrder(order),
    ...viewTrip(order.trip),
    ...viewGoesIf(order.trip, order.tripStartAt),
    priceBreakdown: (order.priceBreakdown ?? []).map((line) => viewPriceLine(line, order.currency)),
    timeZone: order.timeZone,
    tripStartAt: order.tripStartAt.toISOString(),
    tripEndAt: order.tripEndAt.toISOString(),
    availableActions: availableActions(order.status, viewer),
    nextDeadline: nextDeadline(order),
    cancellationPolicy: viewPolicy(order.cancellationPolicy),
    refund: refundOf(order),
    commission: commissionOf(order),
    history: events.map((event) => viewEvent(event, viewer)),
  };
}

/** What a trip is beside its days; null where it is not said. */
export function viewTrip(trip: TripDetails | null | undefined) {
  return {
    tripKindId: trip?.tripKindId ?? null,
    tripKindName: trip?.tripKindName ?? null,
    startTime: trip?.startTime ?? null,
    durationMinutes: trip?.durationMinutes ?? null,
    language: trip?.language ?? null,
    ...(trip?.offerCode !== undefined && { offerCode: trip.offerCode }),
    meetingPoint: trip?.meetingPoint ?? null,
    guests: [...(trip?.guests ?? [])],
  };
}

/** Absent for a trip that goes anyway. */
export function viewGoesIf(trip: TripDetails | null | undefined, startAt: Date) {
  const goesIf = goesIfOf(trip, startAt);
  if (goesIf === null) return {};
  return { goesIf: { leastGuests: goesIf.leastGuests, decidedAt: goesIf.decidedAt.toISOString() } };
}

/** The order for order/detail. A studio sees contact data once it has confirmed (data minimisation). */
export function viewOrderDetail(order: OrderFacts, events: readonly EventFacts[], viewer: Viewer) {
  const wasConfirmed = events.some((event) => event.toStatus === 'confirmed');
  const isContactVisible = viewer === 'merchant' || wasConfirmed;
  return {
    ...viewOrder(order, events, viewer),
    contactName: isContactVisible ? order.contactName : null,
    contactPhone: isContactVisible ? order.contactPhone : null,
    remark: isContactVisible ? (order.remark ?? null) : null,
    contactEmail: isContactVisible ? (order.travellers?.contactEmail ?? null) : null,
    guestNames: isContactVisible ? [...(order.travellers?.guestNames ?? [])] : null,
    answers: isContactVisible ? [...(order.travellers?.answers ?? [])] : null,
  };
}

/** One event of the history. Which provider acted is the business of the side that it acted for, and of nobody else. */
function viewEvent(event: EventFacts, viewer: Viewer) {
  const isOwn = event.actorKind === viewer;
  return {
    sequence: event.sequence,
    previousStatus: event.fromStatus ?? null,
    status: event.toStatus,
    reason: event.reason,
    actor: event.actorKind,
    actedBy: isOwn ? (event.actingKey ?? null) : null,
    note: event.note ?? null,
    occurredAt: event.occurredAt.toISOString(),
  };
}

/**
 * When something happens to the order by itself, and which state it has then; null for a closed order. Before the trip of a confirmed
 * one begins, the change that waits for its studio expires: that leaves it as it is.
 */
export function nextDeadline(
  order: Pick<OrderFacts, 'status' | 'confirmBy' | 'tripStartAt' | 'tripEndAt' | 'waitingChange'>,
): { at: string; status: OrderState; changeId: string | null } | null {
  const change = order.status === 'confirmed' ? order.waitingChange : undefined;
  if (change?.answerBy)
    return { at: change.answerBy.toISOString(), status: 'confirmed', changeId: change.id };
  const move = nextMove(order);
  return move && { ...move, changeId: null };
}

function nextMove(
  order: Pick<OrderFacts, 'status' | 'confirmBy' | 'tripStartAt' | 'tripEndAt'>,
): { at: string; status: OrderState } | null {
  switch (order.status) {
    case 'pending':
      return { at: order.confirmBy.toISOString(), status: 'cancelled' };
    case 'confirmed':
      return { at: order.tripStartAt.toISOString(), status: 'in_progress' };
    case 'in_progress':
      return { at: order.tripEndAt.toISOString(), status: 'completed' };
    case 'completed':
    case 'cancelled':
      return null;
  }
}

function refundOf(order: OrderFacts): { amount: number; fee: number; currency: string } | null {
  if (order.refundAmount === null || order.refundAmount === undefined) return null;
  return {
    amount: toDecimal(order.refundAmount, order.currency),
    fee: toDecimal(order.totalAmount - order.refundAmount, order.currency),
    currency: order.currency,
  };
}

/** The platform's commission on what the order brings in: the total, or after a cancellation the fee. */
function commissionOf(order: OrderFacts): { rate: number; amount: number; currency: string } {
  const gross = order.totalAmount - (order.refundAmount ?? 0);
  return {
    rate: order.commissionRate,
    amount: toDecimal(shareOf(gross, order.commissionRate), order.currency),
    currency: order.currency,
  };
}

/**
 * What cancelling at `at` gives back, as order/cancel-quote answers it. Amounts are null where the viewer cannot cancel
 * the order.
 */
export function viewCancellation(order: OrderFacts, viewer: Viewer, at: Date) {
  const quote = quoteCancellation({ ...order, policy: order.cancellationPolicy, by: viewer }, at);
  const cancellable = availableActions(order.status, viewer).includes('cancel');
  const ifCancellable = <Value>(value: Value) => (cancellable ? value : null);
  return {
    orderId: order.id,
    status: order.status,
    cancellable,
    totalAmount: toDecimal(order.totalAmount, order.currency),
    refund: ifCancellable(toDecimal(quote.refundAmount, order.currency)),
    fee: ifCancellable(toDecimal(quote.feeAmount, order.currency)),
    refundPercent: ifCancellable(quote.refundShare / 100),
    currency: order.currency,
    quotedAt: at.toISOString(),
    nextChange: cancellable ? nextChange(order, quote, at) : null,
  };
}

/** When the refund falls next, and to what; null where it never does. */
function nextChange(order: OrderFacts, { nextChangeAt }: CancellationQuote, at: Date) {
  if (!nextChangeAt) return null;
  const [, next] = cancellationSchedule({ ...order, policy: order.cancellationPolicy }, at);
  return {
    at: nextChangeAt.toISOString(),
    refund: toDecimal(next?.refundAmount ?? 0, order.currency),
    fee: toDecimal(next?.feeAmount ?? order.totalAmount, order.currency),
  };
}
