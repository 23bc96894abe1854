import { describe, expect, test } from '@jest/globals';
import { newOrderId } from '../../domain/ids.ts';
import { beginsWithRamp, isForeign, isTakenOver } from '../../domain/ramp.ts';

const NOW = new Date('2027-03-01T08:00:00Z');
const [GOOD, TRIED] = [4, 5];
const ramp = (percent: number) => ({ program: TRIED, percent });

test('as many new orders begin with the release that is tried as its percentage says; with a higher one the same and more', () => {
  const ids = Array.from({ length: 20_000 }, () => newOrderId(NOW));
  const begun = (percent: number) => ids.filter((id) => beginsWithRamp(ramp(percent), id));
  expect(begun(0)).toEqual([]);
  expect(begun(100)).toEqual(ids);
  expect(begun(5).length / ids.length).toBeCloseTo(0.05, 1);
  const more = new Set(begun(20));
  expect(begun(5).every((id) => more.has(id))).toBe(true);
});

describe('which release takes over what', () => {
  test('without a trial each takes over what is older', () => {
    expect(isTakenOver(TRIED, GOOD, undefined)).toBe(true);
    expect(isTakenOver(GOOD, TRIED, undefined)).toBe(false);
    expect(isForeign(GOOD, TRIED, undefined)).toBe(true);
    expect(isForeign(GOOD, GOOD, undefined)).toBe(false);
  });

  test.each([1, 5, 100])('at %i percent neither takes anything of the other one', (percent) => {
    expect(isForeign(TRIED, GOOD, ramp(percent))).toBe(false);
    expect(isForeign(GOOD, TRIED, ramp(percent))).toBe(false);
    // What is older than both is the good one's.
    expect(isTakenOver(GOOD, GOOD - 1, ramp(percent))).toBe(true);
    expect(isTakenOver(TRIED, GOOD - 1, ramp(percent))).toBe(false);
  });

  test('what a withdrawn release has the other one takes over, and never the other way round', () => {
    expect(isTakenOver(GOOD, TRIED, ramp(0))).toBe(true);
    expect(isTakenOver(TRIED, GOOD, ramp(0))).toBe(false);
    expect(isForeign(TRIED, GOOD, ramp(0))).toBe(false);
  });
});
