/**
 * How much of a day a studio does not sell to everybody, for its own calendar: stop-sales and allotments together, whoever has the day
 * (docs/guides.md, "Stop-sales", "Allotments"). What an agency may book is not decided here but by `offerFor`. Pure.
 */
import { keptFrom } from './allotment.ts';
import { type DayRange, rangesBy } from './availability.ts';
import { isOfKind } from './special-offer.ts';
import { isAllStopped, type StoppableOffer } from './stop-sale.ts';
import type { Allotment } from './trip-details.ts';
import { isOnDay } from './trip-rate.ts';

/** `none`: nothing that begins then is sold to anybody; `some`: not everything, or not to everybody. */
type DaySale = 'none' | 'some';

export interface SaleRange extends DayRange {
  readonly sale: DaySale;
}

export interface LimitedOffer extends StoppableOffer {
  readonly allotments: readonly Allotment[];
}

/**
 * Days that are sold as usual are left out; others that follow each other are one range.
 * @param today where the guide is: what is released by then is kept for nobody.
 * @param days in their order, without gaps.
 */
export function limitedSales(offer: LimitedOffer, today: string, days: readonly string[]): SaleRange[] {
  const kept = keptFrom(offer.allotments, undefined, today);
  const limits = [...offer.stopSales, ...kept];
  if (limits.length === 0) return [];
  const kinds = soldKinds(offer);
  const own = limits.filter((limit) => kinds.some((kind) => isOfKind(limit, kind)));
  const saleOn = (day: string): DaySale | undefined => {
    if (isAllStopped(offer, day)) return 'none';
    return own.some((limit) => isOnDay(limit, day)) ? 'some' : undefined;
  };
  return rangesBy(days, saleOn).flatMap(({ value: sale, ...range }) => (sale ? [{ ...range, sale }] : []));
}

/** As `isOfKind` names them: whole days are undefined. */
function soldKinds({ offersWholeDays, tripKinds }: StoppableOffer): (string | undefined)[] {
  return [...(offersWholeDays ? [undefined] : []), ...tripKinds.map(({ tripKindId }) => tripKindId)];
}
