import { describe, expect, test } from '@jest/globals';
import { keptFrom, keptPlaces, nextRelease } from '../../domain/allotment.ts';
import { offerFor } from '../../domain/contract-rates.ts';
import { departureOf, timeLeft, withOwnPlaces } from '../../domain/departure.ts';
import { isStopped } from '../../domain/stop-sale.ts';
import type { Allotment } from '../../domain/trip-details.ts';

const NOW = new Date('2027-04-01T12:00:00Z');
const TODAY = '2027-04-01';
const WHOLE: Allotment = { agencies: ['mk_one'], releaseDaysBefore: 14 };
const PLACES: Allotment = { ...WHOLE, places: 3, tripKindIds: ['tour'] };
const OFFER = {
  ...{ timeZone: 'Europe/Lisbon', studioKey: 'mk_studio', dayRates: [], offers: [], tripKinds: [] },
  ...{ stopSales: [], allotments: [WHOLE] },
};

describe('what is kept from an agency', () => {
  const stopped = (agency: string | undefined, day: string, allotment = WHOLE) => {
    const { stopSales } = offerFor({ ...OFFER, allotments: [allotment] }, agency, NOW);
    return isStopped(stopSales, day, undefined);
  };
  test.each([
    ['nothing from its own', 'mk_one', '2027-06-01', false],
    ['nothing from the studio', 'mk_studio', '2027-06-01', false],
    ['a day before its release', 'mk_two', '2027-04-16', true],
    ['a day before its release from who has no name', undefined, '2027-04-16', true],
    ['not the day of its release', 'mk_two', '2027-04-15', false],
  ])('%s', (_case, agency, day, expected) => {
    expect(stopped(agency, day)).toBe(expected);
  });

  test('a day that is released on itself is kept until then', () => {
    const late = { ...WHOLE, releaseDaysBefore: 0 };
    expect([stopped('mk_two', '2027-04-01', late), stopped('mk_two', '2027-04-02', late)]).toEqual([
      false,
      true,
    ]);
  });

  test('nothing of what is over or released altogether', () => {
    expect(keptFrom([{ ...WHOLE, endDate: '2027-04-15' }], 'mk_two', TODAY)).toEqual([]);
    expect(keptFrom([{ ...WHOLE, endDate: '2027-04-16' }], 'mk_two', TODAY)).toHaveLength(1);
  });
});

test('places are kept of the trips that are named, on their days', () => {
  const kept = keptFrom([PLACES, { ...PLACES, weekdays: ['monday'], places: 1 }], 'mk_two', TODAY);
  // A Tuesday and a Monday.
  expect(keptPlaces(kept, 'tour', '2027-06-01')).toEqual([{ agencies: ['mk_one'], places: 3 }]);
  expect(keptPlaces(kept, 'tour', '2027-06-07')).toHaveLength(2);
  expect(keptPlaces(kept, 'walk', '2027-06-07')).toEqual([]);
  expect(keptPlaces(kept, 'tour', '2027-04-12')).toEqual([]);
});

test('places that an agency has are of those that are kept for it, and stay whose they are', () => {
  const trip = { tripKindId: 'tour', capacity: 8 };
  const startAt = new Date('2027-06-01T09:00:00Z');
  const time = { startAt, endAt: new Date('2027-06-01T11:00:00Z') };
  const departure = departureOf(trip, startAt, NOW, [{ agencies: ['mk_one'], places: 3 }]);
  const party = { ...time, departure: departure!.id, coming: 0, goes: false };
  const left = (...parties: [string, number][]) =>
    timeLeft(
      { ...time, departure },
      parties.map(([agency, places]) => ({ ...party, agency, places })),
    ).placesLeft;
  expect(left()).toBe(5);
  expect(left(['mk_one', 2])).toBe(5);
  expect(left(['mk_one', 4])).toBe(4);
  expect(left(['mk_one', 2], ['mk_two', 5])).toBe(0);
  const own = { departure, guestCount: 2 };
  expect(withOwnPlaces({ departure, guestCount: 2 }, own)?.kept).toEqual([]);
  expect(withOwnPlaces({ departure, guestCount: 3 }, own)?.kept).toHaveLength(1);
  expect(withOwnPlaces({ departure, guestCount: 1 }, { departure: null, guestCount: 2 })?.kept).toHaveLength(
    1,
  );
});

test('the first release of the days of a trip', () => {
  const kept = keptFrom([WHOLE, { ...WHOLE, releaseDaysBefore: 30 }], 'mk_two', TODAY);
  const release = nextRelease(kept, undefined, ['2027-06-01', '2027-06-02'], 'Europe/Lisbon');
  expect(release?.toISOString()).toBe('2027-05-01T23:00:00.000Z');
  expect(nextRelease(kept, undefined, ['2027-04-10'], 'Europe/Lisbon')).toBeUndefined();
});
