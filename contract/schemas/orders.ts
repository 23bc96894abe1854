/** Order endpoints (specification, "Order create request fields" and following; docs/architecture.md, "HTTP"). */
import { type Static, Type } from 'typebox';
import { ORDER_ID_PATTERN } from '../../domain/ids.ts';
import { ACTOR_KINDS, ORDER_ACTIONS, ORDER_STATES, REASON_CODES } from '../../domain/order-state.ts';
import { ChangeId, ChangeSchema } from './changes.ts';
import {
  CalendarDate,
  CurrencyCode,
  Cursor,
  GuideId,
  Instant,
  Line,
  nullable,
  oneOf,
  Prose,
} from './common.ts';
import { Amount, CancellationPolicySchema, PriceBreakdown } from './guide-terms.ts';
import { GivenInstant } from './notification-filters.ts';
import {
  Answer,
  Answers,
  ContactEmail,
  ExpectedTotal,
  GoesIf,
  GuestNames,
  GuestTotal,
  HoldId,
  obeyingUnlessQuoted,
  QuoteId,
  shownTripMembers,
  TRIP_RULES_UNLESS_HELD,
  TripDays,
  tripMembers,
} from './trips.ts';

export const OrderStatus = oneOf(ORDER_STATES, 'State of the order');
export const OrderReason = oneOf(REASON_CODES, 'Reason for what happened');
export const ActorKind = oneOf(ACTOR_KINDS, 'Who did it');
export const OrderActionName = oneOf(ORDER_ACTIONS, 'An operation that moves the order');
export const OrderId = Type.String({
  pattern: ORDER_ID_PATTERN,
  maxLength: 27,
  description: 'Order identifier: `ORD` and digits',
  examples: ['ORD1795230000000123456'],
});
export const ContactPhone = Type.String({
  minLength: 3,
  maxLength: 32,
  description: "E.164, or the national format of the merchant's country",
  examples: ['+351912345678'],
});
const ClientReference = Line(64, { description: "The merchant's own reference" });

export const orderCreateMembers = {
  ...tripMembers,
  contactName: Line(100),
  contactPhone: ContactPhone,
  contactEmail: Type.Optional(ContactEmail),
  guestNames: Type.Optional(GuestNames),
  answers: Type.Optional(Answers),
  remark: Type.Optional(Prose(1_000, 'For the studio')),
  clientReference: Type.Optional(ClientReference),
  uniqueReference: Type.Optional(
    Type.Boolean({
      // No default here: it would become part of the request that an Idempotency-Key identifies.
      description:
        'True: refused with 40909 if another of your orders has this `clientReference`, whatever its state',
    }),
  ),
  expectedTotal: Type.Optional(ExpectedTotal),
};

/** With a hold or a quote, what it says may be left out. */
export const OrderCreateBody = Type.Unsafe<OrderCreate | OrderFromHold | OrderFromQuote>(
  Type.Object(
    {
      holdId: Type.Optional({
        ...HoldId,
        description:
          'Books what this hold keeps, at its price. Leave the trip out, or send it exactly as it is held',
      }),
      quoteId: Type.Optional({
        ...QuoteId,
        description:
          'Books the trip of this quote, at its price. Leave the trip out, or send it exactly as it was quoted. Not together with `holdId`',
      }),
      ...orderCreateMembers,
      guideId: Type.Optional(tripMembers.guideId),
      tripDate: Type.Optional(tripMembers.tripDate),
    },
    // Missing members are reported in the order in which they are documented.
    { additionalProperties: false, ...obeyingUnlessQuoted(...TRIP_RULES_UNLESS_HELD) },
  ),
);
const OrderMembers = Type.Object(orderCreateMembers);
/** A booking that says everything itself. */
export type OrderCreate = Static<typeof OrderMembers> & {
  readonly holdId?: undefined;
  readonly quoteId?: undefined;
};
type OrderOfKept = Partial<Static<typeof OrderMembers>> & Pick<OrderCreate, 'contactName' | 'contactPhone'>;
/** A booking of what is held. */
export type OrderFromHold = OrderOfKept & { readonly holdId: string; readonly quoteId?: string };
/** A booking of what was quoted. */
export type OrderFromQuote = OrderOfKept & { readonly holdId?: undefined; readonly quoteId: string };

