import type { MikroORM } from '@mikro-orm/postgresql';
import { knownCalendars, writeHolidays } from '../db/queries/guides/holidays.ts';
import { type Loop, startLoop } from './loop.ts';

const INTERVAL_MS = 43_200_000;

/**
 * Keeps the holidays of every calendar in use up to date: the year that has come into reach, and what a new version of the
 * library says. Years are written so far ahead that a platform which is stopped for a year misses none.
 */
export function startHolidayRefresh(deps: {
  readonly orm: MikroORM;
  readonly now: () => Date;
  readonly onError: (error: unknown) => void;
}): Loop {
  const { orm, now, onError } = deps;
  return startLoop({ everyMs: INTERVAL_MS, round: () => refreshHolidays(orm, now()), onError });
}

/** One round. */
export async function refreshHolidays(orm: MikroORM, now: Date): Promise<void> {
  const em = orm.em.fork();
  for (const calendar of await knownCalendars(em)) await writeHolidays(em, calendar, now);
}
