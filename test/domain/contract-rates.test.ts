import { expect, test } from '@jest/globals';
import { offerFor, offerShownTo } from '../../domain/contract-rates.ts';
import type { DayRate, TripKind } from '../../domain/trip-details.ts';
import { dayRateOf, rateOf } from '../../domain/trip-rate.ts';

const contract = { name: 'Contract', agencies: ['mk_one', 'mk_two'], price: 1 };
const open = { name: 'Open', minGuests: 1, price: 2 };
const kind = (rates?: TripKind['rates']): TripKind => ({
  ...{ tripKindId: 'walk', name: 'A walk', durationMinutes: 60, startTimes: ['09:00'], price: 9 },
  ...(rates && { rates }),
});
const NOW = new Date('2027-04-01T12:00:00Z');
const offer = {
  timeZone: 'Europe/Lisbon',
  offers: [],
  stopSales: [],
  allotments: [],
  dayRates: [contract, open],
  tripKinds: [kind([contract, open]), kind([contract]), kind()],
};
const names = (rates: readonly DayRate[] = []) => rates.map(({ name }) => name);
const trip = { tripDate: '2027-05-01', guestCount: 1, daysBefore: 0 };
const pricesFor = (agency: string | undefined) => {
  const { dayRates, tripKinds } = offerFor(offer, agency, NOW);
  return [
    dayRateOf(dayRates, '2027-05-01', { ...trip, tripDays: 1 })?.name,
    ...tripKinds.map((one) => rateOf(one, { ...trip, startTime: '09:00' })?.name),
  ];
};

test('an agency has the rates of its contracts, anybody else those for all', () => {
  for (const agency of ['mk_one', 'mk_two'])
    expect(pricesFor(agency)).toEqual(['Contract', 'Contract', 'Contract', undefined]);
  for (const other of ['mk_three', '', undefined])
    expect(pricesFor(other)).toEqual(['Open', 'Open', undefined, undefined]);
});

test('what others see has no trace of it, and what an agency sees names it alone', () => {
  expect(offerShownTo(offer, 'mk_three')).toEqual({
    timeZone: 'Europe/Lisbon',
    offers: [],
    stopSales: [],
    allotments: [],
    dayRates: [open],
    tripKinds: [kind([open]), kind(), kind()],
  });
  const { dayRates, tripKinds } = offerShownTo(offer, 'mk_two');
  expect(dayRates[0]).toEqual({ ...contract, agencies: ['mk_two'] });
  expect(tripKinds.map(({ rates }) => names(rates))).toEqual([['Contract', 'Open'], ['Contract'], []]);
});

test('a rate holds for nobody where it was not asked for whom it is', () => {
  expect(dayRateOf([contract], '2027-05-01', { ...trip, tripDays: 1 })).toBeUndefined();
});

test('an offer without contracts stays what it is', () => {
  const plain = { ...offer, dayRates: [open], tripKinds: [kind([]), kind([open])] };
  expect(offerFor(plain, 'mk_one', NOW)).toBe(plain);
});
