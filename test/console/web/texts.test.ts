/** All languages say the same things: the types see to the words, this to what stands in them. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { texts as english } from '../../../console/web/src/texts/en/index.ts';
import { loadTexts } from '../../../console/web/src/texts/index.ts';
import { COMPANY_ACTIONS, LANGUAGES, OPERATOR_ACTIONS } from '../../../domain/console-roles.ts';
import { EVENT_TYPES } from '../../../domain/event-types.ts';
import { PROPOSED_ACTIONS } from '../../../domain/operator-proposals.ts';
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
    'job',
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
    'signing_key',
  ];
  expect([...acting].filter((noun) => !(noun in nouns) && !own.includes(noun))).toEqual([]);
  expect(Object.keys(english.frame.events).sort()).toEqual([...EVENT_TYPES].sort());
  expect(Object.keys(english.frame.services).sort()).toEqual([...SERVICE_TYPES].sort());
});

/** Names with a dot that are no action of the audit log. */
const OTHER_NAMES = new Set<string>([
  ...[...EVENT_TYPES, ...Object.keys({ ...COMPANY_ACTIONS, ...OPERATOR_ACTIONS, ...PROPOSED_ACTIONS })],
  // Kinds of mails, parts of commands, columns.
  ...['dispute.answer', 'dispute.message', 'notice.answer', 'guides.imported'],
  ...['guide.created_at', 'guide.time_zone', 'guide.updated_at'],
]);
const FILE_OR_PATH = /\.(html|js|json|ts)$|^(body|header|path|query)\./;

/** What the sources write into the audit log: names in programs, rows in statements, changes of factors. */
function auditedIn(file: string): string[] {
  const code = readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  const all = (pattern: RegExp) => [...code.matchAll(pattern)].map(([, name]) => name!);
  if (file.startsWith('db/')) return all(/into audit_entry[^;]*?'([a-z_]+\.[a-z_]+)'/g);
  const named = all(/'([a-z_]+\.[a-z_-]+)'/g);
  return [
    ...named.filter((name) => !OTHER_NAMES.has(name) && !FILE_OR_PATH.test(name)),
    ...all(/\bnote\(em, session, from, '(\w+)'\)/g).map((what) => `person.${what}`),
  ];
}

test('whatever is written into the audit log has words on the pages that list it', () => {
  const files = globSync('{activities,admin,api,db/queries,jobs,services}/**/*.ts');
  const written = new Set(files.flatMap(auditedIn));
  expect(written.size).toBeGreaterThan(120);
  expect(
    ['callback.paused', 'guide.updated', 'person.totp_added'].filter((one) => !written.has(one)),
  ).toEqual([]);
  const { actions } = english.company.audit;
  expect([...written].filter((action) => !(action in actions)).toSorted()).toEqual([]);
});

test('formats of Intl are made in one place, each once', () => {
  const sources = globSync('console/web/src/**/*.{ts,tsx}').filter(
    (file) => !file.endsWith('texts/format.ts'),
  );
  expect(sources.length).toBeGreaterThan(200);
  const makers = sources.filter((file) =>
    /\bIntl\.\w+(Format|Names|Rules|Collator)\(|\.(toLocale\w*String|localeCompare)\(/.test(
      readFileSync(file, 'utf8'),
    ),
  );
  expect(makers).toEqual([]);
});
