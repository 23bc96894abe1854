import { describe, expect, test } from '@jest/globals';
import { MAX_RETRY_MS, retryDelay } from '../../domain/notification.ts';

const NO_JITTER = 0;

describe('the delay before the next attempt', () => {
  test('starts at 5 s and doubles', () => {
    const delays = [1, 2, 3, 4].map((attempt) => retryDelay(attempt, NO_JITTER));
    expect(delays).toEqual([5_000, 10_000, 20_000, 40_000]);
  });

  test('is at most an hour, however often it failed', () => {
    expect(retryDelay(11, NO_JITTER)).toBe(MAX_RETRY_MS);
    expect(retryDelay(5_000, NO_JITTER)).toBe(MAX_RETRY_MS);
  });

  test('is shortened by up to a fifth at random', () => {
    expect(retryDelay(1, 0.999)).toBeGreaterThanOrEqual(4_000);
    expect(retryDelay(1, 0.999)).toBeLessThan(5_000);
  });

  test("is lengthened by the merchant's Retry-After, within the hour", () => {
    expect(retryDelay(1, NO_JITTER, 60_000)).toBe(60_000);
    expect(retryDelay(1, NO_JITTER, 86_400_000)).toBe(MAX_RETRY_MS);
    expect(retryDelay(4, NO_JITTER, 1_000)).toBe(40_000);
  });
});
