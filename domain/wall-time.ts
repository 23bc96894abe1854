/**
 * The only place where what clocks read becomes an instant, and an instant what clocks read (docs/decisions/0128). Independent of the
 * time at which it is asked: a library's own conversion begins with the offset of today, and so finds one instant of a repeated
 * hour in summer and the other in winter.
 */
import { DateTime, IANAZone } from 'luxon';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

export interface WallInstant {
  readonly at: Date;
  /** Clocks skip this time: on that day nobody reads it. */
  readonly isSkipped: boolean;
}

/**
 * The first instant at which clocks in a zone read that, as RFC 5545, 3.3.5 has it: a time that comes twice is meant the first
 * time; one that clocks skip is read with the offset from before, so it lies as long after the change as it says.
 * @param time `HH:MM` or `HH:MM:SS`.
 */
export function instantOf(date: string, time: string, timeZone: string): WallInstant {
  return resolve(Date.parse(`${date}T${time}Z`), IANAZone.create(timeZone));
}

/**
 * The first instant whose local date is that day: the first midnight where there are two, the end of the gap where
 * clocks skip midnight or, as Samoa did once, the whole day.
 */
export function startOfDay(date: string, timeZone: string): Date {
  const zone = IANAZone.create(timeZone);
  const midnight = Date.parse(date);
  const { at, isSkipped } = resolve(midnight, zone);
  return isSkipped ? new Date(changeOf(zone, midnight)) : at;
}

/** The day (`2027-01-31`) that it is in a zone at an instant. */
export function dateIn(timeZone: string, at: Date): string {
  return textIn(timeZone, at, 'yyyy-MM-dd');
}

/** Some days in a zone, one after the other. */
export interface ZoneDays {
  readonly startAt: Date;
  /** Not included. */
  readonly endAt: Date;
  /** As `dateIn`; for instants of these days without asking the zone, so that many can be asked for. */
  dateOf(at: Date): string;
}

/** Both days included. */
export function zoneDays(timeZone: string, startDate: string, endDate: string): ZoneDays {
  const first = Date.parse(startDate);
  const count = Math.round((Date.parse(endDate) - first) / DAY_MS) + 1;
  const days = Array.from({ length: count + 1 }, (_, index) =>
    new Date(first + index * DAY_MS).toISOString().slice(0, 10),
  );
  const starts = days.map((day) => startOfDay(day, timeZone).getTime());
  const [startAt, endAt] = [starts[0] as number, starts[count] as number];
  return {
    startAt: new Date(startAt),
    endAt: new Date(endAt),
    dateOf(at) {
      const instant = at.getTime();
      if (instant < startAt || instant >= endAt) return dateIn(timeZone, at);
      let index = Math.min(count - 1, Math.floor((instant - startAt) / DAY_MS));
      while (instant < (starts[index] as number)) index--;
      while (instant >= (starts[index + 1] as number)) index++;
      return days[index] as string;
    },
  };
}

/** What clocks and calendars in a zone say at an instant. @param format of luxon's tokens. */
export function textIn(timeZone: string, at: Date, format: string): string {
  return DateTime.fromJSDate(at, { zone: timeZone }).toFormat(format);
}

/** Whether there is a zone of that name, also where the name is not in the tz database. */
export function isKnownZone(name: string): boolean {
  return IANAZone.isValidZone(name);
}

/** @param local milliseconds of 1970, as if the clocks showed UTC. */
function resolve(local: number, zone: IANAZone): WallInstant {
  // No offset reaches a day: these instants lie before and after every moment at which clocks could read that.
  const before = zone.offset(local - DAY_MS) * MINUTE_MS;
  const after = zone.offset(local + DAY_MS) * MINUTE_MS;
  if (before === after) return { at: new Date(local - before), isSkipped: false };
  const read = [local - before, local - after].filter((at) => at + zone.offset(at) * MINUTE_MS === local);
  if (read.length === 0) return { at: new Date(local - before), isSkipped: true };
  return { at: new Date(Math.min(...read)), isSkipped: false };
}

/** The instant at which clocks change within a day of `near`. */
function changeOf(zone: IANAZone, near: number): number {
  let [earlier, later] = [near - DAY_MS, near + DAY_MS];
  const before = zone.offset(earlier);
  while (later - earlier > 1) {
    const middle = Math.floor((earlier + later) / 2);
    if (zone.offset(middle) === before) earlier = middle;
    else later = middle;
  }
  return later;
}
