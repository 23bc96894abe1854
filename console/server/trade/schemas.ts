/** What the trade pages of the console read beside the API's own operations. */
import { type Static, Type } from 'typebox';
import { ChangeSchema } from '../../../contract/schemas/changes.ts';
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
} from '../../../contract/schemas/common.ts';
import { Amount } from '../../../contract/schemas/guide-terms.ts';
import { OrderDeadline, OrderId, OrderListQuery, OrderStatus } from '../../../contract/schemas/orders.ts';
import { SettlementSummary } from '../../../contract/schemas/settlements.ts';
import { GuestCount, MeetingPoint } from '../../../contract/schemas/trips.ts';
import { ORDER_SORTS } from '../../../domain/order-sort.ts';
import { MAX_TRIP_DAYS } from '../../../domain/trip-details.ts';

const Count = Type.Integer();
const Name = Type.String();

/** One of the company's own people. */
const Assignee = nullable(Type.Object({ personId: Count, name: Name }));

/** An order in one line. */
const OrderCard = Type.Object({
  orderId: OrderId,
  guideId: GuideId,
  guideName: Name,
  status: OrderStatus,
  clientReference: nullable(Name),
  tripDate: CalendarDate,
  tripDays: Count,
  tripKindName: nullable(Name),
  startTime: nullable(Name),
  guestCount: Count,
  guests: Type.Array(GuestCount),
  language: nullable(Name),
  totalAmount: Amount,
  currency: CurrencyCode,
  timeZone: Name,
  nextDeadline: nullable(OrderDeadline),
  tripStartAt: Instant,
  tripEndAt: Instant,
  createdAt: Instant,
  updatedAt: Instant,
  unread: Count,
  assigned: Assignee,
});

const { updatedSince: _updatedSince, cursor: _cursor, ...listMembers } = OrderListQuery.properties;
/** As order/list, by a text, and by who looks after them; sorted. */
export const CardListQuery = Type.Object(
  {
    ...listMembers,
    cursor: Type.Optional(Cursor),
    text: Type.Optional(Type.String({ minLength: 2, maxLength: 100 })),
    assigned: Type.Optional(Type.String({ maxLength: 15, pattern: '^(me|nobody|[1-9][0-9]{0,14})$' })),
    sort: Type.Optional(oneOf(ORDER_SORTS)),
  },
  { additionalProperties: false },
);
const { size: _size, cursor: __cursor, ...exported } = CardListQuery.properties;
/** What filters and sort of the list say. */
export const CardFilters = Type.Object(exported, { additionalProperties: false });
/** Those that are chosen in the list are at most a hundred (console/web/src/parts/selection.tsx). */
export const CardExportQuery = Type.Object(
  {
    ...exported,
    orderIds: Type.Optional(
      Type.String({ pattern: '^ORD[0-9]{1,25}(,ORD[0-9]{1,25}){0,99}$', maxLength: 3_000 }),
    ),
  },
  { additionalProperties: false },
);
export const CardList = Type.Object({
  list: Type.Array(OrderCard),
  nextCursor: nullable(Type.String()),
});
export type CardList = Static<typeof CardList>;
export const CardCount = Type.Object({
  count: Count,
  isMore: Type.Boolean({ description: 'There are more than were counted' }),
});

/** A page of guides, or a comparison of some. */
const MAX_PRICED_GUIDES = 25;
export const TripPriceQuery = Type.Object(
  {
    guideIds: Type.String({
      pattern: `^G[0-9]{1,18}(,G[0-9]{1,18}){0,${MAX_PRICED_GUIDES - 1}}$`,
      maxLength: 500,
    }),
    tripDate: CalendarDate,
    tripDays: Type.Integer({ minimum: 1, maximum: MAX_TRIP_DAYS, default: 1 }),
    guestCount: Type.Integer({ minimum: 1, maximum: 500 }),
  },
  { additionalProperties: false },
);
export const TripPrices = Type.Object({
  list: Type.Array(
    Type.Object({
      guideId: GuideId,
      totalAmount: Amount,
      currency: CurrencyCode,
      tripKindName: nullable(Name),
      available: Type.Boolean(),
    }),
  ),
});

