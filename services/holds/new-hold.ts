/** What every new hold goes through: one that its merchant asks for (making.ts), and one of a waitlist's turn (turn.ts). */
import type { EntityManager } from '@mikro-orm/postgresql';
import { Hold } from '../../db/entities/index.ts';
import type { BookableGuide } from '../../db/queries/orders/bookable-guide.ts';
import { countOpenHolds } from '../../db/queries/orders/holds.ts';
import { LimitReached } from '../../domain/errors.ts';
import { holdExpiry, MAX_OPEN_HOLDS } from '../../domain/hold.ts';
import { newHoldId } from '../../domain/ids.ts';
import type { QuotedPrice } from '../../domain/quote.ts';
import { type Clocked, realTimeOf, timeFor } from '../../domain/sandbox.ts';
import type { TripPlan } from '../../domain/trip-plan.ts';
import { termsOf } from '../orders/booking.ts';
import { refuseHeldInVain, refuseTooManyDays } from '../orders/keeping.ts';
import type { HoldServiceDeps } from './deps.ts';
import type { HoldFacts } from './view.ts';

/** How long the creating process has to start the workflow before a sweeper may take the hold. */
const START_GRACE_MS = 5_000;

export interface HoldWanted {
  readonly merchant: { readonly key: string } & Clocked;
  readonly guide: BookableGuide;
  readonly plan: TripPlan;
  readonly seconds: number;
  readonly realNow: Date;
  /** What it costs instead, if it is held by a quote. */
  readonly quoted?: QuotedPrice | undefined;
}

/** The guide's price and terms of now, by the merchant's clock. */
export function newHold({ merchant, guide, plan, seconds, realNow, quoted }: HoldWanted): HoldFacts {
  const createdAt = timeFor(merchant, realNow);
  const times = { createdAt, tripStartAt: plan.startAt, tripEndAt: plan.endAt };
  return {
    ...times,
    id: newHoldId(realNow),
    merchantKey: merchant.key,
    studioKey: guide.studioKey,
    guideId: guide.id,
    status: 'held',
    terms: termsOf(guide, plan, quoted),
    expiresAt: holdExpiry(times, seconds, createdAt),
  };
}

/** Behind the lock of the merchant's holds. @throws LimitReached */
export async function refuseTooMany(em: EntityManager, merchantKey: string, now: Date): Promise<void> {
  const { count, firstEndsAt } = await countOpenHolds(em, merchantKey, now);
  if (count < MAX_OPEN_HOLDS || firstEndsAt === null) return;
  throw new LimitReached(Math.ceil((firstEndsAt.getTime() - now.getTime()) / 1_000), {
    data: { openHolds: count },
  });
}

/** What one agency may keep of a guide; behind the guide's lock. @throws LimitReached */
export async function refuseTooMuchKept(em: EntityManager, hold: HoldFacts, plan: TripPlan): Promise<void> {
  const { guideId, merchantKey, createdAt, expiresAt } = hold;
  const keeping = { guideId, merchantKey, now: createdAt };
  await refuseTooManyDays(em, keeping, plan.tripDays);
  await refuseHeldInVain(em, keeping, plan, (expiresAt.getTime() - createdAt.getTime()) / 1_000);
}

/** Writes a hold whose time is reserved under its id. */
export async function insertHold(
  em: EntityManager,
  hold: HoldFacts,
  realNow: Date,
  origin: Partial<Pick<Hold, 'actingKey' | 'waitlistEntryId'>>,
): Promise<void> {
  const launchAfter = new Date(realNow.getTime() + START_GRACE_MS);
  await em.insert(Hold, { ...hold, ...origin, launchAfter });
}

/** Starts its workflow, when the hold is committed; a sweeper starts what is lost here. */
export function startHold(
  { holdWorkflows }: Pick<HoldServiceDeps, 'holdWorkflows'>,
  merchant: Clocked,
  hold: HoldFacts,
): void {
  holdWorkflows?.start({ ...hold, dueAt: realTimeOf(merchant, hold.expiresAt) });
}
