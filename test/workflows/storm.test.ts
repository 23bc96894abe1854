import { expect, test } from '@jest/globals';
import { raiseStorm } from './storm.ts';

/**
 * The long form: `npm run proof -- storm`. Takes a minute, most of it waiting: twelve orders live through it while activities of up to two
 * seconds outlast workflow tasks of one, and each history is then replayed from every point.
 */
test('whatever happens to an order while its activities take their time, it can be replayed', async () => {
  const report = await raiseStorm({ seed: 1, orders: 12, workflowTaskTimeout: '1 s', slowestMs: 2_000 });

  expect(report.unreplayable).toEqual([]);
  expect(report.wrong).toEqual([]);
  expect(report.heartbeats).toBeGreaterThan(0);
  expect(report.continued).toBeGreaterThan(0);
});
