/**
 * Every time zone, twenty years: around each change of clocks all quarters of an hour, against a search by brute force that knows
 * nothing but what `Intl` shows at an instant.
 */
import { afterEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { tripSpan } from '../../domain/trip.ts';
import { dateIn, instantOf, zoneDays } from '../../domain/wall-time.ts';

const [FROM, TO] = [Date.UTC(2020, 0, 1), Date.UTC(2041, 0, 1)];
const QUARTER_MS = 900_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Shorter than any time between two changes, Ramadan's in Morocco among them. */
const STEP_MS = 21 * DAY_MS;
/** More than clocks are ever put forward or back, twice. */
const NEAR_MS = 5 * HOUR_MS;
const ZONES = [...Intl.supportedValuesOf('timeZone'), 'UTC'];

/** What clocks show, as milliseconds since 1970 that would show the same in UTC. */
function clockOf(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (at) => Date.parse(`${format.format(at).replace(' ', 'T')}Z`);
}

/** The instants at which the difference to UTC becomes another, to the quarter of an hour. */
function changesOf(clock: (at: number) => number): number[] {
  const changes: number[] = [];
  const offset = (at: number) => clock(at) - at;
  for (let from = FROM; from < TO; from += STEP_MS) {
    if (offset(from) === offset(from + STEP_MS)) continue;
    let [before, after] = [from, from + STEP_MS];
    while (after - before > QUARTER_MS) {
      const middle = before + Math.floor((after - before) / 2 / QUARTER_MS) * QUARTER_MS;
      if (offset(middle) === offset(before)) before = middle;
      else after = middle;
    }
    changes.push(after);
  }
  return changes;
}

/** Each time that clocks show near a change, with the first instant at which they do; undefined where they never do. */
function readingsNear(change: number, clock: (at: number) => number): Map<number, number | undefined> {
  const shown = new Map<number, number>();
  for (let at = change - NEAR_MS; at < change + NEAR_MS; at += QUARTER_MS)
    if (!shown.has(clock(at))) shown.set(clock(at), at);
  const [before, after] = [clock(change - QUARTER_MS), clock(change)];
  const readings = new Map<number, number | undefined>();
  const end = Math.max(before, after) + 2 * HOUR_MS;
  for (let time = Math.min(before, after) - 2 * HOUR_MS; time < end; time += QUARTER_MS)
    readings.set(time, shown.get(time));
  return readings;
}

const textOf = (time: number) => new Date(time).toISOString();

test('a time is the first instant that reads so; one that clocks skip counts from before the change', () => {
  let [repeated, skipped] = [0, 0];
  const wrong = ZONES.flatMap((zone) => {
    const clock = clockOf(zone);
    return changesOf(clock).flatMap((change) => {
      const offsetBefore = clock(change - QUARTER_MS) - (change - QUARTER_MS);
      return [...readingsNear(change, clock)].flatMap(([time, first]) => {
        const [date, rest] = textOf(time).split('T') as [string, string];
        const { at, isSkipped } = instantOf(date, rest.slice(0, 5), zone);
        if (first === undefined) skipped += 1;
        else if (clock(first + HOUR_MS / 2) === time || clock(first + HOUR_MS) === time) repeated += 1;
        const isRight =
          at.getTime() === (first ?? time - offsetBefore) && isSkipped === (first === undefined);
        return isRight ? [] : [`${date} ${rest} ${zone}: ${at.toISOString()}`];
      });
    });
  });
  expect(wrong).toEqual([]);
  expect(repeated).toBeGreaterThan(10_000);
  expect(skipped).toBeGreaterThan(10_000);
});

describe.each(['2026-01-15', '2026-07-15'])('asked on %s', (today) => {
  const realNow = Date.now;
  afterEach(() => {
    Date.now = realNow;
  });

  test.each([
    ['the first of two', '2026-10-25', '01:30', 'Europe/Lisbon', '2026-10-25T00:30:00.000Z'],
    ['the first of two', '2026-11-01', '01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
    ['the first of two', '2026-04-05', '01:45', 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z'],
    ['as long after the change', '2026-03-29', '02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['as long after the change', '2026-03-08', '02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
    ['as any other', '2026-08-01', '09:00', 'Europe/Lisbon', '2026-08-01T08:00:00.000Z'],
  ])('a trip begins at %s: %s %s %s', (_, tripDate, startTime, timeZone, instant) => {
    Date.now = () => Date.parse(today);
    const trip = { tripDate, tripDays: 1, timeZone, startTime, durationMinutes: 90 };
    const { start, end } = tripSpan(trip);
    expect(start.toISOString()).toBe(instant);
    expect(end.getTime() - start.getTime()).toBe(90 * 60_000);
  });
});

test('days of a zone name the same day as the zone itself, within them and outside', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES),
      fc.integer({ min: FROM / DAY_MS, max: TO / DAY_MS - 120 }),
      fc.integer({ min: 1, max: 100 }),
      fc.array(fc.double({ min: -3, max: 103, noNaN: true }), { minLength: 20, maxLength: 20 }),
      (zone, first, count, offsets) => {
        const dayOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);
        const days = zoneDays(zone, dayOf(first), dayOf(first + count - 1));
        const ends = [days.startAt, days.endAt].flatMap((at) => [at.getTime() - 1, at.getTime()]);
        for (const at of [...ends, ...offsets.map((offset) => (first + offset) * DAY_MS)].map(
          (ms) => new Date(ms),
        ))
          expect([zone, at, days.dateOf(at)]).toEqual([zone, at, dateIn(zone, at)]);
      },
    ),
    { numRuns: 300 },
  );
});
