/** Decisions that are cited are there, and each that is there stands in the index, once and under its own title. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const CHECKOUT = new URL('../..', import.meta.url).pathname;
const FOLDER = join(CHECKOUT, 'docs/decisions');
const RECORDS = readdirSync(FOLDER).filter((name) => name !== 'README.md');
const NUMBERS = RECORDS.map((name) => name.slice(0, 4));
const INDEX = readFileSync(join(FOLDER, 'README.md'), 'utf8');

/** Every place that says `decision 0001`, `decisions/0001` or a file of that name. The changelog says what was. */
function citations(): string[] {
  const pattern = '(decisions?[ /]0[0-9]{3}|\\b0[0-9]{3}-[a-z0-9-]+\\.md)';
  const found = execFileSync('git', ['grep', '-noE', pattern, '--', '.', ':!CHANGELOG.md', ':!*.lock'], {
    cwd: CHECKOUT,
    encoding: 'utf8',
  });
  return found.split('\n').filter((line) => line !== '');
}

test('whatever cites a decision cites one that is there', () => {
  const cited = citations();
  expect(cited.length).toBeGreaterThan(50);
  const dead = cited.filter((line) => {
    const file = /\b0\d{3}-[a-z0-9-]+\.md$/.exec(line)?.[0];
    return file === undefined ? !NUMBERS.includes(line.slice(-4)) : !RECORDS.includes(file);
  });
  expect(dead).toEqual([]);
});

test('a number is given once', () => {
  expect(new Set(NUMBERS).size).toBe(NUMBERS.length);
});

test.each(RECORDS)('%s stands in the index under its title', (name) => {
  const [heading = ''] = readFileSync(join(FOLDER, name), 'utf8').split('\n');
  const title = /^# \d{4}:? (.+)$/.exec(heading)?.[1];
  const line = `- [${name.slice(0, 4)}](${name}) ${title}\n`;
  expect(INDEX.split(line).length - 1).toBe(1);
});
