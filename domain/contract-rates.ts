/**
 * Rates, offers, stop-sales and allotments that hold for some agencies alone (docs/guides.md, "Contract rates"): what one agency books by,
 * and what a merchant sees. They come to no merchant but through one of the two; one that did not would hold for nobody (domain/trip-rate.ts).
 */
import { keptFrom, stopsOf } from './allotment.ts';
import { todayIn } from './trip.ts';
import type { Allotment, DayRate, RateConditions, SpecialOffer, StopSale, TripKind } from './trip-details.ts';

interface RatedOffer {
  /** Undefined: it is no guide yet. */
  readonly studioKey?: string | undefined;
  readonly timeZone: string;
  readonly dayRates: readonly DayRate[];
  readonly offers: readonly SpecialOffer[];
  readonly tripKinds: readonly TripKind[];
  readonly stopSales: readonly StopSale[];
  readonly allotments: readonly Allotment[];
}

/**
 * The offer as that agency books it at a moment: the rates of its contracts are rates as all others, those of other agencies are not there. So
 * it is with stop-sales. Of allotments those of others are left that are not released; whole trips of them are stopped.
 * @param agency a merchant's key; undefined: one without a contract. From a guide's own studio nothing is kept.
 */
export function offerFor<Offer extends RatedOffer>(
  offer: Offer,
  agency: string | undefined,
  now: Date,
): Offer {
  const own = withStops(withKept(offer, agency, now), agency);
  return withRates(own, (rate) => (isFor(rate, agency) ? [{ ...rate, agencies: undefined }] : []));
}

function withKept<Offer extends RatedOffer>(offer: Offer, agency: string | undefined, now: Date): Offer {
  const { allotments, studioKey, timeZone } = offer;
  if (allotments.length === 0) return offer;
  const isOwn = agency !== undefined && agency === studioKey;
  return { ...offer, allotments: isOwn ? [] : keptFrom(allotments, agency, todayIn(timeZone, now)) };
}

function withStops<Offer extends RatedOffer>(offer: Offer, agency: string | undefined): Offer {
  const { stopSales, allotments } = offer;
  if (stopSales.length === 0 && allotments.length === 0) return offer;
  return { ...offer, stopSales: [...stopSalesFor(stopSales, agency), ...stopsOf(allotments)] };
}

function stopSalesFor(stopSales: readonly StopSale[], agency: string | undefined): StopSale[] {
  return stopSales
    .filter((stop) => stop.agencies === undefined || isFor(stop, agency))
    .map((stop) => ({ ...stop, agencies: undefined }));
}

/**
 * The offer as a merchant that does not own the guide sees it: of a contract's agencies itself alone, and nothing that has a code. It sees
 * no stop-sales and no allotments, only that trips are not available.
 */
export function offerShownTo<Offer extends RatedOffer>(offer: Offer, merchant: string): Offer {
  const offers = offer.offers.filter(({ code }) => code === undefined);
  return withRates({ ...offer, offers, stopSales: [], allotments: [] }, (rate) =>
    isFor(rate, merchant) ? [{ ...rate, agencies: [merchant] }] : [],
  );
}

function isFor({ agencies = [] }: Pick<RateConditions, 'agencies'>, merchant: string | undefined): boolean {
  return merchant !== undefined && agencies.includes(merchant);
}

/** @param ofContract what is left of a rate that is for some agencies. */
function withRates<Offer extends RatedOffer>(
  offer: Offer,
  ofContract: <Rate extends RateConditions>(rate: Rate) => Rate[],
): Offer {
  const { dayRates, offers, tripKinds } = offer;
  if (![dayRates, offers, ...tripKinds.map(({ rates = [] }) => rates)].some(hasContracts)) return offer;
  const kept = <Rate extends RateConditions>(rates: readonly Rate[]) =>
    rates.flatMap((rate) => (rate.agencies ? ofContract(rate) : [rate]));
  const kinds = tripKinds.map((kind) => keptOf(kind, kept));
  return { ...offer, dayRates: kept(dayRates), offers: kept(offers), tripKinds: kinds };
}

/** An empty list would say that there is a contract with others. */
function keptOf(
  { rates = [], ...kind }: TripKind,
  kept: (rates: NonNullable<TripKind['rates']>) => NonNullable<TripKind['rates']>,
): TripKind {
  const left = kept(rates);
  return left.length > 0 ? { ...kind, rates: left } : kind;
}

function hasContracts(rates: readonly RateConditions[]): boolean {
  return rates.some(({ agencies }) => agencies !== undefined);
}
