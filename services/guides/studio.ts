import type { MikroORM } from '@mikro-orm/postgresql';
import {
  MAX_STUDIO_CALENDAR_DAYS,
  type StudioCalendarQuery,
  type StudioCalendars,
  type StudioGuides,
  type StudioGuidesQuery,
} from '../../contract/schemas/studio.ts';
import {
  type ClosedGuide,
  type StudioGuide,
  selectClosedDays,
  selectStudioGuides,
  selectTakenTimes,
  type TakenTime,
} from '../../db/queries/guides/studio-guides.ts';
import { readSnapshot } from '../../db/snapshot.ts';
import { daysOf, rangesBy, weekdaysOf } from '../../domain/availability.ts';
import { limitedSales } from '../../domain/day-sale.ts';
import { goesWith } from '../../domain/departure.ts';
import { invalidParameter } from '../../domain/errors.ts';
import { searchable } from '../../domain/guide.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { toDecimal } from '../../domain/money.ts';
import { viewGoesIf } from '../../domain/order-view.ts';
import { calendarPrices } from '../../domain/price.ts';
import { timeFor } from '../../domain/sandbox.ts';
import { addDays, todayIn } from '../../domain/trip.ts';
import { hoursOf } from '../../domain/trip-details.ts';
import { isOfWholeDays } from '../calendars/events.ts';
import { isOutsider } from '../trade/colleague.ts';
import { refuseOthers } from './own-guide.ts';

const PAGE_SIZE = 50;

/** A studio's own guides as its people see them. Every function throws MerchantKindForbidden for a merchant that is no studio. */
export function createStudio({ orm, now }: { readonly orm: MikroORM; readonly now: () => Date }) {
  return {
    /** By name, with the next trip of each. */
    async guides(caller: CallingMerchant, query: StudioGuidesQuery): Promise<StudioGuides> {
      refuseOthers(caller);
      const at = timeFor(caller, now());
      const rows = await selectStudioGuides(orm.em.fork(), filterOf(caller, query), at);
      return { total: rows[0]?.total ?? 0, list: rows.map(viewGuide) };
    },
    /** Who has their days, and which they keep free. @throws InvalidParameter for a range of too many days. */
    async calendars(caller: CallingMerchant, query: StudioCalendarQuery): Promise<StudioCalendars> {
      refuseOthers(caller);
      const { from: startDate, to: endDate } = query;
      refuseRange(startDate, endDate);
      const range = { startDate, endDate };
      return await readSnapshot(orm.em.fork(), async (em) => {
        const at = timeFor(caller, now());
        const rows = await selectStudioGuides(em, filterOf(caller, query), at);
        const guides = rows.map(({ guideId: id, timeZone }) => ({ id, timeZone }));
        const closed = await selectClosedDays(
          em,
          guides.map(({ id }) => id),
          range,
        );
        const taken = await selectTakenTimes(em, guides, range);
        // Whoever acts by a link to guides reads no orders by it.
        const view = { at, days: daysOf(range), isNamed: !isOutsider(caller) };
        const list = rows.map((row) =>
          viewCalendar(row, closed.get(row.guideId)!, taken.get(row.guideId) ?? [], view),
        );
        return { total: rows[0]?.total ?? 0, list };
      });
    },
  };
}
export type Studio = ReturnType<typeof createStudio>;

function filterOf(caller: CallingMerchant, query: StudioGuidesQuery) {
  const { page = 1, size = PAGE_SIZE, status, text, guideId } = query;
  return {
    studioKey: caller.key,
    status,
    guideId,
    text: text === undefined ? undefined : searchable(text),
    limit: size,
    offset: (page - 1) * size,
  };
}

function refuseRange(startDate: string, endDate: string): void {
  if (endDate < startDate) {
    throw invalidParameter('query.to', 'ends_before_start', 'must not be before from');
  }
  if (endDate > addDays(startDate, MAX_STUDIO_CALENDAR_DAYS - 1)) {
    const msg = `must be at most ${MAX_STUDIO_CALENDAR_DAYS} days from from`;
    throw invalidParameter('query.to', 'range_too_long', msg);
  }
}

function viewGuide(row: StudioGuide): StudioGuides['list'][number] {
  const { ratingHundredths, nextOrderId, nextTripAt, total: _total, ...guide } = row;
  const isBooked = nextOrderId !== null && nextTripAt !== null;
  return {
    ...guide,
    rating: (ratingHundredths ?? 0) / 100,
    dayRate: toDecimal(row.dayRate, row.currency),
    nextTrip: isBooked ? { orderId: nextOrderId, startAt: nextTripAt.toISOString() } : null,
  };
}

interface CalendarView {
  readonly at: Date;
  /** Those that are shown. */
  readonly days: readonly string[];
  /** Whether it says who has the times. */
  readonly isNamed: boolean;
}

function viewCalendar(
  { guideId, name, status, timeZone, version, currency }: StudioGuide,
  closed: ClosedGuide,
  taken: readonly TakenTime[],
  { at, days, isNamed }: CalendarView,
): StudioCalendars['list'][number] {
  const { restDays, holidays, blocked, imported, terms, tripKinds } = closed;
  const today = todayIn(timeZone, at);
  const departures = Map.groupBy(taken, ({ departure }) => departure);
  return {
    guideId,
    name,
    status,
    timeZone,
    today,
    version,
    currency,
    prices: pricesOf(calendarPrices(terms, timeZone, at), currency, days),
    hours: hoursOf(tripKinds),
    restDays: weekdaysOf(restDays),
    holidays: [...holidays],
    blocked: [...blocked],
    imported: [...imported],
    limited: limitedSales(closed, today, days),
    taken: taken.map((time) => ({
      id: time.id,
      status: time.status,
      startDate: time.startDate,
      endDate: time.endDate,
      startAt: time.startAt.toISOString(),
      endAt: time.endAt.toISOString(),
      wholeDays: isOfWholeDays(time, timeZone),
      who: isNamed ? time.who : '',
      guestCount: time.guestCount,
      departure: time.departure === null ? null : viewDeparture(departures.get(time.departure)!),
    })),
  };
}

/** All parties of one departure; who booked when it had more places keeps them. */
function viewDeparture(parties: readonly TakenTime[]) {
  return {
    taken: parties.reduce((sum, { places }) => sum + (places ?? 0), 0),
    capacity: Math.max(...parties.map(({ capacity }) => capacity ?? 0)),
    goesIf: waitingFor(parties),
  };
}

/** The guests that a departure needs and has not; null where it goes. */
function waitingFor(parties: readonly TakenTime[]) {
  const orders = parties.filter(({ coming }) => coming > 0);
  if (goesWith(orders.map((order) => ({ ...order, guests: order.coming })))) return null;
  const needed = orders.flatMap(({ trip, startAt }) => viewGoesIf(trip, startAt).goesIf ?? []);
  return needed.toSorted((one, other) => one.leastGuests - other.leastGuests)[0] ?? null;
}

/** Days with one price are one entry. */
function pricesOf(
  priceOf: (day: string) => number,
  currency: string,
  days: readonly string[],
): StudioCalendars['list'][number]['prices'] {
  const ranges = rangesBy(days, (day) => toDecimal(priceOf(day), currency));
  return ranges.map(({ value: dayPrice, ...range }) => ({ ...range, dayPrice }));
}
