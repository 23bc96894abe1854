import { expect, test } from '@jest/globals';
import { raiseStorm } from './storm.ts';

/** The long form: `npm run proof -- storm`. */
test('whatever happens to an order while its activities take their time, it can be replayed', async () => {
  const report = await raiseStorm({ seed: 1, orders: 12, workflowTaskTimeout: '1 s', slowestMs: 2_000 });

  expect(report.unreplayable).toEqual([]);
  expect(report.wrong).toEqual([]);
  expect(report.heartbeats).toBeGreaterThan(0);
  expect(report.continued).toBeGreaterThan(0);
}, 180_000);
