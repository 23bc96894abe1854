import type { EntityManager } from '@mikro-orm/postgresql';
import type { HoldCreate, HoldDetail } from '../../contract/schemas/holds.ts';
import { Hold, IdempotencyKey } from '../../db/entities/index.ts';
import { type BookableGuide, findBookableGuide } from '../../db/queries/orders/bookable-guide.ts';
import { countOpenHolds, lockHoldsOf, releaseHold, reserve } from '../../db/queries/orders/holds.ts';
import { holdGuide } from '../../db/queries/orders/insert-order.ts';
import { GuideNotFound, GuideUnavailable, LimitReached } from '../../domain/errors.ts';
import { DEFAULT_HOLD_SECONDS, holdExpiry, MAX_OPEN_HOLDS } from '../../domain/hold.ts';
import { newHoldId } from '../../domain/ids.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { realTimeOf, timeFor } from '../../domain/sandbox.ts';
import { obstaclesTo, type TripPlan } from '../../domain/trip-plan.ts';
import { recordProviderAct } from '../audit.ts';
import { refuseOthersThanBuyers, refuseStrangers, tripOf } from '../orders/bookability.ts';
import { termsOf } from '../orders/booking.ts';
import { commissionTerms } from '../orders/commission.ts';
import { refuseOtherTotal } from '../orders/expected-total.ts';
import { refuseHeldInVain, refuseTooManyDays } from '../orders/keeping.ts';
import { findEarlier, hashOf, type Keyed } from '../orders/repeats.ts';
import { timeTaken } from '../orders/taken.ts';
import type { HoldServiceDeps } from './deps.ts';
import { findOwnHold, holdForbids } from './reading.ts';
import { type HoldFacts, viewHold } from './view.ts';

/** How long the creating process has to start the workflow before a sweeper may take the hold. */
const START_GRACE_MS = 5_000;

export interface Held {
  readonly hold: HoldDetail;
  /** True when an earlier request under the same idempotency key did the work. */
  readonly isReplay: boolean;
}

/** What is done in the transaction of a new hold. */
export interface HoldTogetherWith {
  /** A hold of the caller's that is given back for it: its time may be the same, and is nobody else's in between. */
  readonly replaces?: string;
  /** Writes what refers to the hold. */
  readonly write?: (em: EntityManager, holdId: string) => Promise<void>;
}

/**
 * Keeps a guide's time and price for the caller. What order/create would refuse is refused alike.
 * @throws InvalidParameter, GuideForbidden, GuideNotFound, GuideUnavailable, PriceChanged, LimitReached,
 *   IdempotencyKeyReused, MerchantKindForbidden, and of a hold that is replaced HoldNotFound, HoldStateForbids
 */
export async function makeHold(
  deps: HoldServiceDeps,
  merchant: CallingMerchant,
  request: HoldCreate,
  key: string | undefined,
  together: HoldTogetherWith = {},
): Promise<Held> {
  refuseOthersThanBuyers(merchant);
  const keyed = { merchant, request, key, requestHash: hashOf('order/hold', request) };
  try {
    const hold = await deps.orm.em.fork().transactional((em) => insertHold(em, deps, keyed, together));
    deps.holdWorkflows?.start({ ...hold, dueAt: realTimeOf(merchant, hold.expiresAt) });
    if (together.replaces !== undefined) deps.holdWorkflows?.announceClock(together.replaces);
    return { hold: viewHold(hold, hold.createdAt), isReplay: false };
  } catch (error) {
    const earlier = await findEarlier<HoldDetail>(deps.orm.em.fork(), keyed);
    if (earlier) return { hold: earlier, isReplay: true };
    throw error;
  }
}

/** Within a transaction: the guide can't change meanwhile. */
async function insertHold(
  em: EntityManager,
  deps: HoldServiceDeps,
  { merchant, request, key, requestHash }: Keyed<HoldCreate>,
  { replaces, write }: HoldTogetherWith,
): Promise<HoldFacts> {
  const realNow = deps.now();
  const now = timeFor(merchant, realNow);
  await lockHoldsOf(em, merchant.key);
  if (replaces === undefined) await refuseTooMany(em, merchant, now);
  await holdGuide(em, request.guideId);
  if (replaces !== undefined) await giveBack(em, merchant, replaces, now);
  const guide = await findBookableGuide(em, request.guideId, merchant, commissionTerms(deps));
  if (!guide) throw new GuideNotFound();
  refuseStrangers(merchant, guide);
  const plan = tripOf(request, guide, now);
  const details = obstaclesTo(plan, guide, now);
  if (details.length > 0) throw new GuideUnavailable({ details });
  const hold = {
    ...holdOf(merchant, guide, plan, request, now),
    id: newHoldId(realNow),
  };
  refuseOtherTotal(request.expectedTotal, hold.terms);
  if (!(await reserve(em, hold.id, guide.id, plan))) {
    throw await timeTaken(em, guide, plan);
  }
  const keeping = { guideId: guide.id, merchantKey: merchant.key, now };
  await refuseTooManyDays(em, keeping, plan.tripDays);
  await refuseHeldInVain(em, keeping, plan, secondsOf(hold));
  const actingKey = merchant.via?.actingKey ?? null;
  await em.insert(Hold, { ...hold, actingKey, launchAfter: new Date(realNow.getTime() + START_GRACE_MS) });
  await recordProviderAct(em, merchant, { action: 'hold.made', subject: `hold:${hold.id}` });
  await write?.(em, hold.id);
  if (key !== undefined) {
    const answer = { ...viewHold(hold, now) };
    await em.insert(IdempotencyKey, { merchantKey: merchant.key, key, requestHash, answer });
  }
  return hold;
}

const secondsOf = ({ createdAt, expiresAt }: Pick<HoldFacts, 'createdAt' | 'expiresAt'>) =>
  (expiresAt.getTime() - createdAt.getTime()) / 1_000;

async function giveBack(em: EntityManager, merchant: CallingMerchant, id: string, now: Date): Promise<void> {
  const hold = await findOwnHold(em, merchant, id);
  if (!(await releaseHold(em, id, now))) throw holdForbids(hold, now);
  await recordProviderAct(em, merchant, { action: 'hold.released', subject: `hold:${id}` });
}

async function refuseTooMany(em: EntityManager, merchant: CallingMerchant, now: Date): Promise<void> {
  const { count, firstEndsAt } = await countOpenHolds(em, merchant.key, now);
  if (count < MAX_OPEN_HOLDS || firstEndsAt === null) return;
  throw new LimitReached(Math.ceil((firstEndsAt.getTime() - now.getTime()) / 1_000), {
    data: { openHolds: count },
  });
}

function holdOf(
  merchant: CallingMerchant,
  guide: BookableGuide,
  plan: TripPlan,
  { holdSeconds = DEFAULT_HOLD_SECONDS }: HoldCreate,
  now: Date,
): Omit<HoldFacts, 'id'> {
  const times = { createdAt: now, tripStartAt: plan.startAt, tripEndAt: plan.endAt };
  return {
    ...times,
    merchantKey: merchant.key,
    studioKey: guide.studioKey,
    guideId: guide.id,
    status: 'held',
    terms: termsOf(guide, plan),
    expiresAt: holdExpiry(times, holdSeconds, now),
  };
}
