import { createHash } from 'node:crypto';
import type { MikroORM } from '@mikro-orm/postgresql';
import { type FeedGuide, feedChangedAt, findFeedGuide } from '../../db/queries/guides/guide-calendars.ts';
import { findStudioFeed, studioFeedChangedAt } from '../../db/queries/guides/studio-calendar.ts';
import { selectTakenTimes, type TakenTime } from '../../db/queries/guides/studio-guides.ts';
import { hashToken } from '../../db/secret-tokens.ts';
import { readSnapshot } from '../../db/snapshot.ts';
import { parseMultirange } from '../../db/types/day-ranges.ts';
import { timeFor } from '../../domain/sandbox.ts';
import { addDays, todayIn } from '../../domain/trip.ts';
import { addDaysOf, addTime, BLOCKED, newCalendar, ownUids, takenText } from './events.ts';
import { MAX_STUDIO_EVENTS, writeStudio } from './studio-feed.ts';

/** Days of the feed: trips that have just ended are still shown; nothing can be booked further ahead. */
const PAST_DAYS = 31;
const FUTURE_DAYS = 730;

export interface CalendarFeed {
  readonly text: string;
  /** A strong tag of its content. */
  readonly tag: string;
  readonly changedAt: Date;
}

interface FeedDeps {
  readonly orm: MikroORM;
  readonly now: () => Date;
}

/**
 * Feeds for calendar programs, of a guide or of a studio with all its guides: booked, held and blocked time, and the ids of orders; no
 * names but the guides' own in their studio's. Days that were imported are left out: they are in the guide's calendar already.
 */
export function createCalendarFeeds(deps: FeedDeps & { readonly publicBaseUrl: string }) {
  const uids = ownUids(deps.publicBaseUrl);
  return {
    /** @returns undefined for an address that there is not, or that has ended. */
    async read(token: string): Promise<CalendarFeed | undefined> {
      const hash = hashToken(token);
      return (await readGuideFeed(deps, hash, uids)) ?? (await readStudioFeed(deps, hash, uids));
    },
  };
}

async function readGuideFeed(
  { orm, now }: FeedDeps,
  tokenHash: string,
  uids: string,
): Promise<CalendarFeed | undefined> {
  const em = orm.em.fork();
  const found = await readSnapshot(em, async (snapshot) => {
    const guide = await findFeedGuide(snapshot, tokenHash);
    if (guide === undefined) return undefined;
    const today = todayIn(guide.timeZone, timeFor(guide, now()));
    const range = { startDate: addDays(today, -PAST_DAYS), endDate: addDays(today, FUTURE_DAYS) };
    const { guideId: id, timeZone } = guide;
    const taken = await selectTakenTimes(snapshot, [{ id, timeZone }], range);
    return { guide, taken: taken.get(id) ?? [] };
  });
  if (found === undefined) return undefined;
  return await tagged(writeGuide(found.guide, found.taken, uids), (tag) =>
    feedChangedAt(em, found.guide.guideId, tag),
  );
}

async function readStudioFeed(
  { orm, now }: FeedDeps,
  tokenHash: string,
  uids: string,
): Promise<CalendarFeed | undefined> {
  const em = orm.em.fork();
  const reach = { now: now(), pastDays: PAST_DAYS, futureDays: FUTURE_DAYS, limit: MAX_STUDIO_EVENTS + 1 };
  const feed = await findStudioFeed(em, tokenHash, reach);
  if (feed === undefined) return undefined;
  return await tagged(writeStudio(feed, uids), (tag) => studioFeedChangedAt(em, feed.studioKey, tag));
}

async function tagged(text: string, changedAt: (tag: string) => Promise<Date>): Promise<CalendarFeed> {
  const tag = createHash('sha256').update(text).digest('hex');
  return { text, tag, changedAt: await changedAt(tag) };
}

function writeGuide(guide: FeedGuide, taken: readonly TakenTime[], uids: string): string {
  const { guideId, timeZone } = guide;
  const calendar = newCalendar({ name: `Guidepost ${guideId}`, product: 'guide calendar', timeZone });
  for (const time of taken) {
    const { id, status, createdAt: stamp } = time;
    addTime(calendar, time, timeZone, { id: `${id}${uids}`, summary: takenText(id, status), stamp });
  }
  for (const range of parseMultirange(guide.blocked)) {
    const id = `${guideId}-${range.startDate}${uids}`;
    addDaysOf(calendar, range, { id, summary: BLOCKED, stamp: new Date(guide.updatedAt) });
  }
  return calendar.toString();
}
