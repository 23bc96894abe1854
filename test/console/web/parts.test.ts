/** Parts of the console's pages that are pure. */
import { expect, test } from '@jest/globals';
import { changesOf, emptyDraft, withUploaded } from '../../../console/web/src/areas/studio/draft.ts';
import { fieldProblems } from '../../../console/web/src/areas/studio/problems.ts';
import { dayPricesOf } from '../../../console/web/src/areas/trade/trip-choice.ts';
import { texts as english } from '../../../console/web/src/texts/en/index.ts';
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

test.each([
  ['guide.offers.1.name', 'too_short', 'Offer 2, Name', 'This is required.'],
  ['guide.offers.0.percent', 'wrong_type', 'Spring, Percent off', 'This is required.'],
  ['guide.offers.0.code', 'too_short', 'Spring, Code', 'This is too short.'],
  ['guide.dayRates.0', 'inconsistent', 'Day rate 1', 'Must say when it holds.'],
  ['guide.dayRates.0.price', 'too_small', 'Day rate 1, Price of the day', 'This is too small.'],
  [
    'guide.tripKinds.0.rates.0.endDate',
    'ends_before_start',
    'Walk, Rate 1, Season until',
    'Must say when it holds.',
  ],
  ['guide.tripKinds.0.startTimes.0', 'wrong_format', 'Walk, Begins at', 'This is not in the right format.'],
  [
    'guide.tripKinds.0.guaranteedStarts.0.tripDate',
    'wrong_format',
    'Walk, Guaranteed start 1, Day',
    'This is required.',
  ],
  ['guide.languages', 'too_few', 'Languages', 'This is required.'],
  ['trip.guestCount', 'too_many_guests', 'Guests', 'Must say when it holds.'],
])('%s, %s: %s: %s', (path, reason, place, sentence) => {
  const guide = {
    offers: [{ name: 'Spring', percent: null, code: 'A' }, { name: '' }],
    dayRates: [{ name: '', price: -1 }],
    tripKinds: [
      {
        name: 'Walk',
        startTimes: ['9'],
        rates: [{ name: '', endDate: '2027-01-01' }],
        guaranteedStarts: [{ tripDate: '', startTime: '09:00' }],
      },
    ],
    languages: [],
  };
  const body = { guide, trip: { guestCount: 9 } } as unknown as Parameters<typeof fieldProblems>[1];
  const problem = { path: `body.${path}`, reason, msg: 'must say when it holds' };
  expect(fieldProblems([problem, problem], body, english)).toEqual([{ place, sentence }]);
});

test('what a day may cost is shown with seasons, weekends and rates, and no less than the least price of one day', () => {
  const guide = { dayRate: 100, weekendRate: null, seasonalRates: [], dayRates: [] };
  expect(dayPricesOf(guide)).toEqual([100]);
  const more = {
    dayRate: 100,
    weekendRate: { weekdays: ['sunday' as const], dayRate: 130 },
    seasonalRates: [{ startDate: '2027-06-01', endDate: '2027-06-30', dayRate: 150 }],
    dayRates: [{ name: 'Early', minDaysBefore: 60, price: 80 }],
  };
  expect(dayPricesOf(more)).toEqual([100, 130, 150, 80]);
  expect(dayPricesOf({ ...more, leastPrice: 110 })).toEqual([110, 130, 150, 110]);
  expect(dayPricesOf({ ...more, leastPrice: 110, minDays: 2 })).toEqual([100, 130, 150, 80]);
});
