/** A realistic body of every type, for tests of an endpoint: of an order, a statement and an endpoint that do not exist. */
import { CANCELLATION_PRESETS } from './cancellation.ts';
import type { EventType } from './event-types.ts';
import { callbackEventBody, verificationEventBody } from './merchant-events.ts';
import type { ChangeState } from './order-change.ts';
import { messageReceivedBody } from './order-message.ts';
import {
  confirmationDueBody,
  orderChangeBodies,
  orderEventBodies,
  orderRefundBodies,
  reviewCreatedBody,
} from './order-notification.ts';
import type { ActorKind, UnmovedReason } from './order-state.ts';
import type { EventFacts, OrderFacts } from './order-view.ts';
import type { SettlementEvent, SettlementState } from './settlement.ts';
import { type DisputeFacts, type SettlementFacts, settlementEventBody } from './settlement-view.ts';
import { addDays } from './trip.ts';
import { guideAvailableBody } from './waitlist.ts';
import { startOfDay } from './wall-time.ts';

const HOUR_MS = 3_600_000;
const ORDER_ID = 'ORD1000000000000000000';
const HOLD_ID = 'HLD1000000000000000000';
const CHANGE_ID = 'CHG1000000000000000000';
const MERCHANT_KEY = 'mk_example';
const TIME_ZONE = 'Europe/Lisbon';
const TRIP_DAYS = 2;

/** The body of a sample, as it would be signed and sent: that of a real event at `now`. */
export function sampleBody(type: EventType, notificationId: string, now: Date): string {
  return `{"notificationId":${JSON.stringify(notificationId)},${SAMPLES[type](now).slice(1)}`;
}

const SAMPLES: Record<EventType, (now: Date) => string> = {
  'order.status_changed': (now) => orderEventBodies(confirmedOrder(now), confirmedHistory(now)).merchant,
  'order.confirmation_due': (now) =>
    confirmationDueBody(newOrder(now), history(now), 'confirmationHalf', now),
  'order.changed': (now) => changeSample('changed_by_merchant', 'applied', now),
  'order.change_requested': (now) => changeSample('change_requested_by_merchant', 'requested', now),
  'order.change_declined': (now) => changeSample('change_declined_by_studio', 'declined', now),
  'order.change_withdrawn': (now) => changeSample('change_withdrawn_by_merchant', 'withdrawn', now),
  'order.change_expired': (now) => changeSample('change_expired', 'expired', now),
  'order.refunded': (now) => {
    const order = { ...confirmedOrder(now), sequence: 3, refundAmount: 4_500 };
    return orderRefundBodies(order, unmovedHistory('refunded_by_studio', 'studio', now), 4_500).merchant;
  },
  'review.created': (now) =>
    reviewCreatedBody(
      { ...newOrder(now), sequence: 4 },
      { rating: 5, text: 'Knew every corner.', createdAt: now },
    ),
  'message.received': (now) =>
    messageReceivedBody({
      orderId: ORDER_ID,
      messageId: 1_000,
      sender: 'studio',
      sequence: 1,
      occurredAt: now,
    }),
  'guide.available': (now) => {
    const { guideId, tripDate, tripDays } = newOrder(now);
    const hold = { id: HOLD_ID, expiresAt: new Date(now.getTime() + HOUR_MS / 2) };
    return guideAvailableBody({ id: 1_000, guideId, tripDate, tripDays }, 1, now, hold);
  },
  'settlement.issued': (now) => settlementSample('issued', now),
  'settlement.disputed': (now) => settlementSample('disputed', now),
  'settlement.dispute_resolved': (now) => settlementSample('dispute_resolved', now),
  'settlement.adjusted': (now) => settlementSample('adjusted', now),
  'settlement.paid': (now) => settlementSample('paid', now),
  'callback.failing': (now) =>
    callbackEventBody({ ...endpoint('callback.failing', now), lastError: 'timeout', httpStatus: null }),
  'callback.paused': (now) =>
    callbackEventBody({ ...endpoint('callback.paused', now), lastError: 'http_status', httpStatus: 410 }),
  'callback.recovered': (now) =>
    callbackEventBody({ ...endpoint('callback.recovered', now), lastError: 'timeout', httpStatus: null }),
  'merchant.verified': (now) =>
    verificationEventBody({ ...decision(now), type: 'merchant.verified', reason: null }),
  'merchant.refused': (now) =>
    verificationEventBody({
      ...decision(now),
      type: 'merchant.refused',
      reason: 'The tax number is not valid.',
    }),
};

