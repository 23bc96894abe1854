import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConnectionError, type EventPage } from '@guidepost/sdk';
import { afterAll, expect, test } from '@jest/globals';
import type { Command } from 'commander';
import { followFeed } from '../../packages/cli/src/listen/feed.ts';
import { createProgram } from '../../packages/cli/src/program.ts';
import { createCli } from './run-cli.ts';

const { cli, remove } = createCli();
afterAll(remove);

const allOf = (command: Command): Command[] => command.commands.flatMap((one) => [one, ...allOf(one)]);

function program() {
  const io = { env: {}, signal: new AbortController().signal, stop: () => {} };
  const { stdin, stdout, stderr } = process;
  return createProgram({ io: { ...io, stdin, stdout, stderr }, exitWith: () => {} });
}

test('no option takes a secret: others can read the command line', () => {
  const options = allOf(program()).flatMap((command) => command.options.map(({ flags }) => flags));
  expect(options.filter((flags) => /secret|password|token/i.test(flags))).toEqual(
    expect.arrayContaining(['--secret-stdin', '--secret-file <file>']),
  );
  expect(options.filter((flags) => /(secret|password|token)\S* <(?!file>)/i.test(flags))).toEqual([]);
});

test('every command has examples and takes --json, and the README names it', () => {
  const readme = readFileSync(new URL('../../packages/cli/README.md', import.meta.url), 'utf8');
  const own = allOf(program()).filter((one) => !['help', 'complete', 'completion'].includes(one.name()));
  const leaves = own.filter(({ commands }) => commands.length === 0);
  expect(leaves.length).toBeGreaterThan(15);
  for (const one of leaves) {
    expect(one.options.map(({ long }) => long)).toEqual(expect.arrayContaining(['--json', '--profile']));
    expect(readme).toContain(`\`${one.name()}`);
  }
});

test('what is misspelled is told, and ends with 2', async () => {
  expect(await cli(['lisen'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Did you mean listen?'),
  });
  expect((await cli(['test', 'ftp://example.com'])).stderr).toContain(
    'An address such as http://localhost:3000',
  );
  expect((await cli(['test', 'http://user:pass@localhost/'])).stderr).toContain(
    'others can read the command line',
  );
  expect((await cli(['events', '--events', 'order.nonsense'])).code).toBe(2);
  expect((await cli(['whoami', '--profile', '../../etc'])).code).toBe(2);
});

test('nobody is logged in at first, and that is told before anything is asked', async () => {
  for (const args of [['whoami'], ['listen'], ['events'], ['orders', 'list'], ['trigger', 'order.created']]) {
    expect(await cli(args)).toMatchObject({
      code: 3,
      stdout: '',
      stderr: expect.stringContaining('guidepost login'),
    });
  }
});

test('the feed is asked again while the platform is not available, from where it was', async () => {
  const event = { notificationId: 'NTF1-1' };
  const answers = [
    new ConnectionError({ msg: 'no answer' }),
    { list: [event], nextCursor: 'first', hasMore: false },
    new ConnectionError({ msg: 'no answer' }),
    { list: [], nextCursor: 'second', hasMore: false },
  ];
  const asked: unknown[] = [];
  const list = async (query: object) => {
    asked.push(query);
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer as unknown as EventPage;
  };
  const ending = new AbortController();
  const said: string[] = [];
  const feed = followFeed({
    guidepost: { events: { list } } as unknown as Parameters<typeof followFeed>[0]['guidepost'],
    query: { from: 'now' },
    signal: ending.signal,
    firstPauseMs: 1,
    onTrouble: () => said.push('trouble'),
    onRecovery: () => said.push('recovery'),
  });
  const cursors: unknown[] = [];
  for await (const { cursor } of feed) {
    cursors.push(cursor);
    if (cursors.length === 2) ending.abort();
  }
  expect(cursors).toEqual(['first', 'second']);
  expect(said).toEqual(['trouble', 'recovery', 'trouble', 'recovery']);
  // Not from now once more: that would leave out what happened meanwhile.
  expect(asked).toEqual([
    { from: 'now' },
    { from: 'now', waitSeconds: 0 },
    { cursor: 'first', waitSeconds: 20 },
    { cursor: 'first', waitSeconds: 0 },
  ]);
});

test('what is published imports nothing that Node 20 or its packages do not have', () => {
  const folder = new URL('../../packages/cli/src/', import.meta.url).pathname;
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const imported = files.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/from '([^'.][^']*)'/g)].map(([, name]) => name!),
  );
  const packages = new Set(imported.filter((name) => !name.startsWith('node:')));
  expect([...packages].sort()).toEqual(['@bomb.sh/tab/commander', '@guidepost/sdk', 'commander']);
});
