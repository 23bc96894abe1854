/** Parts of the console's pages that are pure. */
import { expect, test } from '@jest/globals';
import { changesOf, emptyDraft, withUploaded } from '../../../console/web/src/areas/studio/draft.ts';
import { localeOf } from '../../../console/web/src/texts/format.ts';
import { languageName } from '../../../console/web/src/texts/language-names.ts';
import { offeredLanguages } from '../../../domain/languages.ts';

test('another currency brings every price along, also those whose number stays', () => {
  const base = { ...emptyDraft('Europe/Lisbon'), dayRate: 150 };
  expect(changesOf(base, { ...base, name: 'Inês' })).toEqual({ name: 'Inês' });
  const changes = changesOf(base, { ...base, currency: 'JPY' });
  expect(Object.keys(changes).sort()).toEqual(
    [
      'currency',
      'dayRate',
      'dayRates',
      'guestKinds',
      'guestSurcharge',
      'leastPrice',
      'offers',
      'seasonalRates',
      'tripKinds',
      'weekendRate',
    ].sort(),
  );
  expect(changes).toMatchObject({ currency: 'JPY', dayRate: 150 });
});

test('a picture that went up stands before those of the form, whose order and captions stay', () => {
  const [one, two, fresh] = ['one', 'two', 'new'].map((name) => ({ url: `https://photos.example/${name}` }));
  const mine = [{ ...two!, caption: 'The river' }, one!];
  expect(withUploaded([one!, two!], mine, [fresh!, one!, two!])).toEqual([fresh, ...mine]);
});

test.each([
  ['en', ['en-US', 'en'], 'en-US'],
  ['en', ['de-DE', 'en'], 'en-GB'],
  ['es', ['en-US', 'es-MX'], 'es-MX'],
  ['es', ['en-US'], 'es-ES'],
  ['en', ['en-'], 'en-GB'],
] as const)('%s of a browser that speaks %j is written as in %s', (language, spoken, locale) => {
  expect(localeOf(language, spoken)).toBe(locale);
});

test.each(['en-GB', 'es-ES'])('every language that is offered has a name in %s', (locale) => {
  expect(offeredLanguages().filter((tag) => languageName(tag, locale) === tag)).toEqual([]);
});
