import { createHash } from 'node:crypto';
import type { MikroORM } from '@mikro-orm/postgresql';
import ical, { type ICalCalendar } from 'ical-generator';
import { type FeedGuide, feedChangedAt, findFeedGuide } from '../../db/queries/guides/guide-calendars.ts';
import { selectTakenTimes, type TakenTime } from '../../db/queries/guides/studio-guides.ts';
import { hashToken } from '../../db/secret-tokens.ts';
import { readSnapshot } from '../../db/snapshot.ts';
import { parseMultirange } from '../../db/types/day-ranges.ts';
import type { DayRange } from '../../domain/availability.ts';
import { timeFor } from '../../domain/sandbox.ts';
import { addDays, todayIn } from '../../domain/trip.ts';
import { startOfDay } from '../../domain/wall-time.ts';

/** Days of the feed: trips that have just ended are still shown; nothing can be booked further ahead. */
const PAST_DAYS = 31;
const FUTURE_DAYS = 730;

export interface CalendarFeed {
  readonly text: string;
  /** A strong tag of its content. */
  readonly tag: string;
  readonly changedAt: Date;
}

/** What events of this platform are called behind their own id: an import knows them by it. */
export function ownUids(publicBaseUrl: string): string {
  return `@${new URL(publicBaseUrl).hostname}`;
}

/**
 * Guides' feeds for calendar programs: booked, held and blocked time, and the ids of orders; no names. Days that
 * were imported are left out: they are in the guide's calendar already.
 */
export function createCalendarFeeds(deps: {
  readonly orm: MikroORM;
  readonly now: () => Date;
  readonly publicBaseUrl: string;
}) {
  const uids = ownUids(deps.publicBaseUrl);
  return {
    /** @returns undefined for an address that there is not, or that has ended. */
    async read(token: string): Promise<CalendarFeed | undefined> {
      const em = deps.orm.em.fork();
      const found = await readSnapshot(em, async (snapshot) => {
        const guide = await findFeedGuide(snapshot, hashToken(token));
        if (guide === undefined) return undefined;
        const today = todayIn(guide.timeZone, timeFor(guide, deps.now()));
        const range = { startDate: addDays(today, -PAST_DAYS), endDate: addDays(today, FUTURE_DAYS) };
        const { guideId: id, timeZone } = guide;
        const taken = await selectTakenTimes(snapshot, [{ id, timeZone }], range);
        return { guide, taken: taken.get(id) ?? [] };
      });
      if (found === undefined) return undefined;
      const text = write(found.guide, found.taken, uids);
      const tag = createHash('sha256').update(text).digest('hex');
      return { text, tag, changedAt: await feedChangedAt(em, found.guide.guideId, tag) };
    },
  };
}

function write(guide: FeedGuide, taken: readonly TakenTime[], uids: string): string {
  const { guideId, timeZone } = guide;
  const calendar = ical({
    name: `Guidepost ${guideId}`,
    prodId: { company: 'Guidepost', product: 'guide calendar' },
    // Programs ask again as often as it says; many ask less.
    ttl: 3_600,
    x: [{ key: 'X-WR-TIMEZONE', value: timeZone }],
  });
  for (const time of taken) addTime(calendar, time, timeZone, uids);
  for (const range of parseMultirange(guide.blocked)) {
    const id = `${guideId}-${range.startDate}${uids}`;
    addDaysOf(calendar, range, { id, summary: 'Blocked', stamp: new Date(guide.updatedAt) });
  }
  return calendar.toString();
}

interface Entry {
  readonly id: string;
  readonly summary: string;
  readonly stamp: Date;
}

function addTime(calendar: ICalCalendar, time: TakenTime, timeZone: string, uids: string): void {
  const summary =
    time.status === null ? 'Held' : `${time.status === 'pending' ? 'To confirm' : 'Booked'}: ${time.id}`;
  const entry = { id: `${time.id}${uids}`, summary, stamp: time.createdAt };
  if (isOfWholeDays(time, timeZone)) addDaysOf(calendar, time, entry);
  else calendar.createEvent({ ...entry, start: time.startAt, end: time.endAt });
}

/** Whether that time begins and ends with days where the guide is. */
export function isOfWholeDays({ startAt, endAt, startDate, endDate }: TakenTime, timeZone: string): boolean {
  const [start, end] = [startOfDay(startDate, timeZone), startOfDay(addDays(endDate, 1), timeZone)];
  return start.getTime() === startAt.getTime() && end.getTime() === endAt.getTime();
}

function addDaysOf(calendar: ICalCalendar, { startDate, endDate }: DayRange, entry: Entry): void {
  const [start, end] = [new Date(startDate), new Date(addDays(endDate, 1))];
  calendar.createEvent({ ...entry, start, end, allDay: true });
}
