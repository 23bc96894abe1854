/**
 * Takes over the days of guides' own calendars, each every hour. What this rules out is said where its statements are
 * (db/queries/guides/guide-calendars.ts). A calendar that cannot be read leaves the days of the time before: a guide whose
 * server is down is not free.
 */
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Cipher } from '../db/cipher.ts';
import {
  type CalendarToImport,
  findCalendarToImport,
  recordFailedImport,
  recordImport,
} from '../db/queries/guides/guide-calendars.ts';
import { type Job, leaveJob } from '../db/queries/platform/jobs.ts';
import type { DayRange } from '../domain/availability.ts';
import { IMPORT_EVERY_MS, ImportFailed, importedDays, importWindow } from '../domain/calendar-import.ts';
import { timeFor } from '../domain/sandbox.ts';
import type { FetchCalendar } from '../lib/callbacks/calendar-fetch.ts';
import { ownUids } from '../services/calendars/events.ts';
import { readCalendar } from '../services/calendars/reading.ts';
import type { JobKind } from './runner.ts';

export interface CalendarImportDeps {
  readonly orm: MikroORM;
  readonly cipher: Cipher;
  readonly fetchCalendar: FetchCalendar;
  readonly publicBaseUrl: string;
  readonly now: () => Date;
}

export function calendarImportJobs(deps: CalendarImportDeps): JobKind {
  return {
    // Each has a thread while it is read.
    atOnce: 4,
    // Longer than one import may take (domain/calendar-import.ts, IMPORT_LIMITS).
    leaseSeconds: 120,
    run: async (job, stopping) => {
      const calendar = await findCalendarToImport(deps.orm.em.fork(), job.subject);
      if (calendar === undefined) return undefined;
      await importOne(deps, job, calendar, stopping);
      return 'finished';
    },
  };
}

/** Writes what was found, or that nothing could be read, together with the time of the next read. */
async function importOne(
  deps: CalendarImportDeps,
  job: Job,
  calendar: CalendarToImport,
  stopping: AbortSignal,
): Promise<void> {
  const found = await readDays(deps, calendar, stopping);
  await deps.orm.em.fork().transactional(async (em) => {
    if (found instanceof ImportFailed) await recordFailedImport(em, calendar, found.word);
    else await recordImport(em, calendar, found);
    await leaveJob(em, job, { inMs: IMPORT_EVERY_MS, error: null });
  });
}

/** @throws what is not the calendar's fault: the end of this process is not reported to its owner. */
async function readDays(
  { cipher, fetchCalendar, publicBaseUrl, now }: CalendarImportDeps,
  calendar: CalendarToImport,
  stopping: AbortSignal,
): Promise<DayRange[] | ImportFailed> {
  const { timeZone } = calendar;
  const window = importWindow(timeZone, timeFor(calendar, now()));
  try {
    const text = await fetchCalendar(await cipher.decrypt(calendar.urlEncrypted), stopping);
    const busy = await readCalendar({ text, timeZone, window, ownUids: ownUids(publicBaseUrl) });
    return importedDays(busy, window);
  } catch (error) {
    if (error instanceof ImportFailed) return error;
    throw error;
  }
}
