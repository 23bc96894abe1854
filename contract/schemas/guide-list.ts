/** The query of guide/list. */
import { type Static, Type } from 'typebox';
import { CalendarDate, CurrencyCode, oneOf } from './common.ts';
import { DailyAmount } from './guide-terms.ts';
import { GuideStatus } from './guides.ts';

/** The radius if `near` has no `radiusKm`. */
export const DEFAULT_RADIUS_KM = 50;
const NEAR_PATTERN = '^-?[0-9]{1,2}(\\.[0-9]{1,10})?,-?[0-9]{1,3}(\\.[0-9]{1,10})?$';
const GUIDE_SORTS = [
  'guideId',
  'rating',
  '-rating',
  'dayRate',
  '-dayRate',
  'name',
  '-name',
  'distance',
] as const;
/** Keeps the offset far from anything that a database counts badly. */
const MAX_PAGE = 1_000_000;

/** Specification, "GET /open/v1/guide/list"; the filters after `status` came later. */
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
        description: "Guides that serve this area; case and accents don't matter",
        examples: ['Lisbon'],
      }),
    ),
    status: Type.Optional({ ...GuideStatus, description: 'Guides with this status' }),
    serviceType: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: "Guides that offer this service; case and accents don't matter",
        examples: ['city_walk'],
      }),
    ),
    minRating: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 5,
        description: 'Guides with at least this rating; above 0, only reviewed ones',
      }),
    ),
    text: Type.Optional(
      Type.String({
        minLength: 2,
        maxLength: 100,
        description:
          'Words that must all occur in the name or profile, in any order, also as parts of words; case and accents ' +
          "don't matter",
        examples: ['ines'],
      }),
    ),
    language: Type.Optional(
      Type.String({
        minLength: 2,
        maxLength: 100,
        description: 'Guides that speak this language, BCP 47; `pt` also finds `pt-BR`',
        examples: ['pt'],
      }),
    ),
    currency: Type.Optional(CurrencyCode),
    minPrice: Type.Optional(DailyAmount('Guides whose `dayRate` is at least this; needs `currency`', [100])),
    maxPrice: Type.Optional(DailyAmount('Guides whose `dayRate` is at most this; needs `currency`', [200])),
    guests: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 500,
        description: 'Guides with a trip for a party of this size',
      }),
    ),
    instantConfirmation: Type.Optional(
      Type.Boolean({ description: 'Guides with instant confirmation, or without' }),
    ),
    near: Type.Optional(
      Type.String({
        maxLength: 40,
        pattern: NEAR_PATTERN,
        description: 'Guides around this place: latitude and longitude in degrees, WGS 84',
        examples: ['38.7139,-9.1334'],
      }),
    ),
    radiusKm: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 500,
        description: `Maximum distance from \`near\`; ${DEFAULT_RADIUS_KM} by default`,
      }),
    ),
    own: Type.Optional(
      Type.Boolean({ description: 'For studios: only your own guides, with any status and visibility' }),
    ),
    availableFrom: Type.Optional(CalendarDate),
    availableTo: Type.Optional(CalendarDate),
    sort: Type.Optional(
      oneOf(
        GUIDE_SORTS,
        'Order of the list; `-` is descending. Default: `guideId`, or `distance` with `near`. By price: currency first, then ' +
          '`dayRate`',
      ),
    ),
  },
  { additionalProperties: false },
);
export type GuideListQuery = Static<typeof GuideListQuery>;
