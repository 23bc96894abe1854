import { type EntityManager, LockMode, type MikroORM } from '@mikro-orm/postgresql';
import { Guide } from '../../../db/entities/index.ts';
import { bookedDaysWithin, isReserved } from '../../../db/queries/reservations.ts';
import { toMultirange } from '../../../db/types/day-ranges.ts';
import { toRestDays, weekdaysOf } from '../../../domain/availability.ts';
import {
  GuideForbidden,
  GuideNotFound,
  GuideUnavailable,
  InvalidParameter,
  MerchantKindForbidden,
  OrderStateForbids,
} from '../../../domain/errors.ts';
import { rangeProblems } from '../../../domain/guide-terms.ts';
import type { CallingMerchant } from '../../../domain/merchant.ts';
import type { AvailabilityBody } from '../../schemas/guide-terms.ts';
import type { GuideCreate, GuideUpdate } from '../../schemas/guides.ts';
import { findDone, recordAudit } from '../audit.ts';
import { draftOfChange, draftOfNew, fieldsOf } from './draft.ts';

/** A refusal names so many days at most. */
const NAMED_DAYS = 31;

/** What studios do with their own guides. Every function throws MerchantKindForbidden for who is no studio. */
export interface GuideWriter {
  /** @returns the new guide's id. @throws InvalidParameter */
  create(caller: CallingMerchant, body: GuideCreate): Promise<string>;
  /** @throws InvalidParameter, GuideNotFound, GuideForbidden */
  update(caller: CallingMerchant, guideId: string, body: GuideUpdate): Promise<void>;
  /** Hides the guide. @throws OrderStateForbids while it has live orders, GuideNotFound, GuideForbidden */
  remove(caller: CallingMerchant, guideId: string): Promise<void>;
  /** @throws GuideUnavailable where live orders hold the days, InvalidParameter, GuideNotFound, GuideForbidden */
  setAvailability(caller: CallingMerchant, guideId: string, body: AvailabilityBody): Promise<void>;
}

/**
 * The writer over the guide table. A change takes the guide's row lock, as every booking does, and counts `version`
 * up: a booking that read the guide before starts again (docs/decisions/0001).
 */
export function createGuideWriter({ orm, now }: { orm: MikroORM; now: () => Date }): GuideWriter {
  const change = async (caller: CallingMerchant, guideId: string, action: string, work: Change) => {
    refuseOthers(caller);
    await orm.em.fork().transactional(async (em) => {
      const guide = await lockOwnGuide(em, caller, guideId);
      await work(guide, em);
      guide.version++;
      guide.updatedAt = now();
      await recordAudit(em, caller, { action, subject: `guide:${guideId}` });
    });
  };
  return {
    async create(caller, body) {
      refuseOthers(caller);
      const fields = fieldsOf(draftOfNew(body), body, now());
      return orm.em.fork().transactional(async (em) => {
        const earlier = await findDone(em, caller, 'guide.created');
        if (earlier !== undefined) return earlier.slice('guide:'.length);
        const [row] = await em.execute<{ id: string }[]>(`select 'G' || nextval('guide_number') as id`);
        const owner = { id: row!.id, studioKey: caller.key, sandbox: caller.sandbox };
        em.create(Guide, { ...fields, ...owner, createdAt: now(), updatedAt: now() });
        await recordAudit(em, caller, { action: 'guide.created', subject: `guide:${row!.id}` });
        return row!.id;
      });
    },
    update: (caller, guideId, body) =>
      change(caller, guideId, 'guide.updated', async (guide) => {
        Object.assign(guide, fieldsOf(draftOfChange(guide, body), body, now()));
      }),
    remove: (caller, guideId) =>
      change(caller, guideId, 'guide.deleted', async (guide, em) => {
        if (await isReserved(em, guideId)) throw new OrderStateForbids('the guide has open orders');
        guide.deletedAt = now();
      }),
    setAvailability: (caller, guideId, body) =>
      change(
        caller,
        guideId,
        'guide.availability_set',
        async (guide, em) => await closeDays(em, guide, body, now()),
      ),
  };
}

type Change = (guide: Guide, em: EntityManager) => Promise<void>;

function refuseOthers(caller: CallingMerchant): void {
  if (caller.kind !== 'studio') throw new MerchantKindForbidden('only studios manage guides');
}

async function lockOwnGuide(em: EntityManager, caller: CallingMerchant, guideId: string): Promise<Guide> {
  const known = { id: guideId, sandbox: caller.sandbox, deletedAt: null };
  const guide = await em.findOne(Guide, known, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!guide) throw new GuideNotFound();
  if (guide.studioKey !== caller.key) throw new GuideForbidden();
  return guide;
}

async function closeDays(em: EntityManager, guide: Guide, body: AvailabilityBody, at: Date): Promise<void> {
  const { restDays = weekdaysOf(guide.restDays), blocked = guide.blocked } = body;
  const problems = rangeProblems('blocked', body.blocked ?? [], at);
  if (problems.length > 0) throw new InvalidParameter(problems);
  const closed = { restDays: toRestDays(restDays), blocked: toMultirange(blocked), limit: NAMED_DAYS };
  const days = await bookedDaysWithin(em, guide, closed);
  if (days.length > 0) throw bookedAlready(days);
  guide.restDays = closed.restDays;
  guide.blocked = blocked;
}

function bookedAlready(days: string[]): GuideUnavailable {
  const reason = `booked by live orders: ${days.join(', ')}`;
  return new GuideUnavailable({ details: [{ path: 'body', reason }], data: { bookedDays: days } });
}
