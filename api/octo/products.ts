/** A guide as an OCTO product. Pure. */
import type { BookableGuide } from '../../db/queries/orders/bookable-guide.ts';
import { todayIn } from '../../domain/trip.ts';
import { type GuestKindName, leastGuestsOf, mostGuestsOf } from '../../domain/trip-details.ts';
import { cancellationCutoffOf } from './cutoffs.ts';
import { availabilityTypeOf, type OfferedOption, optionsOf } from './options.ts';
import { lowestPrice, lowestUnitPrice, pricingOf, pricingPerOf } from './pricing.ts';
import type { Product } from './schemas/products.ts';
import { unitIdsOf } from './units.ts';

export interface NamedGuide extends BookableGuide {
  readonly name: string;
}

/** OCTO has ages of guests; a studio that gives none has none. */
const AGES = { minAge: 0, maxAge: 130 };

/** What the booking's voucher and the product say alike: the guide knows the order's number. */
export const DELIVERY_FORMAT = 'QRCODE';
export const DELIVERY = {
  deliveryFormats: [DELIVERY_FORMAT],
  deliveryMethods: ['VOUCHER' as const],
  redemptionMethod: 'MANIFEST' as const,
};

/** OCTO's core has no questions: guides with required questions can't be booked through it. */
export function canBeBookedByOcto(guide: BookableGuide): boolean {
  const { questions, status } = guide;
  const isOffered = optionsOf(guide).length > 0;
  return isOffered && status !== 'retired' && !questions.some(({ required }) => required);
}

/** @param withPricing the capability octo/pricing. */
export function viewProduct(guide: NamedGuide, withPricing: boolean, now: Date): Product {
  const today = todayIn(guide.timeZone, now);
  return {
    id: guide.id,
    internalName: guide.name,
    reference: null,
    locale: guide.languages[0] ?? 'en',
    timeZone: guide.timeZone,
    allowFreesale: false,
    instantConfirmation: guide.instantConfirmation,
    // The voucher is there with the confirmation.
    instantDelivery: guide.instantConfirmation,
    availabilityRequired: true,
    availabilityType: availabilityTypeOf(guide),
    ...DELIVERY,
    options: optionsOf(guide).map((option, index) =>
      viewOption(guide, option, index === 0, withPricing && today),
    ),
    ...(withPricing && {
      defaultCurrency: guide.currency,
      availableCurrencies: [guide.currency],
      pricingPer: pricingPerOf(guide),
    }),
  };
}

function viewOption(guide: NamedGuide, option: OfferedOption, isDefault: boolean, pricedOn: string | false) {
  const isPerUnit = pricingPerOf(guide) === 'UNIT';
  return {
    id: option.id,
    default: isDefault,
    internalName: option.kind?.name ?? 'Whole day',
    reference: null,
    availabilityLocalStartTimes: [...option.startTimes],
    ...cancellationCutoffOf(guide, option),
    requiredContactFields: ['firstName' as const, 'lastName' as const],
    restrictions: {
      minUnits: leastGuestsOf(guide, option.kind),
      maxUnits: mostGuestsOf(guide, option.kind),
    },
    units: unitIdsOf(guide).map((id) => ({
      ...viewUnit(guide, id),
      ...(pricedOn &&
        isPerUnit && {
          pricingFrom: [pricingOf(lowestUnitPrice(guide, option, pricedOn, id), guide.currency)],
        }),
    })),
    ...(pricedOn &&
      !isPerUnit && { pricingFrom: [pricingOf(lowestPrice(guide, option, pricedOn), guide.currency)] }),
  };
}

function viewUnit({ guestKinds = [] }: NamedGuide, id: GuestKindName) {
  const { minAge = AGES.minAge, maxAge = AGES.maxAge } = guestKinds.find(({ kind }) => kind === id) ?? {};
  return {
    id,
    internalName: guestKinds.length > 0 ? `${id[0]?.toUpperCase()}${id.slice(1)}` : 'Guest',
    reference: null,
    type: id.toUpperCase(),
    restrictions: {
      minAge,
      maxAge,
      idRequired: false,
      minQuantity: null,
      maxQuantity: null,
      paxCount: 1,
      accompaniedBy: [],
    },
    requiredContactFields: [],
  };
}
