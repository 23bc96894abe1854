import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from '@jest/globals';

/** Files of the server that pages take rules from bring their packages along: a page of three lines once had 70 KB of luxon. */
const HEAVY = ['luxon', 'libphonenumber-js', 'date-holidays', 'undici', 'fastify'];
const IMPORT = /^(?:import|export) (?!type )[^;]*?from '([^']+)';/gms;

function valuesOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, from]) => from!);
}

/** What one file leads to: files of the repository, and packages, each with the way there. */
function packagesOf(file: string, seen = new Map<string, string>(), way = file): Map<string, string> {
  for (const from of valuesOf(file)) {
    const to = from.startsWith('.') ? normalize(join(dirname(file), from)) : from;
    if (seen.has(to) || /\.css$/.test(to)) continue;
    seen.set(to, `${way} > ${to}`);
    if (/\.tsx?$/.test(to)) packagesOf(to, seen, `${way} > ${to}`);
  }
  return seen;
}

test('pages take no package of the server along', () => {
  const found = packagesOf('console/web/src/main.tsx');
  for (const page of globSync('console/web/src/areas/**/*.tsx')) packagesOf(page, found);
  expect(found.get('react')).toBeDefined();
  expect(HEAVY.flatMap((name) => found.get(name) ?? [])).toEqual([]);
});
