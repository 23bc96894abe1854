import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { adminEnvironment } from '../support/platform/admin.ts';

const PROGRAM = fileURLToPath(new URL('../../admin/index.ts', import.meta.url));

test('a command whose reader has gone (`… | head -1`) ends as it would, and prints no stack', async () => {
  const child = spawn(process.execPath, [PROGRAM, 'help', 'issue'], {
    env: adminEnvironment({}),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  const stderr = text(child.stderr);
  child.stdout.destroy();
  expect([await exited, await stderr]).toEqual([[0, null], '']);
});
