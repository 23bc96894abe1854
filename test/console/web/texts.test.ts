/** All languages say the same things: the types see to the words, this to what stands in them. */
import { expect, test } from '@jest/globals';
import { texts as english } from '../../../console/web/src/texts/en/index.ts';
import { loadTexts } from '../../../console/web/src/texts/index.ts';
import { LANGUAGES } from '../../../domain/console-roles.ts';
import { EVENT_TYPES } from '../../../domain/event-types.ts';
import { SERVICE_TYPES } from '../../../domain/service-types.ts';

type Leaf = [path: string, value: unknown];

function leavesOf(value: unknown, path = ''): Leaf[] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, `${path}.${name}`));
}

/** Sentences of which a language may have none of its own: names, units, signs. */
const isSentence = (value: unknown) => typeof value === 'string' && value.split(' ').length > 3;

const OTHERS = LANGUAGES.filter((language) => language !== 'en');

test.each(OTHERS)(
  'in %s no word is missing, none is empty, and each takes the same parts',
  async (language) => {
    const there = new Map(leavesOf(await loadTexts(language)));
    for (const [path, value] of leavesOf(english)) {
      const other = there.get(path);
      expect([path, typeof other]).toEqual([path, typeof value]);
      if (typeof value === 'string') expect([path, (other as string).trim()]).not.toEqual([path, '']);
      if (typeof value === 'function')
        expect([path, (other as () => string).length]).toEqual([path, value.length]);
    }
    expect(there.size).toBe(leavesOf(english).length);
  },
);

test.each(OTHERS)('a sentence is not left in English in %s', async (language) => {
  const there = new Map(leavesOf(await loadTexts(language)));
  const left = leavesOf(english).filter(([path, value]) => isSentence(value) && there.get(path) === value);
  expect(left).toEqual([]);
});

test('what is listed can be filtered by, and codes have words', () => {
  const { nouns, actions } = english.company.audit;
  const acting = new Set(Object.keys(actions).map((action) => action.split('.')[0]!));
  // What only the platform's own log has.
  const own = [
    'account',
    'audit',
    'backup',
    'commission',
    'feeds',
    'mail',
    'namespace',
    'operator',
    'orders',
    'person',
    'posting',
    'proposal',
    'release',
    'rows',
    'secrets',
  ];
  expect([...acting].filter((noun) => !(noun in nouns) && !own.includes(noun))).toEqual([]);
  expect(Object.keys(english.frame.events).sort()).toEqual([...EVENT_TYPES].sort());
  expect(Object.keys(english.frame.services).sort()).toEqual([...SERVICE_TYPES].sort());
});
