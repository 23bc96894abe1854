import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const AREAS = fileURLToPath(new URL('../../../console/web/src/areas', import.meta.url));

/** Class names are global, and one file brings the styles of several areas: the later one would win. */
test('no class is styled by two areas', () => {
  const areas = new Map<string, Set<string>>();
  for (const file of globSync('*/*.css', { cwd: AREAS })) {
    const selectors = readFileSync(join(AREAS, file), 'utf8').matchAll(/^ *\.([a-z][\w-]*)[^;{]*[{,]$/gm);
    for (const [, name = ''] of selectors)
      areas.set(name, (areas.get(name) ?? new Set()).add(basename(dirname(file))));
  }
  expect(areas.size).toBeGreaterThan(50);
  // Of the kit's own classes areas say how they stand there.
  const shared = [...areas].filter(([name, where]) => where.size > 1 && !KIT.has(name));
  expect(shared.map(([name, where]) => `${name}: ${[...where].join(', ')}`)).toEqual([]);
});

const KIT = new Set(
  globSync('../{parts,shell,styles}/*.css', { cwd: AREAS }).flatMap((file) =>
    [...readFileSync(join(AREAS, file), 'utf8').matchAll(/^ *\.([a-z][\w-]*)/gm)].map(([, name]) => name),
  ),
);
