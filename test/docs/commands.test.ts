/** Commands that documents and comments name are there, and each is described. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { PROOF_GROUPS } from '../proofs.ts';

const CHECKOUT = new URL('../..', import.meta.url).pathname;
const SCRIPTS = Object.keys(JSON.parse(readFileSync(join(CHECKOUT, 'package.json'), 'utf8')).scripts);
const PROOFS = Object.values(PROOF_GROUPS).flatMap((group) => Object.entries(group));
/** What stands in the changelog was true of its release. */
const TEXTS = execFileSync(
  'git',
  [
    'grep',
    '-hoE',
    'npm run (--silent )?[a-z]+(:[a-z]+)?( -- [a-z]+(:[a-z]+)?)?',
    '--',
    '.',
    ':!CHANGELOG.md',
    ':!*.lock',
  ],
  { cwd: CHECKOUT, encoding: 'utf8' },
).split('\n');
const NAMED = TEXTS.filter((text) => text !== '').map((text) => text.replace('--silent ', '').split(' '));

test('no text names a command that is not there', () => {
  expect(NAMED.length).toBeGreaterThan(50);
  expect(NAMED.filter(([, , name]) => !SCRIPTS.includes(name!))).toEqual([]);
});

test('no text names a proof that is not there, and each runs files that are', () => {
  const names = PROOFS.map(([name]) => name);
  const proofs = NAMED.filter(([, , name, , proof]) => name === 'proof' && proof !== undefined);
  expect(proofs.filter(([, , , , proof]) => !names.includes(proof!))).toEqual([]);
  const programs = PROOFS.flatMap(([, { program }]) => program ?? []);
  expect(programs.filter((program) => !existsSync(join(CHECKOUT, program)))).toEqual([]);
});

test('npm run help describes every command', () => {
  const help = execFileSync(process.execPath, ['tools/help.ts'], { cwd: CHECKOUT, encoding: 'utf8' });
  const described = help.split('\n').map((line) => /^npm run (\S+) +\S+ \S+/.exec(line)?.[1]);
  expect(SCRIPTS.filter((name) => !described.includes(name))).toEqual([]);
});
