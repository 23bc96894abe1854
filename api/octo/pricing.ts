/** The capability octo/pricing: what the trip's own price functions say, as OCTO writes it. Pure. */
import type { BookableGuide } from '../../db/queries/orders/bookable-guide.ts';
import { currencyDigits } from '../../domain/money.ts';
import { type Price, priceByRate, priceOf } from '../../domain/price.ts';
import { bookingsOfEachPrice } from '../../domain/priced-days.ts';
import { offerFrom } from '../../domain/special-offer.ts';
import { type GuestCount, leastGuestsOf, type RateConditions } from '../../domain/trip-details.ts';
import { countsParty, dayRateOf, oneOfEachPrice, rateOf } from '../../domain/trip-rate.ts';
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
  const days = offersOneDay(offer) ? [...dayPricesOf(offer), ...offer.dayRates.map(priceOfRate)] : [];
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

/** Of one day, or one trip of hours, for the smallest party: each by the rate and the offer that some booking from `today` on has. */
function pricesOf(
  offer: Offer,
  { kind }: OfferedOption,
  today: string,
  guests: readonly GuestCount[],
): number[] {
  const guestCount = leastGuestsOf(offer, kind);
  const offers = publicOffers(offer);
  const conditions = kind ? (kind.rates ?? []) : conditionsOfDays(offer);
  const prices = new Map<string, number>();
  for (const { tripDate, daysBefore } of bookingsOfEachPrice([...conditions, ...offers], today)) {
    const trip = { tripDate, tripDays: 1, guestCount, daysBefore };
    const special = offerFrom(offers, { ...trip, tripKindId: kind?.tripKindId });
    const price = (name: string | undefined, work: () => Price) => {
      const key = JSON.stringify([name, special?.name]);
      if (!prices.has(key)) prices.set(key, work().totalAmount);
    };
    if (kind) {
      for (const startTime of oneOfEachPrice(kind, kind.startTimes, trip)) {
        const rate = rateOf(kind, { ...trip, startTime });
        price(rate?.name, () => priceByRate(offer, kind, rate, tripDate, guests, special));
      }
    } else {
      const rate = dayRateOf(offer.dayRates, tripDate, trip);
      price(rate?.name ?? `on ${tripDate}`, () => priceOf(offer, trip, guests, special));
    }
  }
  return [...prices.values()];
}

/** OCTO's requests name no code. */
function publicOffers({ offers }: Offer) {
  return offers.filter(({ code }) => code === undefined);
}

const priceOfRate = ({ price }: { readonly price: number }) => price;

/** What a day costs where no rate holds. */
function dayPricesOf({ dayRate, seasonalRates, weekendRate }: Offer): number[] {
  return [
    dayRate,
    ...(weekendRate ? [weekendRate.dayRate] : []),
    ...seasonalRates.map((season) => season.dayRate),
  ];
}

/** When days may have another price than others. */
function conditionsOfDays({ dayRates, seasonalRates, weekendRate }: Offer): RateConditions[] {
  const weekends = weekendRate ? [{ weekdays: weekendRate.weekdays }] : [];
  return [...dayRates, ...seasonalRates, ...weekends];
}
