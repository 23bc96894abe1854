import { expect, test } from '@jest/globals';
import { freeRanges } from '../../domain/availability.ts';

const NOVEMBER = { startDate: '2026-11-01', endDate: '2026-11-30' };
const days = (startDate: string, endDate = startDate) => ({ startDate, endDate });

test('without bookings the whole window is free', () => {
  expect(freeRanges(NOVEMBER, [])).toEqual([NOVEMBER]);
});

test('a booking splits the window', () => {
  expect(freeRanges(NOVEMBER, [days('2026-11-10', '2026-11-12')])).toEqual([
    days('2026-11-01', '2026-11-09'),
    days('2026-11-13', '2026-11-30'),
  ]);
});

test('bookings that touch, overlap, repeat or come out of order leave no empty gaps', () => {
  const busy = [days('2026-11-05', '2026-11-08'), days('2026-11-03', '2026-11-04'), days('2026-11-06')];
  expect(freeRanges(NOVEMBER, busy)).toEqual([
    days('2026-11-01', '2026-11-02'),
    days('2026-11-09', '2026-11-30'),
  ]);
});

test('bookings that reach past the window take only what is inside', () => {
  const busy = [days('2026-10-20', '2026-11-02'), days('2026-11-29', '2026-12-24')];
  expect(freeRanges(NOVEMBER, busy)).toEqual([days('2026-11-03', '2026-11-28')]);
});

test('a booking of the whole window leaves nothing', () => {
  expect(freeRanges(NOVEMBER, [days('2026-10-01', '2026-12-31')])).toEqual([]);
});

test('the first and the last day alone can be free', () => {
  expect(freeRanges(NOVEMBER, [days('2026-11-02', '2026-11-29')])).toEqual([
    days('2026-11-01'),
    days('2026-11-30'),
  ]);
});
