import type { EntityManager } from '@mikro-orm/postgresql';
import type { HoldChange, HoldDetail } from '../../contract/schemas/holds.ts';
import { type Hold, OctoBooking } from '../../db/entities/index.ts';
import { findBookableGuide } from '../../db/queries/orders/bookable-guide.ts';
import { moveReservation } from '../../db/queries/orders/change-order.ts';
import { lockOpenHold, updateHeld } from '../../db/queries/orders/holds.ts';
import { holdGuide } from '../../db/queries/orders/insert-order.ts';
import { withOwnPlaces } from '../../domain/departure.ts';
import {
  detail,
  GuideNotFound,
  GuideUnavailable,
  HoldStateForbids,
  InvalidParameter,
  LimitReached,
} from '../../domain/errors.ts';
import { holdExpiry, type KeptTime, keptBefore, MAX_HOLD_MOVES, partyOf } from '../../domain/hold.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { obstaclesTo, type TripPlan } from '../../domain/trip-plan.ts';
import { tripOf } from '../orders/bookability.ts';
import { termsOf } from '../orders/booking.ts';
import { differsFrom, NOTHING_CHANGES, tripAfter } from '../orders/changes/merge.ts';
import { commissionTerms } from '../orders/commission.ts';
import { refuseOtherTotal } from '../orders/expected-total.ts';
import { refuseHeldInVain, refuseTooManyDays } from '../orders/keeping.ts';
import { takenBy } from '../orders/taken.ts';
import type { HoldServiceDeps } from './deps.ts';
import { changeOwnHold } from './ending.ts';
import { findOwnHold, refuseEnded } from './reading.ts';

/**
 * Another trip with the same guide in place of the one that is held; what is not sent stays as it is. Terms and price are those of
 * now. What this rules out (test/api/holds-changing.test.ts):
 *
 * - A moment in which the time is free, or has two reservations: it is moved in place, behind the guide's lock.
 * - A hold that is moved on and on keeps a time for longer than one agency may: what it kept before counts as kept in vain.
 * - It is booked, released or over meanwhile: the hold's row is locked, and held.
 * @throws HoldNotFound, HoldStateForbids, GuideNotFound, InvalidParameter, GuideUnavailable, PriceChanged, LimitReached
 */
export async function changeHold(
  deps: HoldServiceDeps,
  merchant: CallingMerchant,
  holdId: string,
  request: HoldChange,
): Promise<HoldDetail> {
  return await changeOwnHold(deps, merchant, holdId, 'hold.changed', async (em, { guideId }, now) => {
    await holdGuide(em, guideId);
    if (!(await lockOpenHold(em, holdId))) return false;
    const hold = await findOwnHold(em, merchant, holdId);
    refuseEnded(hold, now);
    await refuseOfOcto(em, hold);
    await moveHold(em, deps, { merchant, hold, request, now });
    return true;
  });
}

/** An OCTO booking says its units itself. */
async function refuseOfOcto(em: EntityManager, { id, expiresAt }: Hold): Promise<void> {
  if ((await em.count(OctoBooking, { holdId: id })) === 0) return;
  const data = { status: 'held', expiresAt: expiresAt.toISOString(), orderId: null };
  throw new HoldStateForbids('the hold is an OCTO booking: change it by OCTO', { data });
}

interface Asked {
  readonly merchant: CallingMerchant;
  readonly hold: Hold;
  readonly request: HoldChange;
  readonly now: Date;
}

async function moveHold(
  em: EntityManager,
  deps: HoldServiceDeps,
  { merchant, hold, request, now }: Asked,
): Promise<void> {
  const { expectedTotal, ...members } = request;
  const before = { ...hold.terms, guideId: hold.guideId };
  const asked = tripAfter(before, members);
  if (!differsFrom(before, asked)) throw new InvalidParameter([NOTHING_CHANGES]);
  const guide = await findBookableGuide(em, hold.guideId, merchant, now, commissionTerms(deps));
  if (!guide) throw new GuideNotFound();
  const planned = tripOf(asked, guide, now);
  const plan = { ...planned, departure: withOwnPlaces(planned, partyOf(hold, now)) };
  const { obstacles } = await takenBy(em, guide, plan, hold.id);
  const details = [...obstaclesTo(plan, guide, now, hold.terms), ...obstacles];
  if (details.length > 0) throw new GuideUnavailable({ details });
  const terms = termsOf(guide, plan);
  refuseOtherTotal(expectedTotal, terms);
  const earlier = keptBefore(hold, plan, now);
  const secondsLeft = (hold.expiresAt.getTime() - now.getTime()) / 1_000;
  await refuseTooMuchKept(em, { hold, plan, earlier, secondsLeft, now });
  const times = { createdAt: hold.createdAt, tripStartAt: plan.startAt, tripEndAt: plan.endAt };
  await updateHeld(em, hold.id, {
    ...{ ...times, terms, expiresAt: holdExpiry(times, secondsLeft, now) },
    moved: earlier && { earlier, at: now },
  });
  await moveReservation(em, hold, plan);
}

interface Moved {
  readonly hold: Hold;
  readonly plan: TripPlan;
  /** Undefined: its time stays the same. */
  readonly earlier: readonly KeptTime[] | undefined;
  readonly secondsLeft: number;
  readonly now: Date;
}

/** What one agency may keep of a guide, as for a hold that is made so. */
async function refuseTooMuchKept(
  em: EntityManager,
  { hold, plan, earlier, secondsLeft, now }: Moved,
): Promise<void> {
  const { guideId, merchantKey, terms } = hold;
  const keeping = { guideId, merchantKey, now };
  const longer = plan.tripDays - terms.tripDays;
  if (longer > 0) await refuseTooManyDays(em, keeping, longer);
  if (!earlier) return;
  await refuseHeldInVain(em, keeping, plan, secondsLeft);
  if (earlier.length <= MAX_HOLD_MOVES) return;
  const msg = `the hold was moved to another time ${MAX_HOLD_MOVES} times, which is the limit`;
  throw new LimitReached(Math.ceil(secondsLeft), { details: [detail('body', 'limit_reached', msg)] });
}
