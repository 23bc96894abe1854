/** The short form of `npm run proof -- faults:start`: one of its walks (docs/reliability.md). */
import { expect, test } from '@jest/globals';
import { runStartWalks } from './index.ts';

test('supervisor and guard of npm start are killed at once; the next start ends what they left and goes on with the order', async () => {
  const only = 'supervisor and guard';
  const results = await runStartWalks({ points: 0, starts: 0, only, say: () => {} });
  expect(results).toEqual([expect.objectContaining({ hasFailed: false })]);
});
