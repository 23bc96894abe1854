import type { EntityManager } from '@mikro-orm/postgresql';
import type { HoldCreate, HoldDetail, HoldFromQuote } from '../../contract/schemas/holds.ts';
import { type Hold, IdempotencyKey } from '../../db/entities/index.ts';
import { findBookableGuide } from '../../db/queries/orders/bookable-guide.ts';
import { lockHoldsOf, releaseHold, reserve } from '../../db/queries/orders/holds.ts';
import { holdGuide } from '../../db/queries/orders/insert-order.ts';
import { withOwnPlaces } from '../../domain/departure.ts';
import { GuideNotFound, GuideUnavailable } from '../../domain/errors.ts';
import { DEFAULT_HOLD_SECONDS, partyOf } from '../../domain/hold.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { timeFor } from '../../domain/sandbox.ts';
import { obstaclesTo } from '../../domain/trip-plan.ts';
import { recordProviderAct } from '../audit.ts';
import { refuseOthersThanBuyers, refuseStrangers, tripOf } from '../orders/bookability.ts';
import { commissionTerms } from '../orders/commission.ts';
import { refuseOtherTotal } from '../orders/expected-total.ts';
import type { ReadQuote } from '../orders/quote-seal.ts';
import { asQuoted } from '../orders/quoted.ts';
import { findEarlier, hashOf, type Keyed } from '../orders/repeats.ts';
import { timeTaken } from '../orders/taken.ts';
import type { HoldServiceDeps } from './deps.ts';
import { insertHold, newHold, refuseTooMany, refuseTooMuchKept, startHold } from './new-hold.ts';
import { findOwnHold, holdForbids } from './reading.ts';
import { type HoldFacts, viewHold } from './view.ts';

export interface Held {
  readonly hold: HoldDetail;
  /** True when an earlier request under the same idempotency key did the work. */
  readonly isReplay: boolean;
}

/** What is done in the transaction of a new hold, and what it goes by. */
export interface HoldTogetherWith {
  /** The quote of the request, if it names one. */
  readonly quote?: ReadQuote | undefined;
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
  request: HoldCreate | HoldFromQuote,
  key: string | undefined,
  together: HoldTogetherWith = {},
): Promise<Held> {
  refuseOthersThanBuyers(merchant);
  const keyed = { merchant, request, key, requestHash: hashOf('order/hold', request) };
  try {
    const made = await deps.orm.em.fork().transactional((em) => hold(em, deps, keyed, together));
    startHold(deps, merchant, made);
    if (together.replaces !== undefined) deps.holdWorkflows?.announceClock(together.replaces);
    return { hold: viewHold(made, made.createdAt), isReplay: false };
  } catch (error) {
    const earlier = await findEarlier<HoldDetail>(deps.orm.em.fork(), keyed);
    if (earlier) return { hold: earlier, isReplay: true };
    throw error;
  }
}

/** Within a transaction: the guide can't change meanwhile. */
async function hold(
  em: EntityManager,
  deps: HoldServiceDeps,
  { merchant, request: sent, key, requestHash }: Keyed<HoldCreate | HoldFromQuote>,
  { quote, replaces, write }: HoldTogetherWith,
): Promise<HoldFacts> {
  const realNow = deps.now();
  const now = timeFor(merchant, realNow);
  const request = asQuoted<HoldCreate | HoldFromQuote>(sent, quote, now);
  await lockHoldsOf(em, merchant.key);
  if (replaces === undefined) await refuseTooMany(em, merchant.key, now);
  await holdGuide(em, request.guideId);
  const before = replaces === undefined ? undefined : await giveBack(em, merchant, replaces, now);
  const guide = await findBookableGuide(em, request.guideId, merchant, now, commissionTerms(deps));
  if (!guide) throw new GuideNotFound();
  refuseStrangers(merchant, guide);
  const own = before?.guideId === guide.id ? before : undefined;
  const planned = tripOf(request, guide, now);
  const plan = own ? { ...planned, departure: withOwnPlaces(planned, partyOf(own, now)) } : planned;
  const details = obstaclesTo(plan, guide, now, own?.terms);
  if (details.length > 0) throw new GuideUnavailable({ details });
  const { holdSeconds: seconds = DEFAULT_HOLD_SECONDS } = request;
  const made = newHold({ merchant, guide, plan, seconds, realNow, quoted: request.quoted });
  refuseOtherTotal(request.expectedTotal, made.terms);
  if (!(await reserve(em, made.id, guide.id, plan))) {
    throw await timeTaken(em, guide, plan);
  }
  await refuseTooMuchKept(em, made, plan);
  await insertHold(em, made, realNow, { actingKey: merchant.via?.actingKey ?? null });
  await recordProviderAct(em, merchant, { action: 'hold.made', subject: `hold:${made.id}` });
  await write?.(em, made.id);
  if (key !== undefined) {
    const answer = { ...viewHold(made, now) };
    await em.insert(IdempotencyKey, { merchantKey: merchant.key, key, requestHash, answer });
  }
  return made;
}

async function giveBack(em: EntityManager, merchant: CallingMerchant, id: string, now: Date): Promise<Hold> {
  const held = await findOwnHold(em, merchant, id);
  if (!(await releaseHold(em, id, now))) throw holdForbids(held, now);
  await recordProviderAct(em, merchant, { action: 'hold.released', subject: `hold:${id}` });
  return held;
}
