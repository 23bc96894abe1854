import { expect, test } from '@jest/globals';
import { checkStrikes } from './strikes.ts';

test('a fault that was tried again and again and never struck fails the run', () => {
  const tally = new Map([
    ['stutter postgres', 17],
    ['missed: slow commits', 17],
  ]);
  expect(checkStrikes(tally)).toEqual([
    { rule: 'every kind of fault strikes', evidence: 'slow commits: 17 times in vain' },
  ]);
});

test('one that missed now and then, or in a short run, does not', () => {
  const tally = new Map([
    ['crash behind a lock', 26],
    ['missed: crash behind a lock', 8],
    ['missed: lock notification', 2],
  ]);
  expect(checkStrikes(tally)).toEqual([]);
});
