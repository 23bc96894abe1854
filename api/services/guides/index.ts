import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { freeRanges, TIME_SLOT_DAYS } from '../../../domain/availability.ts';
import { type ErrorDetail, GuideForbidden, GuideNotFound, InvalidParameter } from '../../../domain/errors.ts';
import type { CallingMerchant } from '../../../domain/merchant.ts';
import { addDays, todayIn } from '../../../domain/trip.ts';
import type { GuideDetail, GuideListItem, GuideListQuery } from '../../schemas/guides.ts';
import { type GuideFilter, type GuideRow, selectBusyDays, selectGuide, selectGuides } from './queries.ts';
import { toDetail, toListItem } from './view.ts';

/** The longest span of days that can be asked for at once. */
const MAX_AVAILABILITY_DAYS = 366;

export interface GuideService {
  /** @throws InvalidParameter when availableFrom and availableTo do not go together. */
  list(caller: CallingMerchant, query: GuideListQuery): Promise<{ total: number; list: GuideListItem[] }>;
  /** @throws GuideNotFound, GuideForbidden */
  detail(caller: CallingMerchant, guideId: string): Promise<GuideDetail>;
}

/** What merchants read of guides (specification, "Guide management"). */
export function createGuideService({ orm, now }: { orm: MikroORM; now: () => Date }): GuideService {
  return {
    async list(caller, query) {
      const { page = 1, size = 10, sort = 'guideId' } = query;
      const window = { limit: size, offset: (page - 1) * size, sort };
      const { total, rows } = await selectGuides(orm.em.fork(), caller, filterOf(query), window);
      return { total, list: rows.map(toListItem) };
    },
    async detail(caller, guideId) {
      const em = orm.em.fork();
      const guide = await selectGuide(em, guideId, caller.sandbox);
      if (guide === undefined) throw new GuideNotFound();
      const isVisible = guide.visibility === 'public' || guide.studioKey === caller.key;
      if (!isVisible) throw new GuideForbidden();
      return toDetail(guide, await timeSlots(em, guide, now()));
    },
  };
}

function filterOf(query: GuideListQuery): GuideFilter {
  const { page: _page, size: _size, sort: _sort, minRating, ...filter } = query;
  const fault = dayFault(query.availableFrom, query.availableTo);
  if (fault) throw new InvalidParameter([fault]);
  return { ...filter, ...(minRating === undefined ? {} : { minRating: Math.ceil(minRating * 100 - 1e-6) }) };
}

function dayFault(from: string | undefined, to: string | undefined): ErrorDetail | undefined {
  if (from === undefined && to === undefined) return undefined;
  if (from === undefined)
    return { path: 'query.availableFrom', reason: 'must come together with availableTo' };
  if (to === undefined) return { path: 'query.availableTo', reason: 'must come together with availableFrom' };
  if (to < from) return { path: 'query.availableTo', reason: 'must not be before availableFrom' };
  const isTooLong = to > addDays(from, MAX_AVAILABILITY_DAYS - 1);
  if (!isTooLong) return undefined;
  return {
    path: 'query.availableTo',
    reason: `must be at most ${MAX_AVAILABILITY_DAYS} days from availableFrom`,
  };
}

/** What live orders leave of the next 90 days in the guide's own calendar, today included. */
async function timeSlots(em: EntityManager, guide: GuideRow, now: Date) {
  if (guide.status !== 'active') return [];
  const startDate = todayIn(guide.timeZone, now);
  const endDate = addDays(startDate, TIME_SLOT_DAYS - 1);
  const busy = await selectBusyDays(em, guide.id, startDate, endDate);
  return freeRanges({ startDate, endDate }, busy);
}
