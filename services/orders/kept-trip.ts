/** What a request says otherwise than the hold or the quote that it books. Pure. */
import type { ErrorDetail } from '../../domain/errors.ts';
import type { QuotedTrip } from '../../domain/quote.ts';
import type { GuestCount } from '../../domain/trip-details.ts';
import type { TripRequest } from '../../domain/trip-plan.ts';

const WORDS = {
  differs_from_hold: 'must be as it is held, or left out',
  differs_from_quote: 'must be as it was quoted, or left out',
} as const;

/** The trip may be left out. */
export type KeptTripRequest = Partial<Omit<TripRequest, 'keptOfferCode'>>;

/** What the request says of the trip otherwise than what is kept. */
export function differences(
  request: KeptTripRequest,
  { guideId, terms }: { readonly guideId: string; readonly terms: QuotedTrip },
  reason: keyof typeof WORDS,
): ErrorDetail[] {
  const { tripKindId, startTime, guests = [], language, offerCode } = terms.trip ?? {};
  const { tripDate, tripDays, guestCount } = terms;
  const days = { tripDate, tripDays, guestCount, tripKindId, startTime };
  const kept = { guideId, ...days, guests, language, offerCode };
  const isOther = (name: keyof typeof kept) =>
    request[name] !== undefined &&
    (kept[name] === undefined || comparable(request[name]) !== comparable(kept[name]));
  const names = Object.keys(kept) as (keyof typeof kept)[];
  return names.filter(isOther).map((name) => ({ path: `body.${name}`, reason, msg: WORDS[reason] }));
}

/** Equal for values that mean the same: languages and codes in lower or upper case, guests in any order. */
function comparable(value: string | number | readonly GuestCount[] | undefined): string {
  if (typeof value !== 'object') return String(value).toLowerCase();
  return value
    .map(({ kind, count }) => `${kind} ${count}`)
    .toSorted()
    .join();
}
