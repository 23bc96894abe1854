/**
 * `npm run proof -- storm`: the search of storm.test.ts at full size. Prints what it tried and found; the histories
 * that can't be replayed are kept.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { raiseStorm, type Storm } from './storm.ts';

const LARGE = { orders: 50, workflowTaskTimeout: '1 s', slowestMs: 2_000 } as const;

const STORMS: readonly Storm[] = [
  ...[11, 12, 13, 14].map((seed) => ({ seed, ...LARGE })),
  // As it is in operation: beyond the server's ten seconds, so that a heartbeat is met too.
  { seed: 15, orders: 60, workflowTaskTimeout: '10 s', slowestMs: 13_000 },
];

test.each(STORMS)(
  'nothing is found by %j',
  async (storm) => {
    const folder = join(tmpdir(), `guidepost-storm-${storm.seed}-${Date.now()}`);
    const report = await raiseStorm(storm, (orderId, history) => {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `${orderId}.json`), historyToJSON(history));
    });
    process.stderr.write(`${JSON.stringify({ storm, ...report, folder }, null, 1)}\n`);
    expect([...report.unreplayable, ...report.wrong]).toEqual([]);
  },
  900_000,
);
