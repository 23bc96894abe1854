/** What feeds are written of: a calendar, and events of some time or of whole days. */
import ical, { type ICalCalendar } from 'ical-generator';
import type { DayRange } from '../../domain/availability.ts';
import type { OrderState } from '../../domain/order-state.ts';
import { addDays } from '../../domain/trip.ts';
import { startOfDay } from '../../domain/wall-time.ts';

/** What events of this platform are called behind their own id: an import knows them by it. */
export function ownUids(publicBaseUrl: string): string {
  return `@${new URL(publicBaseUrl).hostname}`;
}

interface CalendarHead {
  readonly name: string;
  readonly product: string;
  /** Where all of it takes place. */
  readonly timeZone?: string;
}

export function newCalendar({ name, product, timeZone }: CalendarHead): ICalCalendar {
  return ical({
    name,
    prodId: { company: 'Guidepost', product },
    // Programs ask again as often as it says; many ask less.
    ttl: 3_600,
    ...(timeZone !== undefined && { x: [{ key: 'X-WR-TIMEZONE', value: timeZone }] }),
  });
}

export interface CalendarEntry {
  readonly id: string;
  readonly summary: string;
  readonly stamp: Date;
}

/** Some time of a guide, with the days that it takes there. */
export interface GuideTime extends DayRange {
  readonly startAt: Date;
  readonly endAt: Date;
}

export const BLOCKED = 'Blocked';

/** Who has a guide's time. @param status null: it is a hold. */
export function takenText(id: string, status: OrderState | null): string {
  if (status === null) return 'Held';
  return `${status === 'pending' ? 'To confirm' : 'Booked'}: ${id}`;
}

type StartOfDay = typeof startOfDay;

/** @param startOf of a day, where several events share it. */
export function addTime(
  calendar: ICalCalendar,
  time: GuideTime,
  timeZone: string,
  entry: CalendarEntry,
  startOf?: StartOfDay,
): void {
  if (isOfWholeDays(time, timeZone, startOf)) addDaysOf(calendar, time, entry);
  else calendar.createEvent({ ...entry, start: time.startAt, end: time.endAt });
}

/** Whether that time begins and ends with days where the guide is. */
export function isOfWholeDays(
  { startAt, endAt, startDate, endDate }: GuideTime,
  timeZone: string,
  startOf: StartOfDay = startOfDay,
): boolean {
  const [start, end] = [startOf(startDate, timeZone), startOf(addDays(endDate, 1), timeZone)];
  return start.getTime() === startAt.getTime() && end.getTime() === endAt.getTime();
}

/** Each day's start is found once: of a thousand events most share theirs, and finding it is most of the work. */
export function rememberedStarts(): StartOfDay {
  const known = new Map<string, Date>();
  return (day, timeZone) => {
    const key = `${day} ${timeZone}`;
    const start = known.get(key) ?? startOfDay(day, timeZone);
    known.set(key, start);
    return start;
  };
}

export function addDaysOf(
  calendar: ICalCalendar,
  { startDate, endDate }: DayRange,
  entry: CalendarEntry,
): void {
  const [start, end] = [new Date(startDate), new Date(addDays(endDate, 1))];
  calendar.createEvent({ ...entry, start, end, allDay: true });
}
