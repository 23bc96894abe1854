/**
 * Takes over the days of guides' own calendars, each every hour. What this rules out is said where its statements are
 * (db/queries/guides/guide-calendars.ts). A calendar that cannot be read leaves the days of the time before: a guide whose
 * server is down is not free.
 */
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Cipher } from '../db/cipher.ts';
import {
  type DueImport,
  recordFailedImport,
  recordImport,
  takeDueImports,
} from '../db/queries/guides/guide-calendars.ts';
import { ImportFailed, importedDays, importWindow } from '../domain/calendar-import.ts';
import { timeFor } from '../domain/sandbox.ts';
import type { FetchCalendar } from '../lib/callbacks/calendar-fetch.ts';
import { ownUids } from '../services/calendars/feed.ts';
import { readCalendar } from '../services/calendars/reading.ts';
import { LOOKS_ITSELF_MS, type Loop, startLoop } from './loop.ts';

/** At once; each has a thread while it is read. */
const BATCH = 4;

export interface CalendarImportDeps {
  readonly orm: MikroORM;
  readonly cipher: Cipher;
  readonly fetchCalendar: FetchCalendar;
  readonly publicBaseUrl: string;
  readonly now: () => Date;
  readonly onError: (error: unknown) => void;
}

export function startCalendarImports(deps: CalendarImportDeps): Loop {
  const round = (stopping: AbortSignal) => importDueCalendars(deps, stopping);
  return startLoop({ everyMs: LOOKS_ITSELF_MS, round, onError: deps.onError });
}

/** One batch. @returns whether there may be more. */
export async function importDueCalendars(deps: CalendarImportDeps, stopping?: AbortSignal): Promise<boolean> {
  const due = await takeDueImports(deps.orm.em.fork(), BATCH);
  await Promise.all(due.map((run) => importOne(deps, run, stopping).catch(deps.onError)));
  return due.length === BATCH;
}

async function importOne(deps: CalendarImportDeps, run: DueImport, stopping?: AbortSignal): Promise<void> {
  const { orm, now } = deps;
  const window = importWindow(run.timeZone, timeFor(run, now()));
  try {
    const text = await deps.fetchCalendar(await deps.cipher.decrypt(run.urlEncrypted), stopping);
    const { timeZone } = run;
    const busy = await readCalendar({ text, timeZone, window, ownUids: ownUids(deps.publicBaseUrl) });
    await orm.em.fork().transactional((em) => recordImport(em, run, importedDays(busy, window)));
  } catch (error) {
    // Of this process's end nobody is told: another one goes on when the lease has ended.
    if (!(error instanceof ImportFailed)) throw error;
    await recordFailedImport(orm.em.fork(), run, error.word);
  }
}
