import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { GuideCalendarQuery, GuideCalendars } from '../../contract/schemas/guide-calendar.ts';
import type {
  GuideChanges,
  GuideChangesQuery,
  GuideReviews,
  GuideReviewsQuery,
} from '../../contract/schemas/guide-changes.ts';
import type { GuideListQuery } from '../../contract/schemas/guide-list.ts';
import type { AvailabilityBody, AvailabilityData, BlockBody } from '../../contract/schemas/guide-terms.ts';
import type { GuideCreate, GuideDetail, GuideListItem, GuideUpdate } from '../../contract/schemas/guides.ts';
import { selectReviews } from '../../db/queries/orders/reviews.ts';
import { parseMultirange } from '../../db/types/day-ranges.ts';
import { type DayRange, daysOf, TIME_SLOT_DAYS, timeSlots } from '../../domain/availability.ts';
import { offerFor } from '../../domain/contract-rates.ts';
import { GuideForbidden, GuideNotFound } from '../../domain/errors.ts';
import { isOpenTo } from '../../domain/guide.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { timeFor } from '../../domain/sandbox.ts';
import { isStoppedForSearch } from '../../domain/stop-sale.ts';
import { addDays, firstBookableDate, todayIn } from '../../domain/trip.ts';
import { readCalendars } from './calendar.ts';
import { listChanges } from './changes.ts';
import { countGuides } from './counting.ts';
import { filterOf } from './list-query.ts';
import { type ReservedGuideRow, selectGuide, selectGuides } from './queries.ts';
import { toAvailability, toDetail, toListItem } from './view.ts';
import { createGuideWriter, type OwnGuide } from './writing.ts';

const REVIEWS_SIZE = 10;

export interface GuideService {
  /** @throws InvalidParameter when parameters do not go together, MerchantKindForbidden for `own` of who is no studio. */
  list(caller: CallingMerchant, query: GuideListQuery): Promise<{ total: number; list: GuideListItem[] }>;
  /** @throws GuideNotFound, GuideForbidden */
  detail(caller: CallingMerchant, guideId: string): Promise<GuideDetail>;
  /** Cursors here are positions: the route seals them. @throws InvalidParameter */
  changes(caller: CallingMerchant, query: GuideChangesQuery): Promise<GuideChanges>;
  /** The free days of several guides. @throws InvalidParameter */
  calendars(caller: CallingMerchant, query: GuideCalendarQuery): Promise<GuideCalendars>;
  /** Here the cursor is a position as well. @throws GuideNotFound, GuideForbidden */
  reviews(caller: CallingMerchant, guideId: string, query: GuideReviewsQuery): Promise<GuideReviews>;
  /** The rest is for studios, and throws what GuideWriter says. */
  create(caller: CallingMerchant, body: GuideCreate): Promise<GuideDetail>;
  update(caller: CallingMerchant, own: OwnGuide, body: GuideUpdate): Promise<GuideDetail>;
  remove(caller: CallingMerchant, own: OwnGuide): Promise<void>;
  setAvailability(caller: CallingMerchant, own: OwnGuide, body: AvailabilityBody): Promise<AvailabilityData>;
  block(caller: CallingMerchant, own: OwnGuide, range: BlockBody): Promise<AvailabilityData>;
  unblock(caller: CallingMerchant, own: OwnGuide, range: BlockBody): Promise<AvailabilityData>;
}

