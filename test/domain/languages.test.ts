import { expect, test } from '@jest/globals';
import { isLanguageTag, isRegisteredLanguage, offeredLanguages } from '../../domain/languages.ts';

test.each(['pt', 'EN', 'pt-BR', 'zh-Hant-TW', 'qu', 'tlh', 'ase', 'bfi', 'es-419', 'ca-ES-valencia', 'fil'])(
  '%s is registered',
  (tag) => {
    expect([isLanguageTag(tag), isRegisteredLanguage(tag)]).toEqual([true, true]);
  },
);

// Well-formed, and nothing: what a form or a guess writes.
test.each([
  'Japanese',
  'english',
  'xx',
  'pt-XX',
  'pt-ZZ',
  'zh-Abcd',
  'qaa',
  'mul',
  'zxx',
  'und',
  'x-klingon',
])('%s is not', (tag) => {
  expect(isRegisteredLanguage(tag)).toBe(false);
});

test('what is offered is registered, written as it should be, and there once', () => {
  const offered = offeredLanguages();
  expect(offered.filter((tag) => !isRegisteredLanguage(tag))).toEqual([]);
  expect(offered).toEqual(Intl.getCanonicalLocales(offered));
  expect(offered.length).toBeGreaterThan(180);
});
