import { type Static, Type } from 'typebox';
import { GUIDE_STATUSES, GUIDE_VISIBILITIES } from '../../domain/guide.ts';
import { CalendarDate, CurrencyCode, GuideId, Instant, oneOf, Text, TextList, TimeZone } from './common.ts';

export const GUIDE_SORTS = ['guideId', '-rating', 'dayRate', '-dayRate', 'name'] as const;
/** Keeps the offset far from anything that a database counts badly. */
const MAX_PAGE = 1_000_000;

/** Specification, "GET /open/v1/guide/list"; the filters after `status` are the design's. */
export const GuideListQuery = Type.Object(
  {
    page: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_PAGE, default: 1, description: 'Page number, from 1' }),
    ),
    size: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, default: 10, description: 'Items per page' }),
    ),
    area: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Guides who serve this area',
        examples: ['Lisbon'],
      }),
    ),
    status: Type.Optional(oneOf(GUIDE_STATUSES, 'Guides of this status')),
    serviceType: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Guides who offer this kind of service',
        examples: ['city_walk'],
      }),
    ),
    minRating: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 5,
        description: 'Guides rated at least this; above 0 only reviewed ones',
      }),
    ),
    availableFrom: Type.Optional(CalendarDate),
    availableTo: Type.Optional(CalendarDate),
    sort: Type.Optional(oneOf(GUIDE_SORTS, 'Order of the list, `guideId` by default; `-` is descending')),
  },
  { additionalProperties: false },
);
export type GuideListQuery = Static<typeof GuideListQuery>;

const listItem = {
  guideId: GuideId,
  name: Text(100, "Guide's display name", ['Inês Tavares']),
  area: Text(100, 'Service area', ['Lisbon']),
  rating: Type.Number({ description: 'Mean of all reviews, 1 to 5; 0 before the first', examples: [4.85] }),
  status: oneOf(GUIDE_STATUSES, 'Only an `active` guide can be booked'),
  reviewCount: Type.Integer({ examples: [12] }),
  dayRate: Type.Number({ description: 'Price of a day, decimal', examples: [140] }),
  currency: CurrencyCode,
  instantConfirmation: Type.Boolean({ description: 'Orders are confirmed at once' }),
};

export const GuideListItem = Type.Object(listItem);
export type GuideListItem = Static<typeof GuideListItem>;

export const GuideList = Type.Object({
  total: Type.Integer({ description: 'Number of matching guides' }),
  list: Type.Array(GuideListItem),
});

export const CancellationPolicySchema = Type.Object({
  preset: oneOf(['flexible', 'moderate', 'strict', 'custom']),
  tiers: Type.Array(
    Type.Object({
      daysBefore: Type.Integer({ description: "Until this many days before the trip's first day …" }),
      refundPercent: Type.Number({ description: '… this much of the total comes back' }),
    }),
    { description: 'The most generous first; after the last one nothing comes back' },
  ),
});

export const GuideDetail = Type.Object({
  ...listItem,
  profile: Text(4_000, 'Who the guide is'),
  languages: TextList('Languages, BCP 47', ['pt', 'en']),
  serviceAreas: TextList('Every area that the guide serves', ['Lisbon', 'Lisbon region']),
  serviceTypes: TextList('Kinds of service', ['city_walk', 'museum']),
  reviewStatistics: Type.Object({ count: Type.Integer(), averageRating: Type.Number() }),
  timeSlots: Type.Array(
    Type.Object({ startDate: CalendarDate, endDate: CalendarDate }, { description: 'Both days included' }),
    { description: "Bookable days of the next 90 days in the guide's time zone; none unless `active`" },
  ),
  timeZone: TimeZone,
  maxGuests: Type.Integer(),
  confirmationHours: Type.Integer({ description: 'Hours that the studio has to confirm a new order' }),
  cancellationPolicy: CancellationPolicySchema,
  visibility: oneOf(GUIDE_VISIBILITIES, '`partners`: only the owning studio and its partners see the guide'),
  createdAt: Instant,
  updatedAt: Instant,
});
export type GuideDetail = Static<typeof GuideDetail>;

export const GuideDetailPath = Type.Object({ guideId: GuideId }, { additionalProperties: false });
