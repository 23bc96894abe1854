/**
 * What merchants are sent, by type of event (docs/notifications.md, "Event types"): for the event feed and for the
 * `webhooks` of the OpenAPI document. Members may be added, so these schemas are open.
 */
import { type Static, type TProperties, Type } from 'typebox';
import type { EventType } from '../../domain/event-types.ts';
import { REMINDERS } from '../../domain/order-notification.ts';
import { UNMOVED_REASONS } from '../../domain/order-state.ts';
import { DISPUTE_STATES } from '../../domain/settlement.ts';
import { EndpointId } from './callback-endpoints.ts';
import { PublishedChange } from './changes.ts';
import { CurrencyCode, GuideId, Instant, nullable, oneOf } from './common.ts';
import { Money } from './guide-terms.ts';
import { MessageId, Sender } from './messages.ts';
import { AttemptError, NotificationId } from './notifications.ts';
import { OrderDetailData, OrderId, OrderReason, OrderStatus } from './orders.ts';
import { Rating } from './reviews.ts';
import { LineId, SettlementId, SettlementStatus, SettlementSummary } from './settlements.ts';
import { turnMembers, waitlistTripMembers } from './waitlist.ts';

export const OrderSnapshot = Type.Omit(
  OrderDetailData,
  ['contactName', 'contactPhone', 'contactEmail', 'guestNames', 'answers', 'remark', 'openChange'],
  {
    description: 'The order as it was then, as your side sees it, without contact details and remark',
  },
);
const ClientReference = nullable(Type.String({ description: "The ordering merchant's own reference" }));

export const EventHead = Type.Object(
  {
    notificationId: NotificationId,
    sequence: Type.Integer({ description: 'Number of the event in the history of its subject' }),
    occurredAt: Instant,
  },
  { description: 'What every event has' },
);

/** Every body: its type, its own members, and those that all have. */
function eventBody<const Name extends EventType, Members extends TProperties>(
  type: Name,
  description: string,
  members: Members,
) {
  const { notificationId, sequence, occurredAt } = EventHead.properties;
  const common = { notificationId, type: Type.Literal(type), sequence, occurredAt };
  return Type.Object({ ...common, ...members }, { description });
}

export const UnmovedReason = oneOf(UNMOVED_REASONS, 'What happened to it without a change of state');

const unmovedMembers = {
  orderId: OrderId,
  clientReference: ClientReference,
  status: OrderStatus,
  reason: UnmovedReason,
  order: OrderSnapshot,
};

/** What concerns a change. */
function changeBody<const Name extends EventType>(type: Name, description: string) {
  return eventBody(type, description, { ...unmovedMembers, change: PublishedChange });
}

export const SettlementSnapshot = Type.Omit(SettlementSummary, ['timeZone'], {
  description: 'The statement as it was then',
});
const settlementMembers = {
  settlementId: SettlementId,
  previousStatus: SettlementStatus,
  status: SettlementStatus,
  settlement: SettlementSnapshot,
};

export const DisputeOutcome = oneOf(
  DISPUTE_STATES.slice(1) as ['rejected', 'adjusted'],
  '`adjusted`: corrected by a line of a later statement',
);
export const DisputeSnapshot = Type.Object(
  {
    lineId: LineId,
    reason: Type.String({ description: "The merchant's reason, or the operator's answer" }),
    outcome: nullable(DisputeOutcome),
    amount: nullable(Type.Number({ description: 'Decimal, in your favour, if one was posted' })),
    currency: CurrencyCode,
  },
  { description: 'The objection as it was then' },
);
const dispute = { dispute: DisputeSnapshot };

const callbackMembers = {
  endpointId: EndpointId,
  host: Type.String({ description: 'Host name of its address', examples: ['agency.example'] }),
  since: Instant,
  lastError: nullable(AttemptError),
  httpStatus: nullable(Type.Integer({ description: 'Of the last answer' })),
};

const verificationMembers = {
  merchantKey: Type.String({ description: 'Yours' }),
  reason: nullable(Type.String({ description: "The operator's reason" })),
};

