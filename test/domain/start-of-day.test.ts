/** Every time zone, ten years: the days on which clocks change, those around them, and others in between. */
import { expect, test } from '@jest/globals';
import { daysOf } from '../../domain/availability.ts';
import { endOfMonth, monthOf } from '../../domain/settlement-month.ts';
import { startOfDay } from '../../domain/wall-time.ts';

const DAYS = daysOf({ startDate: '2026-01-01', endDate: '2036-01-08' });
const WEEK = 7;
/** With 7 it has no common factor: every weekday, every part of the month. */
const STEP = 97;
const QUARTER_MS = 900_000;
/** So far back no clock has been set yet. */
const LOOKBACK = 12;
const ZONES = [...Intl.supportedValuesOf('timeZone'), 'UTC'];

test('a day starts with the first instant whose local date it is', () => {
  const wrong = ZONES.flatMap((zone) => {
    const { format } = new Intl.DateTimeFormat('sv-SE', { timeZone: zone });
    return [...daysToTry(zone)]
      .filter((day) => !isFirstInstant(startOfDay(day, zone).getTime(), day, format))
      .map((day) => `${day} ${zone}`);
  });
  expect(wrong).toEqual([]);
});

test('a month ends with the first instant of the next one', () => {
  const wrong = ZONES.flatMap((zone) =>
    ['2026-10', '2027-02', '2027-09', '2027-10'].filter((month) => {
      const end = endOfMonth(month, zone).getTime();
      return monthOf(new Date(end - 1), zone) !== month || monthOf(new Date(end), zone) === month;
    }),
  );
  expect(wrong).toEqual([]);
});

function isFirstInstant(start: number, day: string, format: (at: number) => string): boolean {
  const earlier = Array.from({ length: LOOKBACK }, (_, n) => start - 1 - n * QUARTER_MS);
  return format(start) === day && earlier.every((at) => format(at) !== day);
}

/** Those near a change of clocks, and every 97th. */
function daysToTry(zone: string): Set<string> {
  const days = new Set(DAYS.filter((_, n) => n % STEP === 0));
  const offsetOn = offsets(zone);
  for (let n = 0; n + WEEK < DAYS.length; n += WEEK) {
    const isQuiet = offsetOn(DAYS[n]!) === offsetOn(DAYS[n + WEEK]!);
    if (!isQuiet) for (const day of DAYS.slice(n, n + WEEK + 1)) days.add(day);
  }
  return days;
}

/** Minutes from UTC at noon UTC of a day. */
function offsets(zone: string): (day: string) => string {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    timeZoneName: 'longOffset',
    hour: 'numeric',
  });
  return (day) => format.format(Date.parse(`${day}T12:00Z`)).split('GMT')[1]!;
}
