import { describe, expect, test } from '@jest/globals';
import { cancellationSchedule } from '../../domain/cancellation.ts';
import {
  addDays,
  confirmationDeadline,
  isCalendarDate,
  isTimeZone,
  lastBookableDate,
  todayIn,
  tripSpan,
} from '../../domain/trip.ts';
import { startOfDay } from '../../domain/wall-time.ts';

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

  test.each([
    ['Havana, clocks back at 01:00', '2027-11-07', 'America/Havana', '2027-11-07T04:00:00.000Z'],
    ['the Azores, clocks back at 01:00', '2027-10-31', 'Atlantic/Azores', '2027-10-31T00:00:00.000Z'],
    [
      "St John's, clocks back from 00:01 to 23:01",
      '2010-11-07',
      'America/St_Johns',
      '2010-11-07T02:30:00.000Z',
    ],
    ['Toronto, clocks on from 23:30 to 00:30', '1919-03-31', 'America/Toronto', '1919-03-31T04:30:00.000Z'],
    ['Samoa, which skipped the day', '2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
  ])(
    'the first midnight counts, and where there is none the first instant: %s',
    (_where, day, zone, instant) => {
      expect(startOfDay(day, zone).toISOString()).toBe(instant);
    },
  );

  test('a trip and a cancellation tier begin with the first midnight', () => {
    const trip = { tripDate: '2027-11-06', tripDays: 1, timeZone: 'America/Havana' };
    expect(tripSpan(trip).end.toISOString()).toBe('2027-11-07T04:00:00.000Z');
    const policy = { preset: 'custom', tiers: [{ daysBefore: 2, refundShare: 5_000 }] } as const;
    const tripStartAt = new Date('2027-11-09T05:00:00Z');
    const order = {
      totalAmount: 100,
      tripDate: '2027-11-09',
      tripStartAt,
      timeZone: 'America/Havana',
      policy,
    };
    const [tier] = cancellationSchedule(order, new Date('2027-10-01T00:00:00Z'));
    expect(tier?.until?.toISOString()).toBe('2027-11-07T04:00:00.000Z');
  });

  test.each([
    'Asia/Kathmandu',
    'Asia/Calcutta',
    'Europe/Kyiv',
    'Etc/GMT+5',
    'US/Pacific',
    'Japan',
    'UTC',
    'GMT',
  ])('%s is a name of the IANA database', (name) => expect(isTimeZone(name)).toBe(true));

  test.each([
    'Mars/Olympus',
    '+05:00',
    '-0330',
    'UTC+5',
    'EST5EDT',
    'est',
    'AST',
    'SystemV/AST4',
    'Etc/Unknown',
    '',
  ])('%j is none', (name) => expect(isTimeZone(name)).toBe(false));
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
