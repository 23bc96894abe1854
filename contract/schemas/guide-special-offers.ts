/** What trips cost less by (docs/guides.md, "Offers"). */
import { Type } from 'typebox';
import { MAX_RATES } from '../../domain/trip-rate.ts';
import { Line } from './common.ts';
import { conditions, shownConditions, TripLength } from './guide-rates.ts';
import { OfferCode, OwnId } from './trips.ts';

/** The largest number that every currency can hold in minor units; see domain/price.ts. */
const MAX_AMOUNT = 100_000_000_000;

const NAME = 'Shown with the price';
/** Which trips an offer or a stop-sale is for. */
export const WholeDays = Type.Boolean({
  description: 'True: for whole days, and for `tripKindIds` if there are any; false: not for whole days',
});
export const TripKindIds = Type.Array(OwnId('One of `tripKinds`', ['half-day']), {
  minItems: 1,
  maxItems: 20,
  description: 'Of `tripKinds`; absent: all',
});
const terms = {
  percent: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description: 'Percent off the price; or `amount`',
      examples: [10],
    }),
  ),
  amount: Type.Optional(
    Type.Number({ exclusiveMinimum: 0, maximum: MAX_AMOUNT, description: 'Amount off the price, decimal' }),
  ),
  minDays: Type.Optional(TripLength),
  maxDays: Type.Optional(TripLength),
  wholeDays: Type.Optional(WholeDays),
};
const OFFER = "A discount, if all conditions are met; dates and weekdays are those of the trip's first day";

export const SpecialOfferInput = Type.Object(
  {
    name: Line(60, { description: NAME, examples: ['Spring'] }),
    ...conditions,
    ...terms,
    code: Type.Optional(OfferCode),
    tripKindIds: Type.Optional(TripKindIds),
  },
  { additionalProperties: false, description: OFFER },
);
export const SpecialOffer = Type.Object(
  {
    name: Type.String({ description: NAME }),
    ...shownConditions,
    ...terms,
    code: Type.Optional(Type.String({ description: 'For the studio only' })),
    tripKindIds: Type.Optional(Type.Array(Type.String(), { description: 'Absent: all' })),
  },
  { description: OFFER },
);

const OFFERS = {
  maxItems: MAX_RATES,
  description:
    'A trip gets the one with its `offerCode`, otherwise the first one without a code that applies',
};
export const SpecialOffersInput = Type.Array(SpecialOfferInput, OFFERS);
export const SpecialOffers = Type.Array(SpecialOffer, OFFERS);
