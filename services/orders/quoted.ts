/** Booking and holding by a quote: its trip, at its price (docs/orders.md, "A quote's price"). Pure. */
import { type ErrorDetail, InvalidParameter } from '../../domain/errors.ts';
import type { Quote } from '../../domain/quote.ts';
import type { TripRequest } from '../../domain/trip-plan.ts';
import { tripAfter } from './changes/merge.ts';
import { differences, type KeptTripRequest } from './kept-trip.ts';

/**
 * The request with the quoted trip. A code that was named then is kept: the quote has its price.
 * @param now by the merchant's clock.
 * @throws InvalidParameter where the quote is over, or is of another trip.
 */
export function asQuoted<Request extends KeptTripRequest>(
  request: Request,
  quote: Quote,
  now: Date,
): Omit<Request, keyof TripRequest> & TripRequest {
  const { guideId, trip: terms, expiresAt } = quote;
  const problems = [
    ...(now < new Date(expiresAt) ? [] : [over(expiresAt)]),
    ...differences(request, { guideId, terms }, 'differs_from_quote'),
  ];
  if (problems.length > 0) throw new InvalidParameter(problems);
  return { ...request, ...tripAfter({ guideId, ...terms }, {}) };
}

function over(expiresAt: string): ErrorDetail {
  return { path: 'body.quoteId', reason: 'quote_expired', msg: `expired at ${expiresAt}: ask for a new one` };
}
