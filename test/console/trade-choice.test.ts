import { expect, test } from '@jest/globals';
import { draftOf, requestOf } from '../../console/web/src/areas/trade/change-draft.ts';
import type { OrderDetail } from '../../console/web/src/areas/trade/timeline.ts';
import { choiceOf, filtersOf, tripOf } from '../../console/web/src/areas/trade/trip-choice.ts';

const wholeDays = { guestKinds: [], tripKinds: [], offersWholeDays: true, maxGuests: 6 };
const hours = {
  guestKinds: [
    { kind: 'adult', amount: 10, minAge: null, maxAge: null },
    { kind: 'child', amount: 5, minAge: null, maxAge: 12 },
  ],
  tripKinds: [
    {
      tripKindId: 'half',
      name: 'Half a day',
      durationMinutes: 240,
      startTimes: ['09:00', '14:00'],
      price: 80,
    },
  ],
  offersWholeDays: false,
  maxGuests: 6,
} as unknown as Parameters<typeof choiceOf>[1];

test('an address says which trip it is, and a trip which address', () => {
  const filters = { date: '2027-05-01', days: '3', guests: '4', language: 'pt' };
  const choice = choiceOf(filters, wholeDays);
  expect(tripOf('G1', choice, wholeDays)).toEqual({
    guideId: 'G1',
    tripDate: '2027-05-01',
    tripDays: 3,
    guestCount: 4,
    language: 'pt',
  });
  expect(filtersOf(choice, wholeDays)).toMatchObject(filters);
});

test('a trip of hours has a time, and guests by kind', () => {
  const filters = { date: '2027-05-01', kind: 'half', time: '14:00', adult: '2', child: '1' };
  const choice = choiceOf(filters, hours);
  expect(tripOf('G1', choice, hours)).toEqual({
    guideId: 'G1',
    tripDate: '2027-05-01',
    tripKindId: 'half',
    startTime: '14:00',
    guests: [
      { kind: 'adult', count: 2 },
      { kind: 'child', count: 1 },
    ],
  });
  expect(filtersOf(choice, hours)).toMatchObject(filters);
});

test('what makes no sense in an address is left out', () => {
  const nonsense = {
    date: '2027-02-30',
    days: '-5',
    guests: 'many',
    kind: 'moon',
    time: '25:00',
    adult: '1e9',
  };
  expect(choiceOf(nonsense, wholeDays)).toMatchObject({
    tripDate: '',
    tripDays: 1,
    guestCount: 2,
    tripKindId: '',
  });
  expect(choiceOf({ ...nonsense, days: '9999' }, wholeDays).tripDays).toBe(60);
  const few = { ...wholeDays, minDays: 2, maxDays: 4 };
  expect([{}, { days: '3' }, { days: '9' }].map((given) => choiceOf(given, few).tripDays)).toEqual([2, 3, 4]);
  const parties = { ...wholeDays, minGuests: 3 };
  expect([{}, { guests: '2' }, { guests: '4' }].map((given) => choiceOf(given, parties).guestCount)).toEqual([
    3, 3, 4,
  ]);
  // Of a guide without whole days the first trip there is.
  expect(choiceOf(nonsense, hours)).toMatchObject({ tripKindId: 'half', startTime: '09:00' });
  expect(tripOf('G1', choiceOf(nonsense, wholeDays), wholeDays)).toBeUndefined();
});

const order = {
  tripDate: '2027-05-01',
  tripDays: 2,
  tripKindId: null,
  startTime: null,
  guestCount: 2,
  guests: [],
  language: 'pt',
  contactName: 'Ada',
  contactPhone: '+351912345678',
  contactEmail: 'ada@example.com',
  remark: null,
} as unknown as OrderDetail;

test('a change asks for what differs and nothing else', () => {
  const draft = draftOf(order);
  expect(requestOf(order, draft)).toBeUndefined();
  expect(requestOf(order, { ...draft, tripDays: 3 })).toEqual({ tripDays: 3 });
  expect(requestOf(order, { ...draft, contactEmail: ' ', language: '' })).toEqual({
    contactEmail: null,
    language: null,
  });
  expect(requestOf(order, { ...draft, tripKindId: 'half', startTime: '09:00' })).toEqual({
    tripKindId: 'half',
    startTime: '09:00',
  });
});
