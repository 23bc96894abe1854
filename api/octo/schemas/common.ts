/** What more than one of OCTO's endpoints has. Names and shapes are the specification's (octo.travel). */
import { type TSchema, Type } from 'typebox';
import { nullable, oneOf } from '../../../contract/schemas/common.ts';
import { OCTO_ERROR_WORDS } from '../errors.ts';

/** Requests may carry members of capabilities that we do not have; they are ignored. */
export const id = (description: string, examples: string[]) =>
  Type.String({ maxLength: 100, description, examples });

/** Missing ones are refused with their own word, so no schema requires them. */
export const ProductId = Type.Optional(id('A guide', ['G1001']));
export const OptionId = Type.Optional(
  id('A trip kind of the guide, or `DEFAULT` for one whole day', ['DEFAULT']),
);

export const Pricing = Type.Object(
  {
    original: Type.Integer({ description: 'Minor units' }),
    retail: Type.Integer({ description: 'Minor units' }),
    net: nullable(Type.Integer({ description: 'Minor units: what you owe' })),
    currency: Type.String({ description: 'ISO 4217' }),
    currencyPrecision: Type.Integer({ description: 'Decimals of the currency' }),
    includedTaxes: Type.Array(Type.Unknown(), { description: 'No tax is known' }),
  },
  { description: 'Only with the capability octo/pricing' },
);

export const Currency = Type.Optional(
  nullable(Type.String({ maxLength: 3, description: "Of the product's `availableCurrencies`" })),
);

export const OctoHeaders = Type.Object({
  'octo-capabilities': Type.Optional(
    Type.String({
      maxLength: 500,
      description: 'Capabilities that you want, separated by commas',
      examples: ['octo/pricing'],
    }),
  ),
});

export const RefusalWord = oneOf(OCTO_ERROR_WORDS, 'What it is');
export const Refusal = (description: string) =>
  Type.Object(
    { error: RefusalWord, errorMessage: Type.String() },
    { description, additionalProperties: true },
  );

/** One schema for every status that any of OCTO's endpoints can answer. */
export function octoAnswers<Data extends TSchema>(data: Data) {
  return {
    200: data,
    400: Refusal('Refused; the word says why. The id that was wrong is beside it'),
    403: Refusal('No key, or one that is none of ours, was revoked, or may not do that'),
    429: Refusal('Too many requests; `Retry-After` says when to go on'),
    500: Refusal('A fault of ours'),
    503: Refusal('Nobody knows whether it is done; the same request finds out'),
  };
}

/** Members of capabilities that we don't have, which would change the booking: refused where they are set. */
export const notServed = {
  pickupRequested: Type.Optional(
    nullable(Type.Boolean({ description: 'True is refused: guides meet their guests at the meeting point' })),
  ),
  pickupPointId: Type.Optional(
    nullable(Type.String({ maxLength: 100, description: 'Refused, as there are no pickups' })),
  ),
  offerCode: Type.Optional(
    nullable(Type.String({ maxLength: 100, description: 'Refused: codes of offers are not taken here' })),
  ),
};
