import type { MikroORM } from '@mikro-orm/postgresql';
import type { CancelQuote, OrderQuote, QuoteRequest } from '../../contract/schemas/quotes.ts';
import { type BookableGuide, findBookableGuide } from '../../db/queries/orders/bookable-guide.ts';
import { cancellationSchedule, viewPolicy } from '../../domain/cancellation.ts';
import { GuideNotFound, MerchantKindForbidden } from '../../domain/errors.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { toDecimal } from '../../domain/money.ts';
import { viewCancellation, viewGoesIf, viewTrip } from '../../domain/order-view.ts';
import { viewPriceLine } from '../../domain/price.ts';
import { type Quote, quoteExpiry } from '../../domain/quote.ts';
import { confirmationHoursOf, timeFor } from '../../domain/sandbox.ts';
import { confirmationDeadline } from '../../domain/trip.ts';
import { obstaclesTo, type TripPlan } from '../../domain/trip-plan.ts';
import { refuseStrangers, tripOf } from './bookability.ts';
import type { QuoteSeal } from './quote-seal.ts';
import { findVisibleOrder } from './reading.ts';
import { type Taken, takenBy } from './taken.ts';

export interface QuoteService {
  /**
   * Price, availability and cancellation terms of a trip; nothing is booked or held.
   * @throws InvalidParameter, GuideForbidden, GuideNotFound, MerchantKindForbidden
   */
  quote(caller: CallingMerchant, request: QuoteRequest): Promise<OrderQuote>;
  /** What cancelling the order at this moment gives back. @throws OrderNotFound */
  cancelQuote(caller: CallingMerchant, orderId: string): Promise<CancelQuote>;
}

interface QuoteServiceDeps {
  readonly orm: MikroORM;
  readonly now: () => Date;
  readonly quotes: QuoteSeal;
}

/** What merchants can learn of a price before they commit to it. */
export function createQuoteService({ orm, now, quotes }: QuoteServiceDeps): QuoteService {
  return {
    async quote(caller, request) {
      if (caller.kind === 'studio') {
        throw new MerchantKindForbidden('a studio offers guides, it does not book them');
      }
      const em = orm.em.fork();
      const at = timeFor(caller, now());
      const guide = await findBookableGuide(em, request.guideId, caller, at);
      if (!guide) throw new GuideNotFound();
      refuseStrangers(caller, guide);
      const plan = tripOf(request, guide, at);
      const taken = await takenBy(em, guide, plan);
      const kept = keptOf(guide, plan, at);
      const quoteId = quotes.idOf(caller, kept);
      return { quoteId, expiresAt: kept.expiresAt, ...quoteOf(guide, plan, taken, at) };
    },
    async cancelQuote(caller, orderId) {
      const { order, viewer } = await findVisibleOrder(orm.em.fork(), caller, orderId);
      return viewCancellation(order, viewer, timeFor(order, now()));
    },
  };
}

/** What booking by the quote goes by. */
function keptOf(guide: BookableGuide, plan: TripPlan, at: Date): Quote {
  const { tripDate, tripDays, guestCount, details } = plan;
  const { tripKindId, startTime, guests, language, offerCode } = details ?? {};
  return {
    guideId: guide.id,
    trip: { tripDate, tripDays, guestCount, trip: { tripKindId, startTime, guests, language, offerCode } },
    price: {
      totalAmount: plan.price.totalAmount,
      currency: guide.currency,
      priceBreakdown: plan.price.lines,
      cancellationPolicy: guide.cancellationPolicy,
    },
    expiresAt: quoteExpiry(at).toISOString(),
  };
}

function quoteOf(
  guide: BookableGuide,
  plan: TripPlan,
  taken: Taken,
  at: Date,
): Omit<OrderQuote, 'quoteId' | 'expiresAt'> {
  const { currency, timeZone } = guide;
  const obstaclesFound = [...obstaclesTo(plan, guide, at), ...taken.obstacles];
  const { tripDate, tripDays, guestCount, startAt, endAt } = plan;
  const { totalAmount, lines } = plan.price;
  const terms = { totalAmount, tripDate, tripStartAt: startAt, timeZone, policy: guide.cancellationPolicy };
  return {
    guideId: guide.id,
    tripDate,
    tripDays,
    guestCount,
    ...viewTrip(plan.details),
    ...viewGoesIf(plan.details, startAt),
    capacity: plan.departure?.capacity ?? null,
    placesLeft: taken.placesLeft,
    available: obstaclesFound.length === 0,
    obstacles: obstaclesFound.map(({ msg }) => msg),
    obstacleDetails: obstaclesFound,
    totalAmount: toDecimal(totalAmount, currency),
    currency,
    priceBreakdown: lines.map((line) => viewPriceLine(line, currency)),
    timeZone,
    tripStartAt: startAt.toISOString(),
    tripEndAt: endAt.toISOString(),
    instantConfirmation: guide.instantConfirmation,
    confirmBy: confirmationDeadline(at, confirmationHoursOf(guide), startAt).toISOString(),
    cancellationPolicy: viewPolicy(guide.cancellationPolicy),
    cancellationTerms: cancellationSchedule(terms, at).map(({ until, refundAmount, feeAmount }) => ({
      until: until?.toISOString() ?? null,
      refund: toDecimal(refundAmount, currency),
      fee: toDecimal(feeAmount, currency),
    })),
    quotedAt: at.toISOString(),
  };
}
