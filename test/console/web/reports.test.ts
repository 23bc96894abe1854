/** What the reports page makes of its answers. */
import { expect, test } from '@jest/globals';
import { labelsOf, monthsOf, periodsOf } from '../../../console/web/src/areas/reports/bars.ts';
import { hoursText } from '../../../console/web/src/areas/reports/hours.ts';

test('a picture has all weeks of its period, named by their Mondays, and all months', () => {
  const span = { from: '2026-12-30', to: '2027-01-18' };
  expect(periodsOf({ ...span, step: 'week' })).toEqual([
    '2026-12-28',
    '2027-01-04',
    '2027-01-11',
    '2027-01-18',
  ]);
  expect(periodsOf({ ...span, step: 'month' })).toEqual(['2026-12-01', '2027-01-01']);
  expect(monthsOf({ from: '2027-01-31', to: '2027-03-01' })).toEqual(['2027-01', '2027-02', '2027-03']);
});

test('guides of one name differ by their ids', () => {
  const rows = [
    { key: 'G1', name: 'Ana' },
    { key: 'G2', name: 'Rui' },
    { key: 'G3', name: 'Ana' },
  ];
  expect(labelsOf(rows)).toEqual(['Ana (G1)', 'Rui', 'Ana (G3)']);
});

test.each([
  [0, '< 1 min'],
  [0.5, '30 mins'],
  [2.25, '2.3 hrs'],
  [-47, '47 hrs'],
  [60, '2.5 days'],
])('%d hours are shown as %s', (hours, expected) => {
  expect(hoursText(hours, 'en-GB')).toBe(expected);
});
