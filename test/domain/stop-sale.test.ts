import { describe, expect, test } from '@jest/globals';
import { offerFor, offerShownTo } from '../../domain/contract-rates.ts';
import { isAllStopped, isStopped, isStoppedForSearch, stoppedDays } from '../../domain/stop-sale.ts';
import type { StopSale, TripKind } from '../../domain/trip-details.ts';

const JUNE: StopSale = { startDate: '2027-06-01', endDate: '2027-06-30' };
const NOW = new Date('2027-06-01T12:00:00Z');
const MONDAYS: StopSale = { weekdays: ['monday'] };
const walk = { tripKindId: 'walk' } as TripKind;
const bay = { tripKindId: 'bay' } as TripKind;

describe('a trip is stopped', () => {
  test.each([
    ['on the first day of a stop', JUNE, '2027-06-01', undefined, true],
    ['on its last day', JUNE, '2027-06-30', 'walk', true],
    ['not on the day before', JUNE, '2027-05-31', undefined, false],
    ['not on the day after', JUNE, '2027-07-01', undefined, false],
    ['by a stop without an end', { startDate: '2027-06-01' }, '2030-01-01', undefined, true],
    ['on its weekdays', MONDAYS, '2027-06-07', undefined, true],
    ['not on other weekdays', MONDAYS, '2027-06-08', undefined, false],
    ['by a stop without a condition', {}, '2027-06-08', 'walk', true],
    ['as whole days alone', { wholeDays: true }, '2027-06-08', 'walk', false],
    ['as whole days', { wholeDays: true }, '2027-06-08', undefined, true],
    ['as hours alone', { wholeDays: false }, '2027-06-08', undefined, false],
    ['as one kind of trips', { tripKindIds: ['walk'] }, '2027-06-08', 'walk', true],
    ['not as another kind', { tripKindIds: ['walk'] }, '2027-06-08', 'bay', false],
    ['not as whole days by a kind', { tripKindIds: ['walk'] }, '2027-06-08', undefined, false],
    ['for nobody where it was not asked for whom', { agencies: ['mk_one'] }, '2027-06-08', undefined, false],
  ] as const)('%s', (_case, stop, day, tripKindId, expected) => {
    expect(isStopped([stop], day, tripKindId)).toBe(expected);
  });

  test('on the days of a long trip that are, but those that it had before', () => {
    const trip = { tripDate: '2027-05-30', tripDays: 4 };
    expect(stoppedDays([JUNE], trip)).toEqual(['2027-06-01', '2027-06-02']);
    expect(stoppedDays([JUNE], trip, { tripDate: '2027-06-01', tripDays: 1 })).toEqual(['2027-06-02']);
    const walked = { tripDate: '2027-06-01', tripDays: 1, trip: { tripKindId: 'walk', startTime: '09:00' } };
    expect(stoppedDays([JUNE], trip, walked)).toEqual(['2027-06-01', '2027-06-02']);
    expect(stoppedDays([JUNE], walked, walked)).toEqual([]);
    const later = { ...walked, trip: { tripKindId: 'walk', startTime: '14:00' } };
    expect(stoppedDays([JUNE], later, walked)).toEqual(['2027-06-01']);
  });
});

test('a day is stopped where all that is sold on it is; a search asks for whole days where they are sold', () => {
  const days = { wholeDays: true };
  const guide = { offersWholeDays: true, tripKinds: [walk, bay], stopSales: [days] };
  expect([isAllStopped(guide, '2027-06-08'), isStoppedForSearch(guide, '2027-06-08')]).toEqual([false, true]);
  const stopSales = [days, { tripKindIds: ['walk'] }, { tripKindIds: ['bay'] }];
  expect(isAllStopped({ ...guide, stopSales }, '2027-06-08')).toBe(true);
  const ofHours = { ...guide, offersWholeDays: false, stopSales: [{ tripKindIds: ['walk'] }] };
  expect(isStoppedForSearch(ofHours, '2027-06-08')).toBe(false);
  expect(isStoppedForSearch({ ...ofHours, stopSales: stopSales.slice(1) }, '2027-06-08')).toBe(true);
});

test('an agency has the stops for itself and for all, and is shown none', () => {
  const terms = { timeZone: 'Europe/Lisbon', dayRates: [], offers: [], tripKinds: [], allotments: [] };
  const guide = { ...terms, stopSales: [{ agencies: ['mk_one'] }, MONDAYS] };
  const stopped = (agency: string | undefined) =>
    isStopped(offerFor(guide, agency, NOW).stopSales, '2027-06-08', undefined);
  expect([stopped('mk_one'), stopped('mk_two'), stopped(undefined)]).toEqual([true, false, false]);
  expect(offerFor(guide, 'mk_two', NOW).stopSales).toHaveLength(1);
  expect(offerShownTo(guide, 'mk_one').stopSales).toEqual([]);
});