const Choices = Type.Array(Type.Object({ value: Name, guides: Count }));
export const GuideChoices = Type.Object({
  areas: Choices,
  languages: Choices,
  serviceTypes: Choices,
  currencies: Choices,
});

export const Done = Type.Object({});
const Url = Type.String();
const shortlist = {
  shortlistId: Count,
  title: Name,
  guides: Count,
  createdAt: Instant,
  expiresAt: Instant,
  url: Url,
};
export const SharedShortlist = Type.Object(shortlist);
export const SharedShortlists = Type.Object({ list: Type.Array(SharedShortlist) });
export const ShortlistPath = Type.Object({ shortlistId: Type.Integer({ minimum: 1, maximum: 2 ** 53 - 1 }) });
export const ShareBody = Type.Object(
  {
    title: Line(80),
    note: Type.Optional(Prose(1_000, 'For the customer')),
    guideIds: Type.Array(GuideId, { minItems: 1, maxItems: 12, uniqueItems: true }),
    from: Type.Optional(CalendarDate),
    to: Type.Optional(CalendarDate),
    guestCount: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
    days: Type.Integer({ minimum: 1, maximum: 90, description: 'How long the link works' }),
  },
  { additionalProperties: false },
);
const Texts = Type.Array(Type.String());
/** What a customer sees: no price, no studio, no id. */
export const ShownShortlist = Type.Object({
  agency: Name,
  title: Name,
  note: nullable(Type.String()),
  from: nullable(CalendarDate),
  to: nullable(CalendarDate),
  guestCount: nullable(Count),
  expiresAt: Instant,
  guides: Type.Array(
    Type.Object({
      name: Name,
      area: Name,
      profile: Type.String(),
      photos: Type.Array(Type.Object({ url: Url, caption: Type.Optional(Type.String()) })),
      serviceAreas: Texts,
      serviceTypes: Texts,
      languages: Texts,
      maxGuests: Count,
      rating: Type.Number(),
      reviewCount: Count,
      meetingPoint: nullable(Type.String()),
      isFree: nullable(Type.Boolean()),
    }),
  ),
});

const Neighbour = Type.Object({
  orderId: nullable(OrderId),
  status: nullable(OrderStatus),
  guestCount: nullable(Count),
  startAt: Instant,
  endAt: Instant,
});
const Change = Type.Object(ChangeSchema.properties);
export const Inbox = Type.Object({
  orders: Type.Array(Type.Object({ ...OrderCard.properties, neighbours: Type.Array(Neighbour) })),
  changes: Type.Array(Type.Object({ order: OrderCard, change: Change })),
});
export type Inbox = Static<typeof Inbox>;

export const OrderPeople = Type.Object({
  list: Type.Array(Type.Object({ action: Name, subject: Name, person: Name, at: Instant })),
  assigned: Assignee,
});
export const AssignBody = Type.Object(
  { personId: nullable(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })) },
  { additionalProperties: false },
);
export type OrderPeople = Static<typeof OrderPeople>;

const Waiting = Type.Object({ count: Count, first: nullable(Instant) });
const Trouble = Type.Object({
  endpointId: Name,
  host: Name,
  state: Type.Union([Type.Literal('failing'), Type.Literal('paused')]),
  since: Instant,
  waiting: Count,
});
const FirstSteps = Type.Object({
  hasGuide: Type.Boolean(),
  hasOrder: Type.Boolean(),
  hasKey: Type.Boolean(),
  hasEndpoint: Type.Boolean(),
});
const TripCard = Type.Object({
  ...OrderCard.properties,
  meetingPoint: nullable(MeetingPoint),
  contact: nullable(
    Type.Object({ contactName: Name, contactPhone: Type.String(), remark: nullable(Type.String()) }),
  ),
});
export type TripCard = Static<typeof TripCard>;
export const Home = Type.Object({
  now: Instant,
  pending: Waiting,
  changes: Waiting,
  unread: Type.Array(Type.Object({ order: OrderCard, count: Count, since: Instant })),
  statements: Type.Array(SettlementSummary),
  endpoints: Type.Array(Trouble),
  trips: Type.Array(TripCard),
  days: Type.Array(Type.Object({ day: CalendarDate, status: OrderStatus, count: Count })),
  steps: FirstSteps,
});
export type Home = Static<typeof Home>;
