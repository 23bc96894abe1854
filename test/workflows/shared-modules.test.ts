import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';

/**
 * All workflows of a thread share the modules that they are made of (docs/decisions/0116): what one of them kept there
 * the others would see, in an order that no replay repeats.
 */
const ENTRIES = ['workflows/index.ts', 'workflows/tracing.ts', 'workflows/timers.ts'];
const VALUE_IMPORT = /^(?:import|export) (?!type )[^;]*?from '(\.[^']+)'/gm;
/** The formatter has what belongs to a module at the beginning of its line, and a class's own members behind two spaces. */
const STATE = [
  /^(?:export )?(?:let|var) .*/gm,
  /^(?:export )?const \w+(?:: (?!Readonly)[^=]+)? = (?:new (?:Map|Set|WeakMap|WeakSet|Array)\b|\[\];|\{\};).*/gm,
  / {2}(?:private |protected )?static (?!async )#?\w+(?:: [^=]+)?(?: =|;).*/gm,
];

const read = (url: URL) => readFileSync(url, 'utf8');

/** Our own modules that the bundle has, from its entries on. */
function modules(): URL[] {
  const found = new Map<string, URL>();
  const add = (url: URL) => {
    if (found.has(url.href)) return;
    found.set(url.href, url);
    for (const [, path = ''] of read(url).matchAll(VALUE_IMPORT)) add(new URL(path, url));
  };
  for (const entry of ENTRIES) add(new URL(`../../${entry}`, import.meta.url));
  return [...found.values()];
}

function stateOf(text: string): string[] {
  return STATE.flatMap((pattern) => text.match(pattern) ?? []);
}

describe('modules of workflows', () => {
  test('keep no state', () => {
    const all = modules();
    expect(all.length).toBeGreaterThan(20);
    const keeping = all.flatMap((url) => stateOf(read(url)).map((what) => [fileURLToPath(url), what]));
    expect(keeping).toEqual([]);
  });

  test.each([
    'let latest = 0;',
    'export let latest: string | undefined;',
    'const seen = new Map<string, number>();',
    'const seen: Map<string, number> = new Map();',
    'const seen: string[] = [];',
    'export const cache = {};',
    'class Life {\n  static count = 0;\n}',
    'class Life {\n  static #latest: string | undefined;\n}',
  ])('would be found with %j', (text) => {
    expect(stateOf(text)).toHaveLength(1);
  });
});
