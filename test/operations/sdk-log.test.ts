import { expect, test } from '@jest/globals';
import { sdkLines } from '../../activities/sdk-runtime.ts';
import { createProcessLogger } from '../../lib/operations/logger.ts';

test('the line of a failed workflow task has the order and the error, with its stack', () => {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createProcessLogger({ level: 'warn', role: 'worker: orders', destination });
  const meta = { workflowId: 'ORD1', error: new TypeError('a careless deploy') };
  sdkLines(log)({ level: 'WARN', message: 'Workflow failed', meta, timestampNanos: 0n });
  sdkLines(log)({ level: 'WARN', message: 'no activities', timestampNanos: 0n });
  sdkLines(log)({ level: 'INFO', message: 'not for operators', timestampNanos: 0n });
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      msg: 'Workflow failed',
      temporal: { workflowId: 'ORD1' },
      err: expect.objectContaining({
        type: 'TypeError',
        message: 'a careless deploy',
        stack: expect.stringContaining('sdk-log.test'),
      }),
    }),
    expect.objectContaining({ msg: 'no activities', temporal: {} }),
  ]);
});
