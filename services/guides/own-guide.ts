import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Guide } from '../../db/entities/index.ts';
import { noteGuideWritten } from '../../db/queries/guides/guide-writes.ts';
import { GuideForbidden, GuideNotFound, MerchantKindForbidden } from '../../domain/errors.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';

/** @throws MerchantKindForbidden */
export function refuseOthers(caller: CallingMerchant): void {
  if (caller.kind !== 'studio') throw new MerchantKindForbidden('only studios manage guides');
}

/** The caller's guide, locked for a change: bookings wait. @throws GuideNotFound, GuideForbidden */
export async function lockOwnGuide(
  em: EntityManager,
  caller: CallingMerchant,
  guideId: string,
): Promise<Guide> {
  return ownOf(
    caller,
    await em.findOne(Guide, known(caller, guideId), { lockMode: LockMode.PESSIMISTIC_WRITE }),
  );
}

/** The same, to read. @throws GuideNotFound, GuideForbidden */
export async function findOwnGuide(
  em: EntityManager,
  caller: CallingMerchant,
  guideId: string,
): Promise<Guide> {
  return ownOf(caller, await em.findOne(Guide, known(caller, guideId)));
}

/**
 * Writes what was changed of a guide that is locked, with what follows from it. `version` counts up: a booking that read the guide
 * before starts again (docs/decisions/0001).
 */
export async function saveGuide(em: EntityManager, guide: Guide, updatedAt: Date): Promise<void> {
  guide.version++;
  guide.updatedAt = updatedAt;
  await em.flush();
  await noteGuideWritten(em, guide.id, { mayBeFree: true });
}

const known = ({ sandbox }: CallingMerchant, id: string) => ({ id, sandbox, deletedAt: null });

function ownOf(caller: CallingMerchant, guide: Guide | null): Guide {
  if (!guide) throw new GuideNotFound();
  if (guide.studioKey !== caller.key) throw new GuideForbidden();
  return guide;
}
