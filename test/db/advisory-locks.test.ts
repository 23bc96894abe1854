import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { ADVISORY_LOCKS } from '../../db/advisory-locks.ts';

const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDERS = '{api,activities,admin,console,db,jobs,lib,services,test,tools,workflows}';

test('no two things share an advisory lock', () => {
  const keys = Object.values(ADVISORY_LOCKS);
  expect(new Set(keys).size).toBe(keys.length);
});

test('every advisory lock is taken by a key of the registry', () => {
  const taking = globSync(`${FOLDERS}/**/*.ts`, { cwd: CHECKOUT }).flatMap((path) => {
    const text = readFileSync(join(CHECKOUT, path), 'utf8');
    if (path === 'db/advisory-locks.ts') return [];
    return /pg_(try_)?advisory_\w*lock/.test(text) ? [{ path, text }] : [];
  });
  expect(taking.length).toBeGreaterThan(1);
  for (const { path, text } of taking) {
    if (path === 'test/db/advisory-locks.test.ts') continue;
    expect({ path, usesRegistry: text.includes('ADVISORY_LOCKS.') }).toEqual({ path, usesRegistry: true });
    expect({ path, literal: /advisory_\w*lock\(\s*['"]?\d/.exec(text)?.[0] }).toEqual({
      path,
      literal: undefined,
    });
  }
});
