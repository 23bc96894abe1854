/** Comments say which test holds what a file promises: that test has to be there. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const SOURCES =
  '{activities,admin,api,console,contract,db,domain,jobs,lib,packages,services,tools,workflows}/**/*.ts';
const NAMED = /\btest\/[\w/.-]+\.(?:test|search)\.ts\b/g;

test('tests that sources name exist', () => {
  const files = globSync(SOURCES, { exclude: (name) => name === 'node_modules' });
  const named = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(NAMED)].map(([path]) => ({ file, path })),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ path }) => !existsSync(path))).toEqual([]);
});
