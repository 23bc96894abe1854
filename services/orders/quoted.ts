/** Booking and holding by a quote: its trip, at its price (docs/orders.md, "A quote's price"). */
import { type ErrorDetail, InvalidParameter } from '../../domain/errors.ts';
import type { Quoted } from './booking.ts';
import { tripAfter } from './changes/merge.ts';
import { differences, type KeptTripRequest } from './kept-trip.ts';
import type { ReadQuote } from './quote-seal.ts';

/**
 * The request with the trip of the quote that it names. A code that was named then is kept: the quote has its price.
 * @param now by the merchant's clock.
 * @throws InvalidParameter where that is no quote of the merchant's, is over, or is of another trip.
 */
export function asQuoted<Request extends KeptTripRequest>(
  request: Request,
  readQuote: ReadQuote | undefined,
  now: Date,
): Quoted<Request> {
  const quote = readQuote?.();
  // Without one the contract requires the trip.
  if (quote === undefined) return request as Quoted<Request>;
  const { guideId, trip: terms, expiresAt } = quote;
  const problems = [
    ...(now < new Date(expiresAt) ? [] : [over(expiresAt)]),
    ...differences(request, { guideId, terms }, 'differs_from_quote'),
  ];
  if (problems.length > 0) throw new InvalidParameter(problems);
  return { ...request, ...tripAfter({ guideId, ...terms }, {}), quoted: quote.price };
}

function over(expiresAt: string): ErrorDetail {
  return { path: 'body.quoteId', reason: 'quote_expired', msg: `expired at ${expiresAt}: ask for a new one` };
}
