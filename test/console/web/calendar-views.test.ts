/** What a studio's calendar shows at once, and where times lie on a day. */
import { expect, test } from '@jest/globals';
import { lanesOf, minuteIn, spanOn } from '../../../console/web/src/areas/studio/hours.ts';
import { daysIn, searchOf, stepped, viewIn } from '../../../console/web/src/areas/studio/views.ts';

test('a week begins on Monday, also over the end of a month or a year', () => {
  expect(daysIn('week', '2027-05-05').join()).toBe(daysIn('week', '2027-05-03').join());
  expect([daysIn('week', '2027-01-02')[0], daysIn('week', '2027-01-02').at(-1)]).toEqual([
    ...['2026-12-28', '2027-01-03'],
  ]);
  expect(daysIn('day', '2027-05-05')).toEqual(['2027-05-05']);
  expect(daysIn('month', '2028-02-29')).toHaveLength(29);
});

test('one goes on by months, weeks and days', () => {
  expect(stepped('month', '2027-01-01', -1)).toBe('2026-12-01');
  expect(stepped('week', '2027-03-22', 1)).toBe('2027-03-29');
  expect(stepped('day', '2027-03-01', -1)).toBe('2027-02-28');
});

test('the address keeps what is shown, and what it names wrongly is today', () => {
  const today = '2027-05-05';
  for (const [view, day] of [
    ['month', '2027-07-01'],
    ['week', '2027-07-05'],
    ['day', '2027-07-06'],
  ] as const)
    expect(viewIn(searchOf(view, day), today)).toEqual({ view, day });
  expect(viewIn({}, today)).toEqual({ view: 'month', day: today });
  expect(viewIn(searchOf('week'), today)).toEqual({ view: 'week', day: today });
  for (const from of ['2027-02-30', 'soon', '9999-12-31', '0001-01-01'])
    expect(viewIn({ view: 'day', from }, today)).toEqual({ view: 'day', day: today });
  expect(viewIn({ view: 'year', month: '2027-13' }, today)).toEqual({ view: 'month', day: today });
});

const trip = (startAt: string, endAt: string, startDate: string, endDate = startDate) => {
  return { startAt, endAt, startDate, endDate };
};
const spanIn = (zone: string, day: string, time: ReturnType<typeof trip>) => {
  const { from, to } = spanOn(day, time, minuteIn(zone));
  return [from / 60, to / 60];
};

test('a time lies where the guide’s clock says, wherever it is read', () => {
  const morning = trip('2027-05-03T22:00:00Z', '2027-05-04T00:30:00Z', '2027-05-04');
  expect(spanIn('Asia/Tokyo', '2027-05-04', morning)).toEqual([7, 9.5]);
  const half = trip('2027-05-04T04:30:00Z', '2027-05-04T06:30:00Z', '2027-05-04');
  expect(spanIn('Asia/Kolkata', '2027-05-04', half)).toEqual([10, 12]);
});

test('over midnight it lies on both days, and until midnight on one', () => {
  const night = trip('2027-05-04T21:00:00Z', '2027-05-05T00:00:00Z', '2027-05-04', '2027-05-05');
  expect(spanIn('Europe/Lisbon', '2027-05-04', night)).toEqual([22, 24]);
  expect(spanIn('Europe/Lisbon', '2027-05-05', night)).toEqual([0, 1]);
  const evening = trip('2027-05-04T20:00:00Z', '2027-05-04T23:00:00Z', '2027-05-04');
  expect(spanIn('Europe/Lisbon', '2027-05-04', evening)).toEqual([21, 24]);
  const days = trip('2027-05-02T23:00:00Z', '2027-05-05T23:00:00Z', '2027-05-03', '2027-05-05');
  expect(spanIn('Europe/Lisbon', '2027-05-04', days)).toEqual([0, 24]);
});

test('where an hour is missing or comes twice, the clock counts, and nothing is too short to be pressed', () => {
  // Lisbon, 28 March: 1:00 becomes 2:00. An hour and a half from 0:30 ends at 3:00.
  const spring = trip('2027-03-28T00:30:00Z', '2027-03-28T02:00:00Z', '2027-03-28');
  expect(spanIn('Europe/Lisbon', '2027-03-28', spring)).toEqual([0.5, 3]);
  // 31 October: 2:00 becomes 1:00. From the first 1:45 until the second 1:15.
  const autumn = trip('2027-10-31T00:45:00Z', '2027-10-31T01:15:00Z', '2027-10-31');
  expect(spanIn('Europe/Lisbon', '2027-10-31', autumn)).toEqual([1.75, 2.25]);
  const last = trip('2027-05-04T22:50:00Z', '2027-05-04T23:00:00Z', '2027-05-04');
  expect(spanIn('Europe/Lisbon', '2027-05-04', last)).toEqual([23.5, 24]);
});

test('those that overlap lie in lanes, and a lane is free again when its time has ended', () => {
  const spans = [
    [9, 12],
    [10, 11],
    [11, 13],
    [12, 14],
  ].map(([from, to]) => ({ from: from!, to: to! }));
  expect(lanesOf(spans)).toEqual([0, 1, 1, 0]);
  expect(lanesOf([])).toEqual([]);
});
