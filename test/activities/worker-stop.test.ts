import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { drawPort } from '../support/ports.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';
import { testWorkflows } from '../support/servers/index.ts';
import { createTestNamespace, type TestNamespace } from '../support/servers/temporal-namespace.ts';

const WORKER = fileURLToPath(new URL('../../activities/worker.ts', import.meta.url));
let database: TestDatabase;
let temporal: TestNamespace;
const workers: ChildProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  temporal = await createTestNamespace();
});
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  await temporal.close();
  await database.drop();
});

/** npm run faults, seed 3: one that was asked to stop while it started lived on, and did nothing. */
test.each([0, 100, 200, 400, 800])('a worker that is asked to stop %i ms into its start ends', async (ms) => {
  const port = await drawPort();
  const worker = spawn(process.execPath, [WORKER], { env: await environment(port), stdio: 'ignore' });
  workers.push(worker);
  const ended = once(worker, 'exit');
  await untilAlive(port);
  await sleep(ms);
  worker.kill('SIGTERM');
  expect((await ended)[0]).toBe(0);
});

async function environment(port: number): Promise<NodeJS.ProcessEnv> {
  return {
    PATH: process.env.PATH,
    DATABASE_URL: database.url,
    ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: temporal.namespace,
    WORKER_ROLES: 'orders,settlements',
    WORKER_HEALTH_PORT: String(port),
    WORKFLOW_BUNDLE: (await testWorkflows()).codePath,
    LOG_LEVEL: 'silent',
  };
}

/** It answers before it connects to anything. */
async function untilAlive(port: number): Promise<void> {
  const isUp = async () => (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined))?.ok;
  while (!(await isUp())) await sleep(5);
}
