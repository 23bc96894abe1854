/** Endpoints that change an order, and that give a part of its price back (docs/orders.md). */
import { type Static, Type } from 'typebox';
import { ChangeId, ChangeSchema } from './changes.ts';
import { CalendarDate, CurrencyCode, Instant, Line, nullable, Prose } from './common.ts';
import { ErrorDetailSchema } from './envelope.ts';
import { Amount, PriceBreakdown } from './guide-terms.ts';
import { ContactPhone, OrderDetailData, OrderId, OrderStatus } from './orders.ts';
import { Answers, ContactEmail, GoesIf, GuestNames, tripChangeMembers } from './trips.ts';

const changeMembers = {
  ...tripChangeMembers,
  contactName: Type.Optional(Line(100)),
  contactPhone: Type.Optional(ContactPhone),
  contactEmail: Type.Optional(nullable(ContactEmail)),
  guestNames: Type.Optional(GuestNames),
  answers: Type.Optional(Answers),
  remark: Type.Optional(nullable(Prose(1_000, 'For the studio'))),
};

const RULES = { additionalProperties: false, minProperties: 1 } as const;

/** What is not sent stays as it is; null takes away. */
export const ChangeQuoteBody = Type.Object(changeMembers, RULES);
export const OrderChangeBody = Type.Object(
  {
    ...changeMembers,
    expectedTotal: Type.Optional(
      Type.Number({
        minimum: 0,
        description: "The quote's `totalAmount`: a different price is refused with 40908",
      }),
    ),
    reason: Type.Optional(Prose(500, 'For the studio')),
  },
  RULES,
);
export type ChangeRequest = Static<typeof ChangeQuoteBody>;
export type OrderChange = Static<typeof OrderChangeBody>;

export const ChangeQuote = Type.Object({
  orderId: OrderId,
  status: OrderStatus,
  possible: Type.Boolean({ description: 'Whether order/change would take it now; nothing is held' }),
  obstacles: Type.Array(Type.String(), { description: 'Why not; empty when possible' }),
  obstacleDetails: Type.Array(ErrorDetailSchema, {
    description: 'The same for programs, as `data.details` of a refusal has it',
  }),
  needsConsent: Type.Boolean({
    description: 'Whether the studio has to agree; otherwise the change is made at once',
  }),
  answerBy: nullable(
    Type.String({
      format: 'date-time',
      description: 'Until when the studio could answer a change requested now',
    }),
  ),
  confirmBy: nullable(
    Type.String({
      format: 'date-time',
      description: 'For a pending order: by when the studio would have to confirm it',
    }),
  ),
  fields: Type.Array(Type.String(), { description: 'Names of the members that would change' }),
  totalAmount: Amount,
  previousTotal: Amount,
  difference: Type.Number({ description: 'Positive: the trip costs more' }),
  changeFee: Type.Number({
    description:
      "The part of the price reduction that the cancellation policy doesn't refund; a line of the breakdown",
  }),
  refundPercent: Type.Number({
    description: 'Percentage of the price reduction that is refunded, as if the order were cancelled now',
  }),
  currency: CurrencyCode,
  priceBreakdown: PriceBreakdown,
  tripStartAt: Instant,
  tripEndAt: Instant,
  goesIf: Type.Optional(GoesIf),
  policyDate: Type.String({
    ...CalendarDate,
    description: 'The day from which the cancellation policy counts afterwards',
  }),
  quotedAt: Instant,
});
export type ChangeQuote = Static<typeof ChangeQuote>;

export const ChangedData = Type.Object({
  change: ChangeSchema,
  order: Type.Object(OrderDetailData.properties, { description: 'The order as it is now' }),
});
export type Changed = Static<typeof ChangedData>;

export const ChangeListData = Type.Object({
  list: Type.Array(ChangeSchema, { description: 'Newest first' }),
});
export type ChangeList = Static<typeof ChangeListData>;

export const ChangeAnswerBody = Type.Object(
  {
    changeId: Type.Optional({
      ...ChangeId,
      description: 'Only this change; default: the one that is waiting',
    }),
    reason: Type.Optional(Prose(500, 'Free text for the other side')),
  },
  { additionalProperties: false },
);

export const RefundBody = Type.Object(
  {
    amount: Type.Number({
      exclusiveMinimum: 0,
      description: "Decimal, in the order's currency; at most what has not been refunded yet",
      examples: [40],
    }),
    reason: Prose(500, 'For the merchant; shown in a line of both statements', true),
  },
  { additionalProperties: false },
);
export type Refund = Static<typeof RefundBody>;
