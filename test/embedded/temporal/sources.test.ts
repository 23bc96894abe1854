import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { cacheFolder } from '../../../tools/embedded/os/cache-folder.ts';
import { locateTemporalProgram, temporalSources } from '../../../tools/embedded/temporal/program.ts';
import { firstAvailable } from '../../../tools/embedded/temporal/sources.ts';
import { testServerSources } from '../../support/servers/time-skipping.ts';

const folder = mkdtempSync(join(tmpdir(), 'guidepost-sources-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const said: string[] = [];
const say = (line: string) => void said.push(line);
const options = (env: Record<string, string> = {}) => ({ cacheDir: join(folder, 'cache'), say, env });

function program(name: string, script: string): string {
  const file = join(folder, name);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}

describe('the search for a program', () => {
  test('the first source that has it wins, and later ones are not asked', async () => {
    const later = () => Promise.reject(new Error('asked'));
    const sources = [
      { title: 'one', obtain: () => undefined },
      { title: 'two', obtain: () => 'found' },
      { title: 'three', obtain: later },
    ];
    expect(await firstAvailable('thing', sources, '', say)).toBe('found');
  });

  test('a source that fails is reported, and the next one is asked', async () => {
    const sources = [
      { title: 'broken', obtain: () => Promise.reject(new Error('no network\nand more')) },
      { title: 'two', obtain: () => 'found' },
    ];
    expect(await firstAvailable('thing', sources, '', say)).toBe('found');
    expect(said.at(-1)).toBe('broken could not provide the thing: no network');
  });

  test('when nothing has it, the error lists what was tried and what to do', async () => {
    const sources = [
      { title: 'one', obtain: () => undefined },
      { title: 'two', obtain: () => Promise.reject(new Error('no network')) },
    ];
    const failure = firstAvailable('thing', sources, 'Install the thing.', say);
    await expect(failure).rejects.toThrow(
      'The thing is missing.\n  - one: not found\n  - two: no network\nInstall the thing.',
    );
  });
});

describe('where the servers come from', () => {
  test('temporal: PATH, what was fetched or built before, download, PyPI, go install', () => {
    expect(temporalSources(options()).map(({ title }) => title)).toEqual([
      '`temporal` on PATH',
      'an earlier download',
      'an earlier wheel',
      'an earlier build',
      "the Temporal SDK's download",
      'PyPI',
      '`go install`',
    ]);
  });

  test('the test server: earlier download, earlier artifacts, download, Maven', () => {
    expect(testServerSources(options()).map(({ title }) => title)).toEqual([
      'an earlier download',
      'earlier Maven artifacts',
      "the Temporal SDK's download",
      'Maven',
    ]);
  });

  test('a temporal program on PATH is used as it is', async () => {
    const file = program('good/temporal', 'echo "temporal version 1.5.1 (Server 1.29.1)"');
    expect(await locateTemporalProgram(options({ PATH: join(folder, 'good') }))).toBe(file);
  });

  test('another program of that name is passed over for an earlier build', async () => {
    program('other/temporal', 'echo "a calendar"');
    const built = program('cache/bin/temporal-v1.5.1', 'true');
    expect(await locateTemporalProgram(options({ PATH: join(folder, 'other') }))).toBe(built);
  });
});

describe('the cache folder', () => {
  test('follows XDG_CACHE_HOME, else the platform', () => {
    expect(cacheFolder({ XDG_CACHE_HOME: '/x' }, 'linux')).toBe('/x/guidepost');
    expect(cacheFolder({}, 'linux')).toMatch(/\/\.cache\/guidepost$/);
    expect(cacheFolder({}, 'darwin')).toMatch(/\/Library\/Caches\/guidepost$/);
  });
});
