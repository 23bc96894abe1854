/** Holds: a guide's time and price, kept for a while (docs/orders.md, "Holds"). */
import { type Static, Type } from 'typebox';
import { DEFAULT_HOLD_SECONDS, HOLD_STATES, MAX_HOLD_SECONDS } from '../../domain/hold.ts';
import { CalendarDate, CurrencyCode, Cursor, GuideId, Instant, nullable, oneOf, TimeZone } from './common.ts';
import { Amount, CancellationPolicySchema, PriceBreakdown } from './guide-terms.ts';
import {
  ExpectedTotal,
  GoesIf,
  GuestTotal,
  HoldId,
  having,
  OfferCode,
  obeyingUnlessQuoted,
  QuoteId,
  shownTripMembers,
  TRIP_RULES,
  TripDays,
  tripChangeMembers,
  tripMembers,
} from './trips.ts';
import { EntryId } from './waitlist.ts';

export const HoldStatus = oneOf(
  HOLD_STATES,
  '`held` until it is `booked` (an order was placed from it), `released`, or `expired`',
);
const HoldSeconds = Type.Integer({
  minimum: 60,
  maximum: MAX_HOLD_SECONDS,
  default: DEFAULT_HOLD_SECONDS,
  description:
    'Seconds from now; at most until 48 h after the hold was made, and not beyond the start of the trip',
});

const holdMembers = {
  holdSeconds: Type.Optional(HoldSeconds),
  expectedTotal: Type.Optional(ExpectedTotal),
};

/** With a quote, what it says may be left out. */
export const HoldCreateBody = Type.Unsafe<HoldCreate | HoldFromQuote>(
  Type.Object(
    {
      quoteId: Type.Optional({
        ...QuoteId,
        description:
          'Holds the trip of this quote, at its price. Leave the trip out, or send it exactly as it was quoted',
      }),
      ...tripMembers,
      guideId: Type.Optional(tripMembers.guideId),
      tripDate: Type.Optional(tripMembers.tripDate),
      ...holdMembers,
    },
    { additionalProperties: false, ...obeyingUnlessQuoted(having(['guideId', 'tripDate']), ...TRIP_RULES) },
  ),
);
const HoldMembers = Type.Object({ ...tripMembers, ...holdMembers });
/** A hold that says everything itself. */
export type HoldCreate = Static<typeof HoldMembers> & { readonly quoteId?: undefined };
/** A hold of what was quoted. */
export type HoldFromQuote = Partial<Static<typeof HoldMembers>> & { readonly quoteId: string };

export const HoldExtendBody = Type.Object(
  { holdSeconds: Type.Optional(HoldSeconds) },
  { additionalProperties: false },
);

/** What is not sent stays as it is; null takes away. */
export const HoldChangeBody = Type.Object(
  {
    ...tripChangeMembers,
    offerCode: Type.Optional(nullable(OfferCode)),
    expectedTotal: Type.Optional(ExpectedTotal),
  },
  { additionalProperties: false, minProperties: 1 },
);
export type HoldChange = Static<typeof HoldChangeBody>;

export const HoldPath = Type.Object({ holdId: HoldId }, { additionalProperties: false });

export const HoldDetailData = Type.Object({
  holdId: HoldId,
  status: HoldStatus,
  expiresAt: Instant,
  orderId: nullable(Type.String({ description: 'The order that was placed from it' })),
  entryId: Type.Optional(EntryId),
  guideId: GuideId,
  tripDate: CalendarDate,
  tripDays: TripDays,
  guestCount: GuestTotal,
  ...shownTripMembers,
  goesIf: Type.Optional(GoesIf),
  timeZone: TimeZone,
  tripStartAt: Instant,
  tripEndAt: Instant,
  totalAmount: Amount,
  currency: CurrencyCode,
  priceBreakdown: PriceBreakdown,
  instantConfirmation: Type.Boolean({ description: 'An order from it is confirmed at once' }),
  cancellationPolicy: CancellationPolicySchema,
  createdAt: Instant,
});
export type HoldDetail = Static<typeof HoldDetailData>;

export const HoldListQuery = Type.Object(
  {
    size: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, default: 10, description: 'Items per page' }),
    ),
    cursor: Type.Optional(Cursor),
    status: Type.Optional(HoldStatus),
  },
  { additionalProperties: false },
);
export type HoldListQuery = Static<typeof HoldListQuery>;

export const HoldListData = Type.Object({
  list: Type.Array(HoldDetailData),
  nextCursor: nullable(Type.String({ description: 'Null on the last page' })),
});
export type HoldList = Static<typeof HoldListData>;