/** Guides, as merchants read them and studios write them (specification, "Guide management"). */
export function createGuideService(deps: { orm: MikroORM; now: () => Date }): GuideService {
  const { orm, now } = deps;
  const writer = createGuideWriter(deps);
  const detail = async (caller: CallingMerchant, guideId: string) => {
    const at = timeFor(caller, now());
    const guide = await visibleGuide(orm.em.fork(), caller, guideId, at);
    return toDetail(guide, caller, slotsOf(guide, caller, at));
  };
  const availability = async (caller: CallingMerchant, guideId: string) => {
    const at = timeFor(caller, now());
    const guide = await visibleGuide(orm.em.fork(), caller, guideId, at);
    return toAvailability(guide, slotsOf(guide, caller, at));
  };
  return {
    detail,
    changes: (caller, query) => listChanges(orm, caller, query),
    calendars: (caller, query) => readCalendars(orm, caller, query, timeFor(caller, now())),
    reviews: (caller, guideId, query) =>
      listReviews(orm.em.fork(), caller, guideId, query, timeFor(caller, now())),
    list: (caller, query) => listGuides(orm, caller, query, timeFor(caller, now())),
    create: async (caller, body) => detail(caller, await writer.create(caller, body)),
    async update(caller, own, body) {
      await writer.update(caller, own, body);
      return await detail(caller, own.guideId);
    },
    remove: writer.remove,
    async setAvailability(caller, own, body) {
      await writer.setAvailability(caller, own, body);
      return await availability(caller, own.guideId);
    },
    async block(caller, own, range) {
      await writer.block(caller, own, range);
      return await availability(caller, own.guideId);
    },
    async unblock(caller, own, range) {
      await writer.unblock(caller, own, range);
      return await availability(caller, own.guideId);
    },
  };
}

/** @throws GuideNotFound, GuideForbidden */
async function visibleGuide(
  em: EntityManager,
  caller: CallingMerchant,
  guideId: string,
  at: Date,
): Promise<ReservedGuideRow> {
  const guide = await selectGuide(em, guideId, caller, daysShown(at));
  if (guide === undefined) throw new GuideNotFound();
  if (!isOpenTo(caller, guide)) throw new GuideForbidden();
  return guide;
}

/** @throws GuideNotFound, GuideForbidden */
async function listReviews(
  em: EntityManager,
  caller: CallingMerchant,
  guideId: string,
  { cursor, size = REVIEWS_SIZE }: GuideReviewsQuery,
  at: Date,
): Promise<GuideReviews> {
  await visibleGuide(em, caller, guideId, at);
  const rows = await selectReviews(em, guideId, cursor, size + 1);
  const page = rows.slice(0, size);
  const list = page.map(({ rating, text, createdAt }) => ({ rating, text, createdAt }));
  return { list, nextCursor: rows.length > size ? page.at(-1)!.position : null };
}

async function listGuides(orm: MikroORM, caller: CallingMerchant, query: GuideListQuery, at: Date) {
  const { page = 1, size = 10 } = query;
  const filter = filterOf(caller, query, at);
  const sort = query.sort ?? (filter.near === undefined ? 'guideId' : 'distance');
  const em = orm.em.fork();
  const count = await countGuides(em, caller, filter);
  const rows = await selectGuides(em, caller, filter, {
    limit: size,
    offset: (page - 1) * size,
    sort,
    count,
  });
  return { total: count.total, list: rows.map(toListItem) };
}

/** Wherever the guide is: its calendar may be a day before ours, or behind. */
function daysShown(now: Date): DayRange {
  const today = todayIn('UTC', now);
  return { startDate: addDays(today, -1), endDate: addDays(today, TIME_SLOT_DAYS) };
}

/** What rest days, blocks, stop-sales, allotments, live orders and holds leave the caller of the next 90 days in the guide's own calendar. */
function slotsOf(guide: ReservedGuideRow, { key }: CallingMerchant, now: Date): DayRange[] {
  if (guide.status !== 'active') return [];
  const endDate = addDays(todayIn(guide.timeZone, now), TIME_SLOT_DAYS - 1);
  const window = { startDate: firstBookableDate(guide, now), endDate };
  const { restDays, holidays, reserved } = guide;
  const closed = { restDays, holidays, blocked: [guide.blocked, guide.imported].flatMap(parseMultirange) };
  const offer = offerFor(guide, key, now);
  const days = offer.stopSales.length > 0 ? daysOf(window) : [];
  const stopped = days.filter((day) => isStoppedForSearch(offer, day));
  const taken = [...reserved, ...stopped.map((day) => ({ startDate: day, endDate: day }))];
  return timeSlots(window, closed, taken);
}
