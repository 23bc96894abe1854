import type { EntityManager } from '@mikro-orm/postgresql';
import type { HoldDetail } from '../../contract/schemas/holds.ts';
import type { Hold } from '../../db/entities/index.ts';
import { moveHoldEnd, releaseHold } from '../../db/queries/orders/holds.ts';
import { DEFAULT_HOLD_SECONDS, holdExpiry } from '../../domain/hold.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { timeFor } from '../../domain/sandbox.ts';
import { recordProviderAct } from '../audit.ts';
import { once } from '../commands.ts';
import { refuseHeldInVain } from '../orders/keeping.ts';
import type { HoldServiceDeps } from './deps.ts';
import { findOwnHold, holdForbids, refuseEnded } from './reading.ts';
import { viewHold } from './view.ts';

/**
 * Keeps the guide for so many seconds from now; never shorter than it was held already. A turn of a waitlist ends when it ends: others wait.
 * @throws HoldNotFound, HoldStateForbids, LimitReached
 */
export async function extendHold(
  deps: HoldServiceDeps,
  merchant: CallingMerchant,
  holdId: string,
  holdSeconds = DEFAULT_HOLD_SECONDS,
): Promise<HoldDetail> {
  return await changeOwnHold(deps, merchant, holdId, 'hold.extended', async (em, hold, now) => {
    refuseEnded(hold, now);
    if (hold.waitlistEntryId !== null)
      throw holdForbids(hold, now, 'a turn of the waitlist: it is not extended');
    const expiresAt = holdExpiry(hold, holdSeconds, now);
    if (expiresAt > hold.expiresAt) {
      const { guideId, merchantKey, tripStartAt: startAt, tripEndAt: endAt, movedAt, createdAt } = hold;
      const seconds = (expiresAt.getTime() - (movedAt ?? createdAt).getTime()) / 1_000;
      await refuseHeldInVain(em, { guideId, merchantKey, now }, { startAt, endAt }, seconds);
    }
    // Also where nothing becomes longer: the hold may be being booked in this moment.
    return await moveHoldEnd(em, holdId, expiresAt, now);
  });
}

/** Gives the guide's time back; what is released already stays so. @throws HoldNotFound, HoldStateForbids */
export async function endHold(
  deps: HoldServiceDeps,
  merchant: CallingMerchant,
  holdId: string,
): Promise<HoldDetail> {
  return await changeOwnHold(deps, merchant, holdId, 'hold.released', async (em, hold, now) => {
    if (hold.status === 'released') return true;
    refuseEnded(hold, now);
    return await releaseHold(em, holdId, now);
  });
}

/**
 * In one transaction, once for each command.
 * @param write answers false where somebody else ended the hold in this moment.
 */
export async function changeOwnHold(
  deps: HoldServiceDeps,
  merchant: CallingMerchant,
  holdId: string,
  action: string,
  write: (em: EntityManager, hold: Hold, now: Date) => Promise<boolean>,
): Promise<HoldDetail> {
  const now = timeFor(merchant, deps.now());
  const changed = await deps.orm.em.fork().transactional(async (em) => {
    await once(em, merchant, action, async () => {
      const isDone = await write(em, await findOwnHold(em, merchant, holdId), now);
      if (!isDone) throw holdForbids(await findOwnHold(em, merchant, holdId), now);
      await recordProviderAct(em, merchant, { action, subject: `hold:${holdId}` });
      return {};
    });
    return viewHold(await findOwnHold(em, merchant, holdId), now);
  });
  deps.holdWorkflows?.announceClock(holdId);
  return changed;
}
