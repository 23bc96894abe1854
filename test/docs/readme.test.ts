import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createLivePlatform, type LivePlatform } from '../support/live-platform.ts';

let platform: LivePlatform;
let api: string;
beforeAll(async () => {
  platform = await createLivePlatform();
  api = await platform.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await platform.close();
});

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const readme = read('README.md');

/** The shell commands of a section, as they stand. */
function commandsOf(section: string): string[] {
  const text = readme.split('\n## ').find((part) => part.startsWith(section)) ?? '';
  return [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, commands]) => commands ?? '');
}

test("the README's first order can be pasted as it stands", async () => {
  const [variables, ...commands] = commandsOf('A first order');
  expect(variables).toContain('npm run --silent sandbox');
  const { agency, studio } = platform.sandbox;
  const { stdout } = await promisify(execFile)('bash', ['-euc', commands.join('\n')], {
    env: {
      PATH: process.env.PATH,
      API: api,
      AGENCY: `${agency.clientId}:${agency.clientSecret}`,
      STUDIO: `${studio.clientId}:${studio.clientSecret}`,
    },
  });
  const [booked, answers] = stdout.split('\n');
  expect(booked).toMatch(/^G\d+ on \d{4}-\d{2}-\d{2}: ORD\d+$/);
  expect(answers).toContain('"reason":"confirmed_by_studio"');
  expect(answers).toContain('"availableActions":["cancel"]');
});

test('every npm command that the README names is one', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const named = [...readme.matchAll(/npm run (?:--silent )?([a-z:]+)/g)].map(([, name]) => name);
  expect(named).toContain('demo');
  expect(named.filter((name) => !(name! in scripts))).toEqual([]);
});

test('the versions of Node.js that the README names are those that the packages need', () => {
  const { engines, dependencies } = JSON.parse(read('package.json'));
  expect(readme).toContain(`Node.js ${engines.node.replace('>=', '')} or newer with npm`);
  const needed = Object.keys(dependencies).flatMap((name) => {
    const { engines = {} } = JSON.parse(read(`node_modules/${name}/package.json`));
    return [...(engines.node ?? '').matchAll(/>=\s*22\.(\d+)/g)].map(([, minor]) => Number(minor));
  });
  expect(readme).toContain(`Node.js 22.${Math.max(...needed)} or newer`);
});

test('the newest release in CHANGELOG.md is the version of package.json', () => {
  const [, release] = read('CHANGELOG.md').match(/^## \[(\d[^\]]*)\] - \d{4}-\d{2}-\d{2}$/m) ?? [];
  expect(release).toBe(JSON.parse(read('package.json')).version);
});
