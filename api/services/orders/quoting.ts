import type { MikroORM } from '@mikro-orm/postgresql';
import { type BookableGuide, findBookableGuide } from '../../../db/queries/bookable-guide.ts';
import { selectBookedRanges } from '../../../db/queries/reservations.ts';
import { type DayRange, daysOf } from '../../../domain/availability.ts';
import { cancellationSchedule, viewPolicy } from '../../../domain/cancellation.ts';
import {
  type ErrorDetail,
  GuideNotFound,
  InvalidParameter,
  MerchantKindForbidden,
} from '../../../domain/errors.ts';
import type { CallingMerchant } from '../../../domain/merchant.ts';
import { toDecimal } from '../../../domain/money.ts';
import { viewCancellation } from '../../../domain/order-view.ts';
import { priceOf, viewPriceLine } from '../../../domain/price.ts';
import { confirmationDeadline, tripSpan } from '../../../domain/trip.ts';
import type { CancelQuote, OrderQuote, QuoteRequest } from '../../schemas/quotes.ts';
import { daysAskedFor, obstacles, refuseStrangers, tripProblems } from './bookability.ts';
import { findVisibleOrder } from './reading.ts';

export interface QuoteService {
  /**
   * Price, availability and cancellation terms of a trip; nothing is booked or held.
   * @throws InvalidParameter, GuideForbidden, GuideNotFound, MerchantKindForbidden
   */
  quote(caller: CallingMerchant, request: QuoteRequest): Promise<OrderQuote>;
  /** What cancelling the order at this moment gives back. @throws OrderNotFound */
  cancelQuote(caller: CallingMerchant, orderId: string): Promise<CancelQuote>;
}

/** What merchants can learn of a price before they commit to it. */
export function createQuoteService({ orm, now }: { orm: MikroORM; now: () => Date }): QuoteService {
  return {
    async quote(caller, request) {
      if (caller.kind === 'studio') {
        throw new MerchantKindForbidden('a studio offers guides, it does not book them');
      }
      const em = orm.em.fork();
      const at = now();
      const guide = await findBookableGuide(em, request.guideId, caller);
      if (!guide) throw new GuideNotFound();
      refuseStrangers(caller, guide);
      const problems = tripProblems(request, guide, at);
      if (problems.length > 0) throw new InvalidParameter(problems);
      const days = daysAskedFor(request);
      const booked = bookedObstacles(days, await selectBookedRanges(em, guide, days));
      return quoteOf(guide, request, [...obstacles(request, guide, at), ...booked], at);
    },
    async cancelQuote(caller, orderId) {
      const { order, viewer } = await findVisibleOrder(orm.em.fork(), caller, orderId);
      return viewCancellation(order, viewer, now());
    },
  };
}

function bookedObstacles(days: DayRange, booked: readonly DayRange[]): ErrorDetail[] {
  const taken = daysOf(days).filter((day) =>
    booked.some((trip) => trip.startDate <= day && day <= trip.endDate),
  );
  if (taken.length === 0) return [];
  return [{ path: 'body.tripDate', reason: `the guide is booked on ${taken.join(', ')}` }];
}

function quoteOf(
  guide: BookableGuide,
  request: QuoteRequest,
  obstaclesFound: ErrorDetail[],
  at: Date,
): OrderQuote {
  const { currency, timeZone } = guide;
  const { tripDate, tripDays, guestCount } = request;
  const { totalAmount, lines } = priceOf(guide, request, guestCount);
  const trip = tripSpan({ tripDate, tripDays, timeZone });
  const terms = { totalAmount, tripDate, timeZone, policy: guide.cancellationPolicy };
  return {
    guideId: guide.id,
    tripDate,
    tripDays,
    guestCount,
    available: obstaclesFound.length === 0,
    obstacles: obstaclesFound.map(({ reason }) => reason),
    totalAmount: toDecimal(totalAmount, currency),
    currency,
    priceBreakdown: lines.map((line) => viewPriceLine(line, currency)),
    timeZone,
    tripStartAt: trip.start.toISOString(),
    tripEndAt: trip.end.toISOString(),
    instantConfirmation: guide.instantConfirmation,
    confirmBy: confirmationDeadline(at, guide.confirmationHours, trip.start).toISOString(),
    cancellationPolicy: viewPolicy(guide.cancellationPolicy),
    cancellationTerms: cancellationSchedule(terms, at).map(({ until, refundAmount, feeAmount }) => ({
      until: until?.toISOString() ?? null,
      refund: toDecimal(refundAmount, currency),
      fee: toDecimal(feeAmount, currency),
    })),
    quotedAt: at.toISOString(),
  };
}
