/**
 * Rates and offers that hold for some agencies alone (docs/guides.md, "Contract rates"): what one agency books by, and what a merchant
 * sees. A guide's rates come to no merchant but through one of the two; one that did not would hold for nobody (domain/trip-rate.ts).
 */
import type { DayRate, RateConditions, SpecialOffer, TripKind } from './trip-details.ts';

interface RatedOffer {
  readonly dayRates: readonly DayRate[];
  readonly offers: readonly SpecialOffer[];
  readonly tripKinds: readonly TripKind[];
}

/**
 * The offer as that agency books it: the rates of its contracts are rates as all others, those of other agencies are not there.
 * @param agency a merchant's key; undefined: one without a contract.
 */
export function offerFor<Offer extends RatedOffer>(offer: Offer, agency: string | undefined): Offer {
  return withRates(offer, (rate) => (isFor(rate, agency) ? [{ ...rate, agencies: undefined }] : []));
}

/** The offer as a merchant that does not own the guide sees it: of a contract's agencies itself alone, and nothing that has a code. */
export function offerShownTo<Offer extends RatedOffer>(offer: Offer, merchant: string): Offer {
  const offers = offer.offers.filter(({ code }) => code === undefined);
  return withRates({ ...offer, offers }, (rate) =>
    isFor(rate, merchant) ? [{ ...rate, agencies: [merchant] }] : [],
  );
}

function isFor({ agencies = [] }: RateConditions, merchant: string | undefined): boolean {
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
