import type { Preview, PreviewBody } from '../../contract/schemas/studio.ts';
import { cancellationSchedule } from '../../domain/cancellation.ts';
import { offerFor } from '../../domain/contract-rates.ts';
import { InvalidParameter } from '../../domain/errors.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { toDecimal } from '../../domain/money.ts';
import { viewPriceLine } from '../../domain/price.ts';
import { timeFor } from '../../domain/sandbox.ts';
import { planTrip, type TripPlan } from '../../domain/trip-plan.ts';
import { draftOfNew, fieldsOf } from './draft.ts';
import { refuseOthers } from './own-guide.ts';

type Fields = ReturnType<typeof fieldsOf>;

/**
 * What a trip would cost, and cancelling it, with a guide that is not saved: by the rules that judge it when it is.
 * @throws InvalidParameter with everything that is wrong with the guide, else with the trip; MerchantKindForbidden
 */
export function previewGuide(caller: CallingMerchant, { guide, trip }: PreviewBody, now: Date): Preview {
  refuseOthers(caller);
  const at = timeFor(caller, now);
  const fields = asked(guide, at);
  const plan = planOf(trip, fields, at);
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

function planOf(trip: PreviewBody['trip'], fields: Fields, at: Date): TripPlan {
  const { guestCount, guests, agency, ...days } = trip;
  const kind = fields.tripKinds.find(({ tripKindId }) => tripKindId === trip.tripKindId);
  const startTime = trip.startTime ?? kind?.startTimes[0];
  const who = guests === undefined ? { guestCount } : { guests };
  const offer = offerFor({ ...fields, restDays: 0, blocked: [] }, agency);
  const planned = planTrip({ guideId: '', ...days, startTime, ...who }, offer, at);
  if ('plan' in planned) return planned.plan;
  throw within('body.trip', new InvalidParameter(planned.problems));
}

function within(place: string, { details = [] }: InvalidParameter): InvalidParameter {
  return new InvalidParameter(details.map((one) => ({ ...one, path: one.path.replace(/^body/, place) })));
}
