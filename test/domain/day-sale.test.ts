/** What a studio's calendar says of days that are not sold as usual. */
import { expect, test } from '@jest/globals';
import { type LimitedOffer, limitedSales } from '../../domain/day-sale.ts';

const TODAY = '2027-05-03';
const DAYS = Array.from({ length: 10 }, (_, n) => `2027-05-${String(n + 10)}`);
const [STOP_ALL, STOP_ONE] = [{}, { agencies: ['mk_one'] }];
const OFFER: LimitedOffer = {
  ...{ offersWholeDays: true, stopSales: [], allotments: [] },
  tripKinds: [{ tripKindId: 'tour' }],
};
const days = (startDate: string, endDate = startDate) => ({ startDate, endDate });
const kept = (more: object) => ({ agencies: ['mk_one'], releaseDaysBefore: 5, ...more });
const limited = (changes: Partial<LimitedOffer>) => limitedSales({ ...OFFER, ...changes }, TODAY, DAYS);

test('a guide that sells everything to everybody has no such days', () => {
  expect(limited({})).toEqual([]);
});

test('days on which nothing is sold to anybody are one range for each stretch', () => {
  const stopSales = [
    { ...STOP_ALL, ...days('2027-05-01', '2027-05-12') },
    { ...STOP_ALL, ...days('2027-05-15') },
  ];
  expect(limited({ stopSales })).toEqual([
    { ...days('2027-05-10', '2027-05-12'), sale: 'none' },
    { ...days('2027-05-15'), sale: 'none' },
  ]);
});

test.each([
  ['one agency is stopped', { stopSales: [{ ...STOP_ONE, ...days('2027-05-15') }] }],
  ['one kind of trip is stopped', { stopSales: [{ tripKindIds: ['tour'], ...days('2027-05-15') }] }],
  ['trips are kept', { allotments: [kept(days('2027-05-15'))] }],
  ['places are kept', { allotments: [kept({ places: 2, tripKindIds: ['tour'], ...days('2027-05-15') })] }],
])('not everything, or not to everybody: %s', (_, changes) => {
  expect(limited(changes)).toEqual([{ ...days('2027-05-15'), sale: 'some' }]);
});

test('both kinds of trips stopped by stops of their own are nothing', () => {
  const stopSales = [
    { tripKindIds: ['tour'], ...days('2027-05-15') },
    { wholeDays: true, ...days('2027-05-14', '2027-05-15') },
  ];
  expect(limited({ stopSales })).toEqual([
    { ...days('2027-05-14'), sale: 'some' },
    { ...days('2027-05-15'), sale: 'none' },
  ]);
});

test('what is released is sold as usual', () => {
  const allotments = [kept({ releaseDaysBefore: 9 })];
  expect(limited({ allotments })).toEqual([{ ...days('2027-05-13', '2027-05-19'), sale: 'some' }]);
});

test('a stop of something that the guide does not sell says nothing', () => {
  const stopSales = [{ wholeDays: true, ...days('2027-05-15') }];
  expect(limited({ stopSales, offersWholeDays: false })).toEqual([]);
});
