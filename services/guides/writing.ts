import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { AvailabilityBody } from '../../contract/schemas/guide-terms.ts';
import type { GuideCreate, GuideUpdate } from '../../contract/schemas/guides.ts';
import { Guide } from '../../db/entities/index.ts';
import { noteGuideWritten } from '../../db/queries/guides/guide-writes.ts';
import { addGuaranteed } from '../../db/queries/orders/departures.ts';
import { isReserved } from '../../db/queries/orders/reservations.ts';
import type { DayRange } from '../../domain/availability.ts';
import { withoutRange } from '../../domain/availability.ts';
import { OrderStateForbids } from '../../domain/errors.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { timeFor } from '../../domain/sandbox.ts';
import { recordAudit } from '../audit.ts';
import { once } from '../commands.ts';
import { blockDays, closeDays, refuseRange } from './closing-days.ts';
import { draftOfChange, draftOfNew, fieldsOf } from './draft.ts';
import { refuseStale } from './entity-tags.ts';
import { lockOwnGuide, refuseOthers, saveGuide } from './own-guide.ts';

/** Which guide, and what it must be for the change to be made: the header `If-Match`; absent: whatever it is. */
export interface OwnGuide {
  readonly guideId: string;
  readonly ifMatch?: string | undefined;
}

/**
 * What studios do with their own guides. Every function throws MerchantKindForbidden for who is no studio, and those that
 * change a guide GuideNotFound, GuideForbidden, and GuideChanged for a version that it has no longer.
 */
export interface GuideWriter {
  /** @returns the new guide's id. @throws InvalidParameter */
  create(caller: CallingMerchant, body: GuideCreate): Promise<string>;
  /** @throws InvalidParameter */
  update(caller: CallingMerchant, own: OwnGuide, body: GuideUpdate): Promise<void>;
  /** Hides the guide. @throws OrderStateForbids while it has live orders or holds */
  remove(caller: CallingMerchant, own: OwnGuide): Promise<void>;
  /** @throws GuideUnavailable where live orders or holds have the days, InvalidParameter */
  setAvailability(caller: CallingMerchant, own: OwnGuide, body: AvailabilityBody): Promise<void>;
  /** Blocks these days as well. @throws GuideUnavailable where live orders or holds have them, InvalidParameter */
  block(caller: CallingMerchant, own: OwnGuide, range: DayRange): Promise<void>;
  /** Blocks these days no longer; those that are not blocked stay as they are. @throws InvalidParameter */
  unblock(caller: CallingMerchant, own: OwnGuide, range: DayRange): Promise<void>;
}

/**
 * The writer over the guide table. A change takes the guide's row lock, as every booking does (`saveGuide`).
 */
export function createGuideWriter({ orm, now }: { orm: MikroORM; now: () => Date }): GuideWriter {
  const change = async (caller: CallingMerchant, own: OwnGuide, action: string, work: Change) => {
    refuseOthers(caller);
    const write = async (em: EntityManager) => {
      const guide = await lockOwnGuide(em, caller, own.guideId);
      refuseStale(guide, own.ifMatch);
      await work(guide, em);
      await saveGuide(em, guide, now());
      await recordAudit(em, caller, { action, subject: `guide:${own.guideId}` });
      return {};
    };
    await orm.em.fork().transactional(async (em) => await once(em, caller, action, () => write(em)));
  };
  return {
    async create(caller, body) {
      refuseOthers(caller);
      const fields = fieldsOf(draftOfNew(body), body, timeFor(caller, now()));
      const write = async (em: EntityManager) => ({ id: await insertGuide(em, caller, fields, now()) });
      const { result } = await orm.em
        .fork()
        .transactional(async (em) => await once(em, caller, 'guide.created', () => write(em)));
      return result.id;
    },
    update: (caller, own, body) =>
      change(caller, own, 'guide.updated', async (guide, em) => {
        const draft = draftOfChange(guide, body);
        Object.assign(guide, fieldsOf(draft, body, timeFor(caller, now()), guide.photos));
        // Orders of starts that are guaranteed now have been promised as much.
        await addGuaranteed(em, guide.id, guide.tripKinds);
      }),
    remove: (caller, own) =>
      change(caller, own, 'guide.deleted', async (guide, em) => {
        if (await isReserved(em, own.guideId)) throw new OrderStateForbids('the guide has open orders');
        guide.deletedAt = now();
      }),
    setAvailability: (caller, own, body) =>
      change(caller, own, 'guide.availability_set', (guide, em) =>
        closeDays(em, guide, body, timeFor(caller, now())),
      ),
    block: (caller, own, range) =>
      change(caller, own, 'guide.days_blocked', (guide, em) =>
        blockDays(em, guide, range, timeFor(caller, now())),
      ),
    unblock: (caller, own, range) =>
      change(caller, own, 'guide.days_unblocked', async (guide) => {
        refuseRange(range, timeFor(caller, now()));
        guide.blocked = withoutRange(guide.blocked, range);
      }),
  };
}

/** In the transaction of whoever makes it. @returns the new guide's id */
export async function insertGuide(
  em: EntityManager,
  caller: CallingMerchant,
  fields: ReturnType<typeof fieldsOf>,
  now: Date,
): Promise<string> {
  const [{ id }] = await em.execute<[{ id: string }]>(`select 'G' || nextval('guide_number') as id`);
  const owner = { id, studioKey: caller.key, sandbox: caller.sandbox };
  em.create(Guide, { ...fields, ...owner, createdAt: now, updatedAt: now });
  await em.flush();
  await noteGuideWritten(em, id, { mayBeFree: false });
  await recordAudit(em, caller, { action: 'guide.created', subject: `guide:${id}` });
  return id;
}

type Change = (guide: Guide, em: EntityManager) => Promise<void>;
