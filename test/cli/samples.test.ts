import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { writeSamples } from '../../cli/scripts/samples.ts';

test('the examples that `guidepost test` sends are what the platform makes (else run cli/scripts/samples.ts)', () => {
  const kept = readFileSync(new URL('../../cli/src/contract/samples.json', import.meta.url), 'utf8');
  expect(kept).toBe(writeSamples());
});
