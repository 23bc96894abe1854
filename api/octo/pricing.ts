/** The capability octo/pricing: what the trip's own price functions say, as OCTO writes it. Pure. */
import type { BookableGuide } from '../../db/queries/orders/bookable-guide.ts';
import { currencyDigits } from '../../domain/money.ts';
import { type PriceTerms, priceByRate, priceOf } from '../../domain/price.ts';
import { type GuestCount, leastGuestsOf } from '../../domain/trip-details.ts';
import { countsParty, ratesForParty } from '../../domain/trip-rate.ts';
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

/** By unit only if the price is by guest alone: units can't add up to a price with another part, nor to a least price. */
export function pricingPerOf(offer: Offer): 'UNIT' | 'BOOKING' {
  const hasKinds = (offer.guestKinds ?? []).length > 0;
  const days = offersOneDay(offer) ? [...dayRatesOf(offer, ''), ...offer.dayRates.map(priceOfRate)] : [];
  const parts = [
    ...days,
    ...offer.tripKinds.flatMap(({ price, rates = [] }) => [price, ...rates.map(priceOfRate)]),
  ];
  const leasts = [
    ...(offersOneDay(offer) ? [offer.leastPrice] : []),
    ...offer.tripKinds.map((kind) => kind.leastPrice),
  ];
  const isByGuest =
    hasKinds && !offer.guestSurcharge && !offer.tripKinds.some(countsParty) && !leasts.some((least) => least);
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
  if (kind) {
    const rates = [undefined, ...ratesForParty(kind.rates ?? [], today, guestCount)];
    return rates.map((rate) => priceByRate(offer, kind, rate, today, guests).totalAmount);
  }
  const rates = ratesForParty(offer.dayRates, today, guestCount).map(priceOfRate);
  return [...dayRatesOf(offer, today), ...rates].map((dayRate) => {
    const terms: PriceTerms = { ...offer, dayRate, dayRates: [], seasonalRates: [], weekendRate: null };
    const trip = { tripDate: today, tripDays: 1, guestCount, daysBefore: 0 };
    return priceOf(terms, trip, guests).totalAmount;
  });
}

const priceOfRate = ({ price }: { readonly price: number }) => price;

/** Every rate that some day from `today` on can have. */
function dayRatesOf({ dayRate, seasonalRates, weekendRate }: Offer, today: string): number[] {
  const seasons = seasonalRates.filter(({ endDate }) => endDate >= today);
  return [dayRate, ...(weekendRate ? [weekendRate.dayRate] : []), ...seasons.map((season) => season.dayRate)];
}
