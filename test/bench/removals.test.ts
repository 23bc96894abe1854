import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { REMOVALS } from '../../tools/bench/mechanisms/removals.ts';

test.each(Object.entries(REMOVALS))(
  'what decides on %s stands in one place',
  (_, { file, text, instead }) => {
    const program = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
    expect(program.split(text)).toHaveLength(2);
    expect(program).not.toBe(program.replace(text, instead));
  },
);
