/** Bookings as bars in a row of days: a studio's month, a week of one guide. */
import { expect, test } from '@jest/globals';
import { barsOf } from '../../../console/web/src/areas/studio/bars.ts';
import { daysBetween } from '../../../console/web/src/parts/days.ts';

const taken = (startDate: string, endDate = startDate, more = {}) => ({
  ...{
    id: `ORD of ${startDate}`,
    status: 'confirmed' as const,
    wholeDays: true,
    who: 'Ada',
    guestCount: 2,
    departure: null,
  },
  ...{ startDate, endDate, startAt: `${startDate}T00:00:00Z`, endAt: `${endDate}T23:00:00Z` },
  ...more,
});
const week = daysBetween('2027-05-03', '2027-05-09');
const shown = (...times: ReturnType<typeof taken>[]) =>
  [...barsOf({ taken: times }, week).from].map(([day, { days, isBegun, isEnded }]) => [
    ...[day, days],
    ...[isBegun, isEnded],
  ]);

test('a bar begins in the cell of its first day and is as long as the trip', () => {
  expect(shown(taken('2027-05-04'), taken('2027-05-06', '2027-05-08'))).toEqual([
    ['2027-05-04', 1, true, true],
    ['2027-05-06', 3, true, true],
  ]);
  expect([...barsOf({ taken: [taken('2027-05-06', '2027-05-08')] }, week).days]).toEqual([
    ...['2027-05-06', '2027-05-07', '2027-05-08'],
  ]);
});

test('what goes over the ends of the row is cut there', () => {
  expect(shown(taken('2027-04-20', '2027-05-03'), taken('2027-05-09', '2027-05-30'))).toEqual([
    ['2027-05-03', 1, false, true],
    ['2027-05-09', 1, true, false],
  ]);
  expect(shown(taken('2027-04-01', '2027-06-01'))).toEqual([['2027-05-03', 7, false, false]]);
  expect(shown(taken('2027-05-02'), taken('2027-05-10'))).toEqual([]);
});

test('trips of hours, and who comes second on a day, have no bar', () => {
  expect(shown(taken('2027-05-04', '2027-05-04', { wholeDays: false }))).toEqual([]);
  expect(shown(taken('2027-05-04', '2027-05-06'), taken('2027-05-06', '2027-05-07'))).toEqual([
    ['2027-05-04', 3, true, true],
  ]);
  // Over midnight it is no trip of one day's hours.
  expect(shown(taken('2027-05-04', '2027-05-05', { wholeDays: false }))).toHaveLength(1);
});

test('a row without days has no bars', () => {
  expect(barsOf({ taken: [taken('2027-05-04')] }, []).from.size).toBe(0);
});
