/** What a trip would cost, and what cancelling an order would (docs/architecture.md, "HTTP"). */
import { type Static, Type } from 'typebox';
import { QUOTE_MINUTES } from '../../domain/quote.ts';
import { CalendarDate, CurrencyCode, GuideId, Instant, nullable, TimeZone } from './common.ts';
import { ErrorDetailSchema } from './envelope.ts';
import { Amount, CancellationPolicySchema, PriceBreakdown } from './guide-terms.ts';
import { OrderId, OrderStatus } from './orders.ts';
import {
  GoesIf,
  GuestTotal,
  obeying,
  QuoteId,
  shownTripMembers,
  TRIP_RULES,
  TripDays,
  tripMembers,
} from './trips.ts';

export const QuoteBody = Type.Object(
  { ...tripMembers },
  { additionalProperties: false, ...obeying(...TRIP_RULES) },
);
export type QuoteRequest = Static<typeof QuoteBody>;

export const CancellationTerm = Type.Object(
  {
    until: nullable(Type.String({ format: 'date-time', description: 'Null: no end' })),
    refund: Amount,
    fee: Amount,
  },
  { description: 'What cancelling refunds until then' },
);

export const OrderQuote = Type.Object({
  quoteId: {
    ...QuoteId,
    description:
      'Keeps price and cancellation policy for order/create and order/hold until `expiresAt`; it does not hold the guide',
  },
  expiresAt: Type.String({
    format: 'date-time',
    description: `When the quote ends, ${QUOTE_MINUTES} minutes from now`,
  }),
  guideId: GuideId,
  tripDate: CalendarDate,
  tripDays: TripDays,
  guestCount: GuestTotal,
  ...shownTripMembers,
  goesIf: Type.Optional(GoesIf),
  capacity: nullable(
    Type.Integer({
      description:
        'Places of the departure, which several parties share; null: the party has the guide to itself',
    }),
  ),
  placesLeft: nullable(Type.Integer({ description: 'Places that are left' })),
  available: Type.Boolean({ description: 'Whether order/create would take it now; nothing is held' }),
  obstacles: Type.Array(Type.String(), { description: 'Why not; empty when available' }),
  obstacleDetails: Type.Array(ErrorDetailSchema, {
    description: 'The same for programs, as `data.details` of a refusal has it',
  }),
  totalAmount: Amount,
  currency: CurrencyCode,
  priceBreakdown: PriceBreakdown,
  timeZone: TimeZone,
  tripStartAt: Instant,
  tripEndAt: Instant,
  instantConfirmation: Type.Boolean({ description: 'True: it would be confirmed at once' }),
  confirmBy: Type.String({
    format: 'date-time',
    description: 'When an order placed now would expire if it is not confirmed',
  }),
  cancellationPolicy: CancellationPolicySchema,
  cancellationTerms: Type.Array(CancellationTerm, {
    description:
      'What cancelling refunds once the order is confirmed, in chronological order; before that, everything is refunded',
  }),
  quotedAt: Instant,
});
export type OrderQuote = Static<typeof OrderQuote>;

export const RefundChange = Type.Object(
  { at: Instant, refund: Amount, fee: Amount },
  { description: "When the refund decreases next, and to what; null if it doesn't" },
);
export const CancelQuote = Type.Object({
  orderId: OrderId,
  status: OrderStatus,
  cancellable: Type.Boolean({ description: 'Whether you can cancel the order now' }),
  totalAmount: Amount,
  refund: nullable(Amount),
  fee: nullable(Amount),
  refundPercent: nullable(Type.Number({ description: 'Percentage of the total that is refunded' })),
  currency: CurrencyCode,
  quotedAt: Instant,
  nextChange: nullable(RefundChange),
});
export type CancelQuote = Static<typeof CancelQuote>;
