import { type Static, type TProperties, Type } from 'typebox';
import { GUIDE_STATUSES, GUIDE_VISIBILITIES } from '../../domain/guide.ts';
import { GUIDE_DEFAULTS } from '../../domain/guide-terms.ts';
import { SERVICE_TYPES } from '../../domain/service-types.ts';
import { LINE_PATTERN } from '../../domain/text.ts';
import {
  CurrencyCode,
  GuideId,
  Instant,
  nullable,
  oneOf,
  Prose,
  Text,
  TextList,
  TimeZone,
} from './common.ts';
import { Location, Photo, Photos, PhotosInput } from './guide-appearance.ts';
import { offerInput, offerShown } from './guide-offer.ts';
import {
  availabilityFields,
  CancellationPolicyInput,
  CancellationPolicySchema,
  DailyAmount,
  GuestSurchargeSchema,
  SeasonalRates,
} from './guide-terms.ts';

export const GuideStatus = oneOf(GUIDE_STATUSES, 'Only an `active` guide can be booked');
export const GuideVisibility = oneOf(
  GUIDE_VISIBILITIES,
  '`partners`: only the owning studio and its partners see the guide',
);

const listItem = {
  guideId: GuideId,
  name: Text(100, "Guide's display name", ['Inês Tavares']),
  area: Text(100, 'Service area', ['Lisbon']),
  rating: Type.Number({
    description: 'Average of all reviews, 1 to 5; 0 before the first',
    examples: [4.85],
  }),
  status: GuideStatus,
  reviewCount: Type.Integer({ description: 'Number of all reviews', examples: [12] }),
  dayRate: Type.Number({ description: 'Price of a day, decimal', examples: [140] }),
  currency: CurrencyCode,
  instantConfirmation: Type.Boolean({ description: 'Orders are confirmed at once' }),
  languages: TextList('Languages, BCP 47', ['pt', 'en']),
  maxGuests: Type.Integer({ description: 'Maximum number of guests' }),
  timeZone: TimeZone,
  location: nullable(Location),
  updatedAt: Instant,
};

const Count = Type.Integer({ description: 'Number of reviews with this rating' });

export const GuideListItem = Type.Object({
  ...listItem,
  coverPhoto: nullable(Photo),
  distanceKm: Type.Optional(
    Type.Number({ description: 'Distance from `near`, if given; to the metre', examples: [1.284] }),
  ),
});
export type GuideListItem = Static<typeof GuideListItem>;

export const GuideList = Type.Object({
  total: Type.Integer({ description: 'Number of matching guides' }),
  list: Type.Array(GuideListItem),
});

export const RatingDistribution = Type.Object(
  { 1: Count, 2: Count, 3: Count, 4: Count, 5: Count },
  { description: 'Number of reviews for each rating' },
);
export const ReviewStatistics = Type.Object(
  {
    count: Type.Integer({ description: 'Number of all reviews' }),
    averageRating: Type.Number({ description: '0 before the first review' }),
    distribution: RatingDistribution,
  },
  { description: "The guide's ratings" },
);

export const GuideDetail = Type.Object({
  ...listItem,
  profile: Text(4_000, 'Description of the guide'),
  serviceAreas: TextList('Every area that the guide serves', ['Lisbon', 'Lisbon region']),
  serviceTypes: TextList('Services', ['city_walk', 'museum']),
  reviewStatistics: ReviewStatistics,
  ...availabilityFields,
  seasonalRates: SeasonalRates,
  guestSurcharge: GuestSurchargeSchema,
  ...offerShown,
  photos: Photos,
  confirmationHours: Type.Integer({ description: 'Hours that the studio has to confirm a new order' }),
  cancellationPolicy: CancellationPolicySchema,
  visibility: GuideVisibility,
  createdAt: Instant,
});
export type GuideDetail = Static<typeof GuideDetail>;

export const GuideDetailPath = Type.Object({ guideId: GuideId }, { additionalProperties: false });

const ShortText = (description: string, examples: string[]) =>
  Type.String({ minLength: 1, maxLength: 100, pattern: LINE_PATTERN, description, examples });
const ShortTexts = (description: string, examples: string[], minItems = 1) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 100, pattern: LINE_PATTERN }), {
    minItems,
    maxItems: 30,
    uniqueItems: true,
    description,
    examples: [examples],
  });

const required = {
  name: ShortText("Guide's display name", ['Inês Tavares']),
  area: ShortText('Main service area', ['Lisbon']),
  languages: ShortTexts('Registered languages, BCP 47', ['pt', 'en']),
  serviceTypes: ShortTexts(`Services: ${SERVICE_TYPES.join(', ')}`, ['city_walk', 'museum']),
  dayRate: DailyAmount('Price of a day, decimal', [140]),
  currency: CurrencyCode,
  timeZone: Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'IANA time zone',
    examples: ['Europe/Lisbon'],
  }),
  maxGuests: Type.Integer({ minimum: 1, maximum: 500, description: 'Maximum number of guests' }),
};
const optional = {
  profile: Type.Optional(Prose(4_000, 'Description of the guide')),
  serviceAreas: Type.Optional(
    ShortTexts('Every area that the guide serves; `area` is always one of them', [], 0),
  ),
  instantConfirmation: Type.Optional(Type.Boolean({ description: 'Orders are confirmed at once' })),
  confirmationHours: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 720,
      description: 'Hours that you have to confirm an order',
    }),
  ),
  visibility: Type.Optional(GuideVisibility),
  status: Type.Optional(GuideStatus),
  cancellationPolicy: Type.Optional(CancellationPolicyInput),
  location: Type.Optional(nullable(Location)),
  photos: Type.Optional(PhotosInput),
  seasonalRates: Type.Optional(SeasonalRates),
  guestSurcharge: Type.Optional(GuestSurchargeSchema),
  ...offerInput,
};

/** Describes the defaults, which the service applies: a body is taken as it was written. */
function withDefaults<Members extends TProperties>(members: Members): Members {
  const defaults: Readonly<Record<string, unknown>> = GUIDE_DEFAULTS;
  const described = Object.entries(members).map(([name, schema]) => [
    name,
    Type.Optional({ ...schema, default: defaults[name] }),
  ]);
  return Object.fromEntries(described) as Members;
}

export const GuideCreateBody = Type.Object(
  { ...required, ...withDefaults(optional) },
  { additionalProperties: false },
);
export type GuideCreate = Static<typeof GuideCreateBody>;

/** What is left out stays as it is. */
export const GuideUpdateBody = Type.Object(
  {
    ...Type.Partial(Type.Object(required)).properties,
    // The list of all is in the document once.
    serviceTypes: Type.Optional(ShortTexts('Services, as in `GuideCreate`', ['city_walk', 'museum'])),
    ...optional,
  },
  { additionalProperties: false, minProperties: 1 },
);
export type GuideUpdate = Static<typeof GuideUpdateBody>;

export const GuideDeleted = Type.Object({ guideId: GuideId, deleted: Type.Literal(true) });
