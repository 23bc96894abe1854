import { describe, expect, test } from '@jest/globals';
import {
  addDays,
  confirmationDeadline,
  isCalendarDate,
  isTimeZone,
  lastBookableDate,
  startOfDay,
  todayIn,
  tripSpan,
} from '../../domain/trip.ts';

describe('trip days', () => {
  test.each([
    ['2026-02-28', true],
    ['2026-02-29', false],
    ['2028-02-29', true],
    ['2026-13-01', false],
    ['2026-1-1', false],
    ['20260101', false],
  ])('%s is a day of the calendar: %s', (text, isDay) => {
    expect(isCalendarDate(text)).toBe(isDay);
  });

  test('a trip starts at midnight where the guide is, and ends at midnight after its last day', () => {
    const span = tripSpan({ tripDate: '2026-12-31', tripDays: 2, timeZone: 'Asia/Tokyo' });
    expect(span.start.toISOString()).toBe('2026-12-30T15:00:00.000Z');
    expect(span.end.toISOString()).toBe('2027-01-01T15:00:00.000Z');
  });

  test('a trip over the start of summer time lasts an hour less', () => {
    const { start, end } = tripSpan({ tripDate: '2026-03-29', tripDays: 1, timeZone: 'Europe/Lisbon' });
    expect(end.getTime() - start.getTime()).toBe(23 * 3_600_000);
  });

  test('a trip over the end of summer time lasts an hour more', () => {
    const { start, end } = tripSpan({ tripDate: '2026-11-01', tripDays: 1, timeZone: 'America/New_York' });
    expect(end.getTime() - start.getTime()).toBe(25 * 3_600_000);
  });

  test('where clocks skip midnight, the day starts after the gap', () => {
    expect(startOfDay('2026-04-24', 'Africa/Cairo').toISOString()).toBe('2026-04-23T22:00:00.000Z');
  });

  test('today depends on where the guide is', () => {
    const now = new Date('2026-11-21T23:30:00Z');
    expect(todayIn('Asia/Tokyo', now)).toBe('2026-11-22');
    expect(todayIn('America/New_York', now)).toBe('2026-11-21');
  });

  test('a trip can be booked 18 months ahead', () => {
    expect(lastBookableDate('Europe/Lisbon', new Date('2026-11-21T12:00:00Z'))).toBe('2028-05-21');
  });

  test('days are added over the ends of months and years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
  });

  test('time zones are those of the IANA database', () => {
    expect(isTimeZone('Asia/Kathmandu')).toBe(true);
    expect(isTimeZone('Mars/Olympus')).toBe(false);
  });
});

describe('the confirmation deadline', () => {
  const created = new Date('2026-11-21T12:00:00Z');

  test("is the guide's limit after the order", () => {
    const start = new Date('2026-12-24T00:00:00Z');
    expect(confirmationDeadline(created, 24, start).toISOString()).toBe('2026-11-22T12:00:00.000Z');
  });

  test("is never later than the trip's start", () => {
    const start = new Date('2026-11-22T00:00:00Z');
    expect(confirmationDeadline(created, 24, start)).toEqual(start);
  });
});
