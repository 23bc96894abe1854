import { expect, test } from '@jest/globals';
import { pageOfAll } from '../../admin/paging.ts';

const rows = ['a', 'b', 'c', 'd', 'e'];
const page = (limit: number, after?: string) =>
  pageOfAll(rows, { limit, ...(after !== undefined && { after }) }, (row) => row);

test('a list that was read whole is told page by page, without a gap or a repetition', () => {
  expect(page(2)).toEqual({ list: ['a', 'b'], next: 'b' });
  expect(page(2, 'b')).toEqual({ list: ['c', 'd'], next: 'd' });
  expect(page(2, 'd')).toEqual({ list: ['e'], next: null });
  expect(page(5)).toEqual({ list: rows, next: null });
  expect(page(3, 'e')).toEqual({ list: [], next: null });
});

test('a place that is gone is refused: what comes behind it is not known', () => {
  expect(() => page(2, 'z')).toThrow('no longer in the list');
});
