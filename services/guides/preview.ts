import type { Preview, PreviewBody, YearPreview } from '../../contract/schemas/studio.ts';
import { daysOf } from '../../domain/availability.ts';
import { cancellationSchedule } from '../../domain/cancellation.ts';
import { offerFor } from '../../domain/contract-rates.ts';
import { InvalidParameter } from '../../domain/errors.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { toDecimal } from '../../domain/money.ts';
import { type Price, viewPriceLine } from '../../domain/price.ts';
import { timeFor } from '../../domain/sandbox.ts';
import { addDays, todayIn } from '../../domain/trip.ts';
import {
  planTrip,
  pricesFrom,
  type TripOffer,
  type TripPlan,
  type TripRequest,
} from '../../domain/trip-plan.ts';
import { draftOfNew, fieldsOf } from './draft.ts';
import { refuseOthers } from './own-guide.ts';

type Fields = ReturnType<typeof fieldsOf>;

const YEAR_DAYS = 365;

/**
 * What a trip would cost, and cancelling it, with a guide that is not saved: by the rules that judge it when it is.
 * @throws InvalidParameter with everything that is wrong with the guide, else with the trip; MerchantKindForbidden
 */
export function previewGuide(caller: CallingMerchant, body: PreviewBody, now: Date): Preview {
  const { at, fields, plan } = planOf(caller, body, now);
  const { currency, timeZone } = fields;
  const { totalAmount, lines } = plan.price;
  const { tripDate, startAt: tripStartAt } = plan;
  const terms = { totalAmount, tripDate, tripStartAt, timeZone, policy: fields.cancellationPolicy };
  return {
    currency,
    totalAmount: toDecimal(totalAmount, currency),
    breakdown: lines.map((line) => viewPriceLine(line, currency)),
    cancellation: cancellationSchedule(terms, at).map(({ until, refundAmount, feeAmount, refundShare }) => ({
      until: until?.toISOString() ?? null,
      refundAmount: toDecimal(refundAmount, currency),
      feeAmount: toDecimal(feeAmount, currency),
      refundPercent: refundShare / 100,
    })),
  };
}

/**
 * What the same trip costs on each day of a year from today on, if it is booked now. Days off count as all others: it is the prices that are
 * looked at.
 * @throws as `previewGuide`
 */
export function previewYear(caller: CallingMerchant, body: PreviewBody, now: Date): YearPreview {
  const { at, fields, request, offer } = planOf(caller, body, now);
  const { currency, timeZone } = fields;
  const startDate = todayIn(timeZone, at);
  const days = daysOf({ startDate, endDate: addDays(startDate, YEAR_DAYS - 1) });
  const prices = pricesFrom(days, request, offer, at);
  return { currency, periods: periodsOf(days, prices, currency) };
}

/** Neighbouring days of one price by the same rates are one period. */
function periodsOf(days: readonly string[], prices: readonly Price[], currency: string) {
  const periods: YearPreview['periods'] = [];
  for (const [index, { totalAmount, lines }] of prices.entries()) {
    const date = days[index] as string;
    const rates = [...new Set(lines.flatMap(({ rateName, offerName }) => rateName ?? offerName ?? []))];
    const amount = toDecimal(totalAmount, currency);
    const last = periods.at(-1);
    if (last && last.totalAmount === amount && last.rateNames.join() === rates.join()) last.endDate = date;
    else periods.push({ startDate: date, endDate: date, totalAmount: amount, rateNames: rates });
  }
  return periods;
}

/** Pictures have no price: they may be those of a guide that has been saved. */
function asked(guide: PreviewBody['guide'], at: Date): Fields {
  const { photos: _photos, ...body } = guide;
  try {
    return fieldsOf(draftOfNew(body), body, at);
  } catch (error) {
    if (error instanceof InvalidParameter) throw within('body.guide', error);
    throw error;
  }
}

interface Asked {
  /** The merchant's time. */
  readonly at: Date;
  readonly fields: Fields;
  readonly request: TripRequest;
  readonly offer: TripOffer;
  readonly plan: TripPlan;
}

function planOf(caller: CallingMerchant, { guide, trip }: PreviewBody, now: Date): Asked {
  refuseOthers(caller);
  const at = timeFor(caller, now);
  const fields = asked(guide, at);
  const { guestCount, guests, agency, ...days } = trip;
  const kind = fields.tripKinds.find(({ tripKindId }) => tripKindId === trip.tripKindId);
  const startTime = trip.startTime ?? kind?.startTimes[0];
  const who = guests === undefined ? { guestCount } : { guests };
  const offer = offerFor({ ...fields, restDays: 0, blocked: [] }, agency, at);
  const request = { guideId: '', ...days, startTime, ...who };
  const planned = planTrip(request, offer, at);
  if ('plan' in planned) return { at, fields, request, offer, plan: planned.plan };
  throw within('body.trip', new InvalidParameter(planned.problems));
}

function within(place: string, { details = [] }: InvalidParameter): InvalidParameter {
  return new InvalidParameter(details.map((one) => ({ ...one, path: one.path.replace(/^body/, place) })));
}
