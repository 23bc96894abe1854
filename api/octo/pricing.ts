/** The capability octo/pricing: what the trip's own price functions say, as OCTO writes it. Pure. */
import type { BookableGuide } from '../../db/queries/orders/bookable-guide.ts';
import { currencyDigits } from '../../domain/money.ts';
import { priceByRate, priceOf } from '../../domain/price.ts';
import { isOfKind } from '../../domain/special-offer.ts';
import { type GuestCount, leastGuestsOf, type RateConditions } from '../../domain/trip-details.ts';
import { canMeet, countsParty, ratesForParty } from '../../domain/trip-rate.ts';
import { type OfferedOption, offersOneDay } from './options.ts';
import { unitIdsOf } from './units.ts';

type Offer = Pick<
  BookableGuide,
  | 'dayRate'
  | 'dayRates'
  | 'seasonalRates'
  | 'weekendRate'
  | 'guestKinds'
  | 'guestSurcharge'
  | 'leastPrice'
  | 'offers'
  | 'minGuests'
  | 'tripKinds'
  | 'offersWholeDays'
  | 'minDays'
  | 'currency'
>;

/**
 * An amount as OCTO shows it. The merchant owes the total (docs/settlement.md), so that is its net; what it asks of its
 * guests is its own affair, and no tax is known: retail and original are the same.
 * @param amount minor units.
 */
export function pricingOf(amount: number, currency: string) {
  return {
    original: amount,
    retail: amount,
    net: amount,
    currency,
    currencyPrecision: currencyDigits(currency),
    includedTaxes: [],
  };
}

/** By unit only if the price is by guest alone: units can't add up to a price with another part, to a least price, nor less an offer. */
export function pricingPerOf(offer: Offer): 'UNIT' | 'BOOKING' {
  const hasKinds = (offer.guestKinds ?? []).length > 0;
  const days = offersOneDay(offer) ? [...dayRatesOf(offer, ''), ...offer.dayRates].map(priceOfRate) : [];
  const parts = [
    ...days,
    ...offer.tripKinds.flatMap(({ price, rates = [] }) => [price, ...rates.map(priceOfRate)]),
  ];
  const leasts = [
    ...(offersOneDay(offer) ? [offer.leastPrice] : []),
    ...offer.tripKinds.map((kind) => kind.leastPrice),
  ];
  const isByGuest =
    hasKinds &&
    !offer.guestSurcharge &&
    !offer.tripKinds.some(countsParty) &&
    !leasts.some((least) => least) &&
    publicOffers(offer).length === 0;
  return isByGuest && parts.every((price) => price === 0) ? 'UNIT' : 'BOOKING';
}

/** The least that the option costs from `today` on: its cheapest day, for the smallest party, of the cheapest kind. Minor units. */
export function lowestPrice(offer: Offer, option: OfferedOption, today: string): number {
  const count = leastGuestsOf(offer, option.kind);
  const parties = (offer.guestKinds ?? []).map(({ kind }): GuestCount[] => [{ kind, count }]);
  const prices = (parties.length > 0 ? parties : [[]]).flatMap((guests) =>
    pricesOf(offer, option, today, guests),
  );
  return Math.min(...prices);
}

/** The least that one unit costs: its part of what the smallest party does, where guests alone cost. Minor units. */
export function lowestUnitPrice(offer: Offer, option: OfferedOption, today: string, unitId: string): number {
  const kind = unitIdsOf(offer).find((id) => id === unitId)!;
  const count = leastGuestsOf(offer, option.kind);
  return Math.min(...pricesOf(offer, option, today, [{ kind, count }])) / count;
}

function pricesOf(
  offer: Offer,
  { kind }: OfferedOption,
  today: string,
  guests: readonly GuestCount[],
): number[] {
  const guestCount = leastGuestsOf(offer, kind);
  const ofKind = publicOffers(offer).filter((one) => isOfKind(one, kind?.tripKindId));
  const specials = ratesForParty(ofKind, today, guestCount);
  const offersBeside = (conditions: RateConditions) => [
    undefined,
    ...specials.filter((special) => canMeet(conditions, special)),
  ];
  if (kind) {
    const rates = [undefined, ...ratesForParty(kind.rates ?? [], today, guestCount)];
    return rates.flatMap((rate) =>
      offersBeside(rate ?? {}).map(
        (special) => priceByRate(offer, kind, rate, today, guests, special).totalAmount,
      ),
    );
  }
  const rates = ratesForParty(offer.dayRates, today, guestCount);
  const trip = { tripDate: today, tripDays: 1, guestCount, daysBefore: 0 };
  return [...dayRatesOf(offer, today), ...rates].flatMap((rate) => {
    const terms = { ...offer, dayRate: rate.price, dayRates: [], seasonalRates: [], weekendRate: null };
    return offersBeside(rate).map((special) => priceOf(terms, trip, guests, special).totalAmount);
  });
}

/** OCTO's requests name no code. */
function publicOffers({ offers }: Offer) {
  return offers.filter(({ code }) => code === undefined);
}

const priceOfRate = ({ price }: { readonly price: number }) => price;

interface PricedDay extends RateConditions {
  readonly price: number;
}

/** Every rate that some day from `today` on can have. */
function dayRatesOf({ dayRate, seasonalRates, weekendRate }: Offer, today: string): PricedDay[] {
  const seasons = seasonalRates.filter(({ endDate }) => endDate >= today);
  return [
    { price: dayRate },
    ...(weekendRate ? [{ weekdays: weekendRate.weekdays, price: weekendRate.dayRate }] : []),
    ...seasons.map(({ dayRate: price, ...season }) => ({ ...season, price })),
  ];
}
