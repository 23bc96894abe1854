/** No text sends anybody to a registry for names that are not ours there: whoever takes them would run code with app_secrets. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url));
const NAMES = '(?:@guidepost/[\\w-]+|guidepost(?:-sdk|-cli)?)(?![\\w./:-])';
const FLAGS = '(?:-{1,2}[\\w-]+(?:=\\S+)?\\s+)*';
const BY_NAME = [
  `\\b(?:npx|bunx|pnpx|(?:npm|pnpm|yarn|bun) (?:exec|dlx|x))\\s+${FLAGS}(?:--\\s+)?${NAMES}`,
  `\\b(?:npm|pnpm|yarn|bun|deno) (?:i|install|add|ci)\\s+${FLAGS}(?:npm:)?${NAMES}`,
  `\\b(?:pip3?|uv|pipx|poetry) (?:install|add)\\s+${FLAGS}${NAMES}`,
].map((pattern) => new RegExp(pattern, 'g'));
/** This file names what it refuses; the changelog and the record of the decision say what must not be done. */
const TELL_OF_IT = ['test/docs/installs.test.ts', 'docs/decisions/0084-sdk-and-command-line.md'];

const found = (text: string) =>
  BY_NAME.flatMap((pattern) => [...text.matchAll(pattern)].map(([match]) => match));

test.each([
  'npx guidepost listen',
  'npx --yes guidepost@latest test',
  'npm i @guidepost/sdk',
  'npm install --save-dev @guidepost/sdk',
  'npm install -g guidepost',
  'pnpm add @guidepost/sdk',
  'pip install guidepost',
])('%s would be seen', (text) => {
  expect(found(text)).not.toEqual([]);
});

test.each([
  'npm install "$BASE_URL/packages/sdk.tgz"',
  'npx --yes "$BASE_URL/packages/cli.tgz" test',
  'guidepost test',
])('%s is how it is done', (text) => {
  expect(found(text)).toEqual([]);
});

test('no text of the repository installs by name', () => {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: CHECKOUT, encoding: 'utf8' }).split('\0');
  const texts = files.filter(
    (file) => /\.(md|tsx?|js|mjs|json|ya?ml|css|html|sh)$/.test(file) && !TELL_OF_IT.includes(file),
  );
  expect(texts.length).toBeGreaterThan(1_000);
  const notified = texts.flatMap((file) =>
    found(readFileSync(join(CHECKOUT, file), 'utf8')).map((text) => `${file}: ${text}`),
  );
  expect(notified).toEqual([]);
});
