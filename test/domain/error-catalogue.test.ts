import { expect, test } from '@jest/globals';
import { errorCatalogue } from '../../domain/error-catalogue.ts';
import { ERRORS } from '../../domain/errors.ts';

test('every code has a cause and a remedy in whole sentences, and the codes are in order', () => {
  const entries = errorCatalogue();
  expect(entries).toHaveLength(Object.keys(ERRORS).length);
  expect(entries.map(({ code }) => code)).toEqual(
    Object.values(ERRORS)
      .map(({ code }) => code)
      .toSorted((a, b) => a - b),
  );
  for (const { cause, remedy } of entries) {
    expect(cause).toMatch(/^\w.*\.$/);
    expect(remedy).toMatch(/^\w.*\.$/);
  }
});
