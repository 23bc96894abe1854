/**
 * A guide's calendar joined to others: the feed that we publish, and the days that are taken over. What this rules out
 * (test/console/studio/calendar-import.test.ts), beside what all jobs do:
 *
 * - The address is changed or removed meanwhile: what was read from the old one is not written.
 * - Days are taken over while a booking is made: the guide's row is locked, and its version counts up.
 */
import { type EntityManager, raw } from '@mikro-orm/postgresql';
import type { DayRange } from '../../../domain/availability.ts';
import type { ImportError } from '../../../domain/calendar-import.ts';
import { Guide, GuideCalendar, Job } from '../../entities/index.ts';
import { lockRow } from '../../lock-row.ts';
import { toMultirange } from '../../types/day-ranges.ts';
import { addSingleJob, addSingleJobs } from '../platform/jobs.ts';
import { noteGuideWritten } from './guide-writes.ts';

export interface CalendarToImport {
  readonly guideId: string;
  readonly timeZone: string;
  readonly urlEncrypted: string;
  /** Milliseconds that the clock of a sandbox studio is ahead. */
  readonly clockAheadMs: number;
}

const FIND = `
select c.guide_id as "guideId", g.time_zone as "timeZone", c.import_url_encrypted as "urlEncrypted",
  m.clock_ahead_ms::float8 as "clockAheadMs", g.deleted_at is not null as "isGone"
from guide_calendar c join guide g on g.id = c.guide_id join merchant m on m.key = g.studio_key
where c.guide_id = ? and c.import_url_encrypted is not null`;

/** @returns undefined where there is nothing to read any more. A deleted guide's settings end here. */
export async function findCalendarToImport(
  em: EntityManager,
  guideId: string,
): Promise<CalendarToImport | undefined> {
  const [row] = await em.execute<(CalendarToImport & { isGone: boolean })[]>(FIND, [guideId]);
  if (!row?.isGone) return row;
  await em.nativeDelete(GuideCalendar, { guideId });
  return undefined;
}

/** @returns whether the address is the one that was read. */
async function finish(
  em: EntityManager,
  { guideId, urlEncrypted }: CalendarToImport,
  error: ImportError | null,
): Promise<boolean> {
  const where = { guideId, importUrlEncrypted: urlEncrypted };
  return (
    (await em.nativeUpdate(GuideCalendar, where, { lastImportAt: raw('now()'), importError: error })) > 0
  );
}

/** The days of the import before stay. */
export async function recordFailedImport(
  em: EntityManager,
  run: CalendarToImport,
  error: ImportError,
): Promise<void> {
  await finish(em, run, error);
}

/** A guide whose days are unchanged is not written, so that its editors meet no conflict. */
const APPLY = `
update guide set imported = ?::datemultirange, version = version + 1, updated_at = now()
where id = ? and imported <> ?::datemultirange returning 1`;

/** Puts these days in place of those of the import before. Call it in a transaction. */
export async function recordImport(
  em: EntityManager,
  run: CalendarToImport,
  days: readonly DayRange[],
): Promise<void> {
  // In the order in which everybody locks them: the guide first.
  await lockRow(em, Guide, run.guideId);
  if (await finish(em, run, null)) await setImported(em, run.guideId, days);
}

/** Also for who removes the address: with no days. The guide must be locked. */
export async function setImported(
  em: EntityManager,
  guideId: string,
  days: readonly DayRange[],
): Promise<void> {
  const range = toMultirange(days);
  const changed = await em.execute<unknown[]>(APPLY, [range, guideId, range]);
  if (changed.length > 0) await noteGuideWritten(em, guideId, { mayBeFree: true });
}

const SAVE_ADDRESS = `
insert into guide_calendar (guide_id, import_url_encrypted) values (?, ?)
on conflict (guide_id) do update set import_url_encrypted = excluded.import_url_encrypted,
  last_import_at = null, import_error = null`;

/** The address that is read from now on; at once for the first time. Call it in a transaction. */
export async function saveImportAddress(
  em: EntityManager,
  guideId: string,
  encrypted: string,
): Promise<void> {
  await em.execute(SAVE_ADDRESS, [guideId, encrypted]);
  await addSingleJob(em, 'calendar_import', guideId);
}

/** @returns whether there was one. */
export async function removeImportAddress(em: EntityManager, guideId: string): Promise<boolean> {
  const removed = await em.nativeUpdate(
    GuideCalendar,
    { guideId, importUrlEncrypted: { $ne: null } },
    { importUrlEncrypted: null, lastImportAt: null, importError: null },
  );
  return removed > 0;
}

const NOW = addSingleJobs(
  'calendar_import',
  `select guide_id as subject, now() as run_at from guide_calendar
   where guide_id = ? and import_url_encrypted is not null`,
);

/** @returns whether there is an address to read. */
export async function importNow(em: EntityManager, guideId: string): Promise<boolean> {
  const rows = await em.execute<unknown[]>(`${NOW} returning 1`, [guideId]);
  return rows.length > 0;
}

/** When it is read next; undefined where nothing is to be read. */
export async function nextImportAt(em: EntityManager, guideId: string): Promise<Date | undefined> {
  const job = await em.findOne(Job, { kind: 'calendar_import', subject: guideId });
  return job?.runAt;
}

/** A new address of the feed; the one before ends. Null: there is none. */
export async function saveFeedToken(em: EntityManager, guideId: string, hash: string | null): Promise<void> {
  await em.execute(
    `insert into guide_calendar (guide_id, feed_token_hash, feed_made_at) values (?, ?::text, now())
     on conflict (guide_id) do update set feed_token_hash = excluded.feed_token_hash,
       feed_made_at = case when excluded.feed_token_hash is null then null else now() end, feed_tag = null, feed_changed_at = null`,
    [guideId, hash],
  );
}

export interface FeedGuide {
  readonly guideId: string;
  readonly name: string;
  readonly timeZone: string;
  /** A datemultirange. */
  readonly blocked: string;
  readonly updatedAt: string;
  /** Its studio's clock. */
  readonly clockAheadMs: number;
}

/** The guide behind a feed's address; its studio must be active. */
export async function findFeedGuide(em: EntityManager, tokenHash: string): Promise<FeedGuide | undefined> {
  const [guide] = await em.execute<FeedGuide[]>(
    `select g.id as "guideId", g.name, g.time_zone as "timeZone", g.blocked::text as blocked, g.updated_at as "updatedAt",
       m.clock_ahead_ms::float8 as "clockAheadMs"
     from guide_calendar c join guide g on g.id = c.guide_id join merchant m on m.key = g.studio_key
     where c.feed_token_hash = ? and g.deleted_at is null and m.status = 'active'`,
    [tokenHash],
  );
  return guide;
}

/** Since when the feed is what it is. @param tag made from all that it says. */
export async function feedChangedAt(em: EntityManager, guideId: string, tag: string): Promise<Date> {
  const [row] = await em.execute<{ at: string }[]>(
    `update guide_calendar set feed_tag = ?, feed_changed_at = date_trunc('second', now())
     where guide_id = ? and feed_tag is distinct from ? returning feed_changed_at as at`,
    [tag, guideId, tag],
  );
  if (row) return new Date(row.at);
  const known = await em.findOne(GuideCalendar, guideId, { refresh: true });
  return known?.feedChangedAt ?? new Date(0);
}
