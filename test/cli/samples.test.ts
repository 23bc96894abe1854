import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { writeSamples } from '../../packages/cli/scripts/samples.ts';

test('the examples that `guidepost test` sends are what the platform makes (else run packages/cli/scripts/samples.ts)', () => {
  const kept = readFileSync(new URL('../../packages/cli/src/contract/samples.json', import.meta.url), 'utf8');
  expect(kept).toBe(writeSamples());
});