/** Twelve hours after it was made, of the 24 that the studio has. */
function newOrder(now: Date): OrderFacts {
  const createdAt = new Date(now.getTime() - 12 * HOUR_MS);
  const tripDate = addDays(now.toISOString().slice(0, 10), 30);
  const endDate = addDays(tripDate, TRIP_DAYS - 1);
  return {
    id: ORDER_ID,
    guideId: 'G1001',
    status: 'pending',
    sequence: 1,
    tripDate,
    tripDays: TRIP_DAYS,
    guestCount: 4,
    contactName: '',
    contactPhone: '',
    clientReference: 'B-2207',
    totalAmount: 36_000,
    currency: 'EUR',
    priceBreakdown: [
      { kind: 'day_rate', startDate: tripDate, endDate, days: TRIP_DAYS, unitAmount: 18_000, amount: 36_000 },
    ],
    commissionRate: 1_200,
    cancellationPolicy: CANCELLATION_PRESETS.moderate,
    timeZone: TIME_ZONE,
    confirmBy: new Date(now.getTime() + 12 * HOUR_MS),
    tripStartAt: startOfDay(tripDate, TIME_ZONE),
    tripEndAt: startOfDay(addDays(endDate, 1), TIME_ZONE),
    createdAt,
  };
}

const confirmedOrder = (now: Date): OrderFacts => ({ ...newOrder(now), status: 'confirmed', sequence: 2 });

function history(now: Date): EventFacts[] {
  const occurredAt = newOrder(now).createdAt;
  return [{ sequence: 1, toStatus: 'pending', reason: 'created', actorKind: 'merchant', occurredAt }];
}

function confirmedHistory(now: Date): EventFacts[] {
  const confirmation = {
    fromStatus: 'pending',
    toStatus: 'confirmed',
    reason: 'confirmed_by_studio',
  } as const;
  return [...history(now), { ...confirmation, sequence: 2, actorKind: 'studio', occurredAt: now }];
}

/** From four guests to two. */
function changeSample(reason: UnmovedReason, status: ChangeState, now: Date): string {
  const order = { ...confirmedOrder(now), sequence: 3 };
  const change = {
    id: CHANGE_ID,
    status,
    before: { guestCount: 4 },
    after: { guestCount: 2 },
    answerBy: new Date(now.getTime() + HOUR_MS),
    createdAt: now,
    ...(status !== 'requested' && { decidedAt: now }),
  };
  return orderChangeBodies(order, unmovedHistory(reason, actorOf(reason), now), change).merchant;
}

function actorOf(reason: UnmovedReason): ActorKind {
  if (reason === 'change_expired') return 'platform';
  return reason.endsWith('merchant') ? 'merchant' : 'studio';
}

function unmovedHistory(reason: UnmovedReason, actorKind: ActorKind, now: Date): EventFacts[] {
  const event = { sequence: 3, fromStatus: 'confirmed', toStatus: 'confirmed', occurredAt: now } as const;
  return [...confirmedHistory(now), { ...event, reason, actorKind }];
}

const DISPUTE: DisputeFacts = { lineId: 'LIN123', reason: 'Two guests came, not four.' };

/** How a statement comes to each event, and which number that has where nothing else happened to it. */
const SETTLEMENT_SAMPLES: Record<SettlementEvent, SettlementSample> = {
  issued: { sequence: 1, from: 'open', to: 'issued' },
  disputed: { sequence: 2, from: 'issued', to: 'disputed', dispute: DISPUTE },
  dispute_resolved: {
    sequence: 3,
    from: 'disputed',
    to: 'issued',
    dispute: { ...DISPUTE, outcome: 'rejected' },
  },
  adjusted: {
    sequence: 4,
    from: 'disputed',
    to: 'issued',
    dispute: { ...DISPUTE, outcome: 'adjusted', amount: 4_500 },
  },
  paid: { sequence: 2, from: 'issued', to: 'paid' },
};

interface SettlementSample {
  readonly sequence: number;
  readonly from: SettlementState;
  readonly to: SettlementState;
  readonly dispute?: DisputeFacts;
}

function settlementSample(event: SettlementEvent, now: Date): string {
  const { sequence, from, to, dispute } = SETTLEMENT_SAMPLES[event];
  const facts = { event, sequence, previousStatus: from, occurredAt: now };
  return settlementEventBody(statement(to, now), { ...facts, ...(dispute && { dispute }) });
}

function statement(status: SettlementState, now: Date): SettlementFacts {
  const isPaid = status === 'paid';
  return {
    id: 'STL1000000000',
    merchantKey: MERCHANT_KEY,
    month: now.toISOString().slice(0, 7),
    part: 1,
    currency: 'EUR',
    status,
    lineCount: 3,
    gross: 108_000,
    commission: 12_960,
    balance: 95_040,
    issuedAt: now,
    paidAt: isPaid ? now : null,
    paymentReference: isPaid ? 'SEPA 2207' : null,
  };
}

function endpoint<Type extends string>(type: Type, now: Date) {
  const since = new Date(now.getTime() - HOUR_MS);
  const url = 'https://agency.example/guidepost';
  return { type, endpointId: 'EP1000', url, sequence: 1, since, occurredAt: now };
}

const decision = (now: Date) => ({ merchantKey: MERCHANT_KEY, sequence: 1, occurredAt: now });