/** What an endpoint answers. */
export const Acknowledgement = Type.Object(
  { code: Type.Literal(200, { description: 'You have received it' }) },
  { description: 'What acknowledges a notification' },
);

/** One schema for each type. */
export const EVENT_BODIES = {
  'order.status_changed': eventBody('order.status_changed', 'An order was created, or its status changed', {
    orderId: OrderId,
    clientReference: ClientReference,
    previousStatus: nullable(OrderStatus),
    status: OrderStatus,
    reason: OrderReason,
    order: OrderSnapshot,
  }),
  'order.confirmation_due': eventBody(
    'order.confirmation_due',
    'To the studio: an order is still waiting for its confirmation',
    {
      orderId: OrderId,
      clientReference: ClientReference,
      confirmBy: Instant,
      reminder: oneOf(Object.values(REMINDERS), '`half` of the time has passed; then `late`, nine tenths'),
      order: OrderSnapshot,
    },
  ),
  'order.changed': changeBody('order.changed', 'An order was changed'),
  'order.change_requested': changeBody(
    'order.change_requested',
    "The merchant has asked for a change that needs the studio's consent",
  ),
  'order.change_declined': changeBody('order.change_declined', 'The studio declined a change'),
  'order.change_withdrawn': changeBody('order.change_withdrawn', 'The merchant withdrew a change'),
  'order.change_expired': changeBody('order.change_expired', 'The studio did not answer a change in time'),
  'order.refunded': eventBody('order.refunded', 'The studio refunded part of the price', {
    ...unmovedMembers,
    refunded: Type.Object(Money.properties, {
      description: 'The amount of this refund; `order.refund` has the sum',
    }),
  }),
  'review.created': eventBody('review.created', 'The ordering merchant rated a trip', {
    orderId: OrderId,
    guideId: GuideId,
    rating: Rating,
    text: Type.String({ description: 'What the guests say' }),
  }),
  'message.received': eventBody('message.received', 'The other side of an order wrote to you', {
    orderId: OrderId,
    messageId: MessageId,
    sender: Sender,
    link: Type.String({
      description: "Where to read it: a path under the platform's address",
      examples: ['/open/v1/order/messages/ORD1795230000000123456'],
    }),
  }),
  'guide.available': eventBody(
    'guide.available',
    'The time that you are waiting for has become free: it is held for you (`holdId`), or the first to book gets it',
    { ...waitlistTripMembers, ...turnMembers },
  ),
  'settlement.issued': eventBody(
    'settlement.issued',
    'A statement was issued and is to be paid',
    settlementMembers,
  ),
  'settlement.disputed': eventBody('settlement.disputed', 'You objected to a line', {
    ...settlementMembers,
    ...dispute,
  }),
  'settlement.dispute_resolved': eventBody('settlement.dispute_resolved', 'An operator answered', {
    ...settlementMembers,
    ...dispute,
  }),
  'settlement.adjusted': eventBody(
    'settlement.adjusted',
    'An operator posted an amount because of a dispute; it is a line of the next statement',
    { ...settlementMembers, ...dispute },
  ),
  'settlement.paid': eventBody('settlement.paid', 'A statement was paid', settlementMembers),
  'callback.failing': eventBody(
    'callback.failing',
    'One of your other endpoints has acknowledged nothing for an hour',
    callbackMembers,
  ),
  'callback.paused': eventBody('callback.paused', 'One of your other endpoints was paused', callbackMembers),
  'callback.recovered': eventBody(
    'callback.recovered',
    'One of your other endpoints works again',
    callbackMembers,
  ),
  'merchant.verified': eventBody('merchant.verified', 'An operator approved you', verificationMembers),
  'merchant.refused': eventBody('merchant.refused', 'An operator refused you', verificationMembers),
} satisfies Record<EventType, unknown>;

export const EventBody = Type.Union(Object.values(EVENT_BODIES), {
  description: "The same JSON as the event's notification; `type` says which of these it is",
});
export type EventBody = Static<typeof EventBody>;
