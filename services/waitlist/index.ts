import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type {
  WaitlistBody,
  WaitlistData,
  WaitlistList,
  WaitlistQuery,
} from '../../contract/schemas/waitlist.ts';
import { WaitlistEntry } from '../../db/entities/index.ts';
import { findBookableGuide } from '../../db/queries/orders/bookable-guide.ts';
import { countEntries, holdReserved, lockForEntry } from '../../db/queries/orders/waitlist.ts';
import { addSingleJob } from '../../db/queries/platform/jobs.ts';
import { hasRoom, timeLeft } from '../../domain/departure.ts';
import {
  GuideAvailable,
  GuideNotFound,
  GuideUnavailable,
  LimitReached,
  WaitlistEntryNotFound,
} from '../../domain/errors.ts';
import { waitlistId, waitlistNumberOf } from '../../domain/ids.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { timeFor } from '../../domain/sandbox.ts';
import { obstaclesTo, type TripPlan } from '../../domain/trip-plan.ts';
import { MAX_WAITLIST_ENTRIES, viewWaitlistTrip } from '../../domain/waitlist.ts';
import { recordProviderAct } from '../audit.ts';
import { once } from '../commands.ts';
import { refuseOthersThanBuyers, refuseStrangers, tripOf } from '../orders/bookability.ts';
import { lastingObstacles, requestOf } from './trip.ts';

const DEFAULT_SIZE = 100;
const JOINED = 'waitlist.joined';

export interface WaitlistService {
  /**
   * Waits for a time that is taken, or on which the guide does not work or is not sold. Waiting twice is waiting once.
   * @throws MerchantKindForbidden, GuideNotFound, GuideForbidden, InvalidParameter, LimitReached where there are too many
   *   entries, GuideUnavailable where waiting changes nothing, GuideAvailable where there is nothing to wait for.
   */
  create(caller: CallingMerchant, body: WaitlistBody): Promise<WaitlistData>;
  /** The caller's entries of trips that have not begun. */
  list(caller: CallingMerchant, query: WaitlistQuery): Promise<WaitlistList>;
  /** @throws WaitlistEntryNotFound also for another merchant's entry. */
  remove(caller: CallingMerchant, entryId: string): Promise<void>;
}

/** Who waits for which guide. */
export function createWaitlistService({ orm, now }: { orm: MikroORM; now: () => Date }): WaitlistService {
  return {
    async create(caller, body) {
      refuseOthersThanBuyers(caller);
      const { result } = await orm.em
        .fork()
        .transactional((em) =>
          once(em, caller, JOINED, () => createEntry(em, caller, body, timeFor(caller, now()))),
        );
      return result;
    },
    async list(caller, { size = DEFAULT_SIZE, cursor = '0' }) {
      const where = {
        merchantKey: caller.key,
        id: { $gt: Number(cursor) },
        tripStartAt: { $gt: timeFor(caller, now()) },
      };
      const options = { orderBy: { id: 'asc' }, limit: size + 1 } as const;
      const found = await orm.em.fork().find(WaitlistEntry, where, options);
      const page = found.slice(0, size);
      return {
        list: page.map(view),
        nextCursor: found.length > size ? String(page.at(-1)?.id ?? 0) : null,
      };
    },
    async remove(caller, entryId) {
      await orm.em.fork().transactional(async (em) => {
        await once(em, caller, 'waitlist.left', async () => {
          const entry = { id: waitlistNumberOf(entryId), merchantKey: caller.key };
          const removed = await em.nativeDelete(WaitlistEntry, entry);
          if (removed === 0) throw new WaitlistEntryNotFound();
          await recordProviderAct(em, caller, { action: 'waitlist.left', subject: `waitlist:${entryId}` });
          return {};
        });
      });
    },
  };
}

async function createEntry(
  em: EntityManager,
  caller: CallingMerchant,
  body: WaitlistBody,
  at: Date,
): Promise<WaitlistData> {
  await lockForEntry(em, caller.key, body.guideId);
  const guide = await findBookableGuide(em, body.guideId, caller, at);
  if (!guide) throw new GuideNotFound();
  refuseStrangers(caller, guide);
  const plan = tripOf(requestOf(body, guide), guide, at);
  const details = lastingObstacles(plan, guide, at);
  if (details.length > 0) throw new GuideUnavailable({ details });
  const left = timeLeft(plan, await holdReserved(em, guide.id, plan));
  if (hasRoom(left, plan.guestCount) && obstaclesTo(plan, guide, at).length === 0) throw new GuideAvailable();
  const wanted = entryOf(caller, body, plan);
  const same = await em.findOne(WaitlistEntry, spanOf(wanted));
  if (same) {
    same.guestCount = wanted.guestCount;
    await em.flush();
    return view(same);
  }
  const { count, firstBeginsAt } = await countEntries(em, caller.key, at);
  if (count >= MAX_WAITLIST_ENTRIES && firstBeginsAt) throw tooMany(firstBeginsAt, at);
  const entry = { ...wanted, createdAt: at };
  const id = Number(await em.insert(WaitlistEntry, entry));
  // Nothing is given back when what is kept for others is released: the entry's check waits for that.
  if (guide.allotments.length > 0) await addSingleJob(em, 'waitlist_entry', String(id));
  await recordProviderAct(em, caller, { action: JOINED, subject: `waitlist:${waitlistId(id)}` });
  return view({ id, notifiedAt: null, ...entry });
}

function entryOf({ key: merchantKey }: CallingMerchant, body: WaitlistBody, plan: TripPlan) {
  const { tripDate, tripDays, startAt, endAt } = plan;
  const { tripKindId = null, startTime = null, guestCount = 1 } = body;
  const trip = { tripDate, tripDays, tripKindId, startTime, guestCount };
  return { merchantKey, guideId: body.guideId, ...trip, tripStartAt: startAt, tripEndAt: endAt };
}

/** What makes two entries the same one. */
function spanOf({ merchantKey, guideId, tripStartAt, tripEndAt }: ReturnType<typeof entryOf>) {
  return { merchantKey, guideId, tripStartAt, tripEndAt };
}

function view(
  entry: Pick<
    WaitlistEntry,
    | 'id'
    | 'guideId'
    | 'tripDate'
    | 'tripDays'
    | 'tripKindId'
    | 'startTime'
    | 'guestCount'
    | 'createdAt'
    | 'notifiedAt'
  >,
): WaitlistData {
  return {
    ...viewWaitlistTrip(entry),
    createdAt: entry.createdAt.toISOString(),
    toldAt: entry.notifiedAt?.toISOString() ?? null,
  };
}

function tooMany(firstBeginsAt: Date, at: Date): LimitReached {
  const msg = `you have ${MAX_WAITLIST_ENTRIES} waitlist entries, which is the limit: delete one first`;
  return new LimitReached(Math.ceil((firstBeginsAt.getTime() - at.getTime()) / 1_000), {
    details: [{ path: 'body', reason: 'limit_reached', msg }],
    data: { waitlistEntries: MAX_WAITLIST_ENTRIES },
  });
}
