import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { planOf } from '../../activities/settlements/plan.ts';
import { toDecimal, toDecimalText } from '../../domain/money.ts';

describe('the month of a run', () => {
  const now = '2027-06-15T00:00:00Z';

  test('is the one before it was due, in the platform’s time zone, however late it runs', () => {
    const due = (dueAt: string, zone: string) => planOf({ dueAt, now }, zone);
    expect(due('2027-02-01T06:00:00Z', 'UTC')).toEqual({
      month: '2027-01',
      closeAt: '2027-02-01T00:00:00.000Z',
      isWholeMonth: true,
    });
    // Still January in New York; already February in Tokyo.
    expect(due('2027-02-01T03:00:00Z', 'America/New_York').month).toBe('2026-12');
    expect(due('2027-01-31T16:00:00Z', 'Asia/Tokyo')).toMatchObject({
      month: '2027-01',
      closeAt: '2027-01-31T15:00:00.000Z',
    });
  });

  test('ends where the clocks change when the zone says so', () => {
    const { closeAt } = planOf({ dueAt: now, now, month: '2027-03' }, 'Europe/Lisbon');
    expect(closeAt).toBe('2027-03-31T23:00:00.000Z');
  });

  test('is closed up to now while it runs, by those who ask for that, and refused before it begins', () => {
    const running = planOf({ dueAt: now, now, month: '2027-06', partial: true }, 'UTC');
    expect(running).toEqual({ month: '2027-06', closeAt: new Date(now).toISOString(), isWholeMonth: false });
    expect(() => planOf({ dueAt: now, now, month: '2027-07' }, 'UTC')).toThrow(/not begun/);
  });
});

test('amounts as text have all decimals of their currency, and say what the number says', () => {
  expect([toDecimalText(-5, 'EUR'), toDecimalText(123_450, 'KWD'), toDecimalText(7, 'JPY')]).toEqual([
    '-0.05',
    '123.450',
    '7',
  ]);
  const amounts = fc.integer({ min: -(10 ** 12), max: 10 ** 12 });
  fc.assert(
    fc.property(amounts, fc.constantFrom('JPY', 'EUR', 'KWD'), (minor, currency) => {
      expect(Number(toDecimalText(minor, currency))).toBe(toDecimal(minor, currency));
    }),
  );
});