export const HistoryEntry = Type.Object({
  sequence: Type.Integer({ description: 'Number of the entry, from 1' }),
  previousStatus: nullable(OrderStatus),
  status: OrderStatus,
  reason: OrderReason,
  actor: ActorKind,
  actedBy: nullable(
    Type.String({
      description: 'The provider that acted for you (`On-Behalf-Of`); otherwise null',
    }),
  ),
  note: nullable(Type.String({ description: 'Free text from whoever did it' })),
  occurredAt: Instant,
});

const orderSummary = {
  orderId: OrderId,
  guideId: GuideId,
  status: OrderStatus,
  clientReference: nullable(Type.String({ description: "The merchant's own reference" })),
  tripDate: CalendarDate,
  tripDays: TripDays,
  guestCount: GuestTotal,
  totalAmount: Amount,
  currency: CurrencyCode,
  createdAt: Instant,
};

export const OrderDeadline = Type.Object(
  {
    at: Instant,
    status: OrderStatus,
    // In every answer; events that were written before it existed lack it.
    changeId: Type.Optional(
      nullable(
        Type.String({
          ...ChangeId,
          description:
            'The change that is waiting for the studio, if it is the change that expires: the order stays as it is',
        }),
      ),
    ),
  },
  { description: 'When something happens to the order automatically, and its status then' },
);
export const OrderRefund = Type.Object(
  { amount: Amount, fee: Amount, currency: CurrencyCode },
  { description: "What the ordering merchant gets back, and what it doesn't" },
);
export const OrderCommission = Type.Object(
  {
    rate: Type.Integer({ description: 'Basis points' }),
    amount: Amount,
    currency: CurrencyCode,
  },
  { description: "The platform's share" },
);

export const OrderDetailData = Type.Object({
  ...orderSummary,
  contactName: nullable(Type.String({ description: 'For the studio: null until the order is confirmed' })),
  contactPhone: nullable(Type.String({ description: 'E.164; for the studio: null until confirmed' })),
  remark: nullable(Type.String({ description: 'For the studio' })),
  contactEmail: nullable(Type.String({ description: 'For the studio: null until confirmed' })),
  guestNames: nullable(
    Type.Array(Type.String(), {
      description: 'For the studio: null until confirmed; empty if none were sent',
    }),
  ),
  answers: nullable(Type.Array(Answer, { description: 'For the studio: null until confirmed' })),
  ...shownTripMembers,
  goesIf: Type.Optional(GoesIf),
  priceBreakdown: PriceBreakdown,
  timeZone: Type.String({ description: "The guide's time zone (IANA)" }),
  tripStartAt: Instant,
  tripEndAt: Instant,
  availableActions: Type.Array(OrderActionName, {
    description: 'The operations that the caller can use on the order in its current state',
  }),
  nextDeadline: nullable(OrderDeadline),
  cancellationPolicy: CancellationPolicySchema,
  openChange: nullable(
    Type.Object(ChangeSchema.properties, { description: 'The change that is waiting for the studio' }),
  ),
  refund: nullable(OrderRefund),
  commission: OrderCommission,
  history: Type.Array(HistoryEntry),
});
export type OrderDetail = Static<typeof OrderDetailData>;

export const OrderPath = Type.Object({ orderId: OrderId }, { additionalProperties: false });

export const OrderMoveBody = Type.Object(
  { reason: Type.Optional(Prose(500, 'Free text for the other side')) },
  { additionalProperties: false },
);

export const OrderListQuery = Type.Object(
  {
    size: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, default: 10, description: 'Items per page' }),
    ),
    cursor: Type.Optional(Cursor),
    status: Type.Optional(OrderStatus),
    guideId: Type.Optional(GuideId),
    clientReference: Type.Optional(ClientReference),
    tripDateFrom: Type.Optional(CalendarDate),
    tripDateTo: Type.Optional(CalendarDate),
    updatedSince: Type.Optional(
      GivenInstant(
        'Only orders that have changed since this instant, earliest change first; not together with trip dates',
      ),
    ),
  },
  { additionalProperties: false },
);
export type OrderListQuery = Static<typeof OrderListQuery>;

export const OrderSummary = Type.Object({
  ...orderSummary,
  updatedAt: Type.String({ ...Instant, description: 'Time of its last change' }),
});
export const OrderListData = Type.Object({
  list: Type.Array(OrderSummary),
  nextCursor: nullable(Type.String({ description: 'Null on the last page' })),
});
export type OrderList = Static<typeof OrderListData>;
