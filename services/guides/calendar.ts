/** Calendars of guides: two statements, however many guides and days. */
import { setImmediate } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import {
  type GuideCalendarQuery,
  type GuideCalendars,
  MAX_CALENDAR_DAYS,
  MAX_TIMES_DAYS,
  MAX_TIMES_GUIDES,
} from '../../contract/schemas/guide-calendar.ts';
import {
  type BookableGuide,
  findBookableGuides,
  NO_COMMISSION,
} from '../../db/queries/orders/bookable-guide.ts';
import { selectReservedOf } from '../../db/queries/orders/reservations.ts';
import { readSnapshot } from '../../db/snapshot.ts';
import { type DayRange, daysOf } from '../../domain/availability.ts';
import {
  detail,
  type ErrorDetail,
  GuideForbidden,
  GuideNotFound,
  InvalidParameter,
} from '../../domain/errors.ts';
import { isOpenTo } from '../../domain/guide.ts';
import { type CalendarDay, guideCalendar } from '../../domain/guide-calendar.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { toDecimal } from '../../domain/money.ts';
import { addDays, lastBookableAnywhere } from '../../domain/trip.ts';

/** @throws InvalidParameter */
export async function readCalendars(
  orm: MikroORM,
  caller: CallingMerchant,
  query: GuideCalendarQuery,
  now: Date,
): Promise<GuideCalendars> {
  const { withTimes = false } = query;
  const guideIds = [...new Set(query.guideIds.split(','))];
  const range = { startDate: query.from, endDate: query.to };
  refuseRange(range, guideIds, withTimes, now);
  const days = daysOf(range);
  const { found, guides, reserved } = await readSnapshot(orm.em.fork(), async (em) => {
    const requests = guideIds.map((guideId) => ({ guideId, caller, at: now }));
    const bookable = await findBookableGuides(em, requests, NO_COMMISSION);
    const visible = bookable.filter(
      (guide) => guide !== undefined && isOpenTo(caller, guide),
    ) as BookableGuide[];
    const window = { ...range, endDate: addDays(range.endDate, 2) };
    return { found: bookable, guides: visible, reserved: await selectReservedOf(em, visible, window) };
  });
  const list: GuideCalendars['list'] = [];
  for (const guide of guides) {
    const calendar = guideCalendar(guide, days, reserved.get(guide.id) ?? [], { now, withTimes });
    const { id: guideId, currency, timeZone } = guide;
    list.push({ guideId, currency, timeZone, days: view(calendar, guide) });
    // A hundred calendars are some tenths of a second: others come in between.
    await setImmediate();
  }
  return { list, refused: guideIds.flatMap((guideId, place) => refusalOf(caller, guideId, found[place])) };
}

function refuseRange(
  { startDate, endDate }: DayRange,
  ids: readonly string[],
  withTimes: boolean,
  now: Date,
): void {
  const last = lastBookableAnywhere(now);
  const most = withTimes ? MAX_TIMES_DAYS : MAX_CALENDAR_DAYS;
  const problems: ErrorDetail[] = [
    ...(endDate < startDate ? [detail('query.to', 'ends_before_start', 'must not be before from')] : []),
    ...(endDate > last
      ? [detail('query.to', 'too_far_ahead', `must be at most 18 months ahead: ${last}`)]
      : []),
    ...(endDate > addDays(startDate, most - 1)
      ? [detail('query.to', 'range_too_long', `must be at most ${most} days from from`)]
      : []),
    ...(withTimes && ids.length > MAX_TIMES_GUIDES
      ? [detail('query.guideIds', 'too_many', `must be at most ${MAX_TIMES_GUIDES} with withTimes`)]
      : []),
  ];
  if (problems.length > 0) throw new InvalidParameter(problems);
}

function refusalOf(
  caller: CallingMerchant,
  guideId: string,
  guide: BookableGuide | undefined,
): GuideCalendars['refused'] {
  if (guide !== undefined && isOpenTo(caller, guide)) return [];
  const { code, message: msg } = guide === undefined ? new GuideNotFound() : new GuideForbidden();
  return [{ guideId, code, msg }];
}

/** Prices of a calendar are few, and a currency's decimals are looked up for each. */
function view(days: readonly CalendarDay[], { currency }: BookableGuide) {
  const decimals = new Map<number, number>();
  const decimal = (minor: number): number => {
    const known = decimals.get(minor) ?? toDecimal(minor, currency);
    decimals.set(minor, known);
    return known;
  };
  return days.map(({ date, state, price, holiday, times }) => ({
    date,
    state,
    dayPrice: decimal(price),
    ...(holiday !== undefined && { holiday }),
    ...(times !== undefined && {
      times: times.map(({ startTimes, placesLeft, ...time }) => ({
        ...time,
        startTimes: [...startTimes],
        ...(placesLeft && { placesLeft: [...placesLeft] }),
      })),
    }),
  }));
}
