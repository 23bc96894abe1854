/** Supplier, capabilities and products (octo.travel). */
import { type Static, Type } from 'typebox';
import { Cursor, nullable, oneOf } from '../../../contract/schemas/common.ts';
import { id, Pricing } from './common.ts';

const Text = () => Type.String();
const PricingFrom = Type.Optional(Type.Array(Pricing));

export const SupplierData = Type.Object({
  id: Text(),
  name: Text(),
  endpoint: Type.String({ description: 'Before all other paths' }),
  contact: Type.Object({
    website: nullable(Text()),
    email: nullable(Text()),
    telephone: nullable(Text()),
    address: nullable(Text()),
  }),
});

export const Capability = Type.Object({
  id: Text(),
  revision: Type.Integer(),
  required: Type.Boolean(),
  dependencies: Type.Array(Text()),
  docs: nullable(Text()),
});
export const CapabilityList = Type.Array(Capability);

export const Unit = Type.Object({
  id: Type.String({ description: 'A kind of guest' }),
  internalName: Text(),
  reference: nullable(Text()),
  type: Text(),
  restrictions: Type.Object({
    minAge: Type.Integer(),
    maxAge: Type.Integer(),
    idRequired: Type.Boolean(),
    minQuantity: nullable(Type.Integer()),
    maxQuantity: nullable(Type.Integer()),
    paxCount: Type.Integer(),
    accompaniedBy: Type.Array(Text()),
  }),
  requiredContactFields: Type.Array(Text()),
  pricingFrom: PricingFrom,
});

export const Option = Type.Object({
  id: Type.String({ description: 'A trip kind; `DEFAULT` is one whole day' }),
  default: Type.Boolean(),
  internalName: Text(),
  reference: nullable(Text()),
  availabilityLocalStartTimes: Type.Array(Text(), { description: '`HH:MM` where the guide is' }),
  cancellationCutoff: Text(),
  cancellationCutoffAmount: Type.Integer(),
  cancellationCutoffUnit: oneOf(['hour', 'minute', 'day']),
  requiredContactFields: Type.Array(Text()),
  restrictions: Type.Object({ minUnits: Type.Integer(), maxUnits: nullable(Type.Integer()) }),
  units: Type.Array(Unit),
  pricingFrom: PricingFrom,
});

export const ProductData = Type.Object({
  id: Type.String({ description: 'A guide' }),
  internalName: Text(),
  reference: nullable(Text()),
  locale: Text(),
  timeZone: Text(),
  allowFreesale: Type.Boolean(),
  instantConfirmation: Type.Boolean(),
  instantDelivery: Type.Boolean(),
  availabilityRequired: Type.Boolean(),
  availabilityType: oneOf(['START_TIME', 'OPENING_HOURS']),
  deliveryFormats: Type.Array(Text()),
  deliveryMethods: Type.Array(Text()),
  redemptionMethod: Text(),
  options: Type.Array(Option),
  defaultCurrency: Type.Optional(Text()),
  availableCurrencies: Type.Optional(Type.Array(Text())),
  pricingPer: Type.Optional(oneOf(['UNIT', 'BOOKING'])),
});
export type Product = Static<typeof ProductData>;

export const ProductPath = Type.Object({ id: id('A guide', ['G1001']) }, { additionalProperties: false });

/** The specification has no pages; the header `Link` names the next one. */
export const ProductsQuery = Type.Object({ cursor: Type.Optional(Cursor) });
