import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { TASK_QUEUES } from '../../workflows/contract.ts';
import { ENCRYPTION_KEY } from '../support/app.ts';
import { type AdminShell, openAdminShell } from '../support/platform/admin-shell.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';
import { createTestNamespace, type TestNamespace } from '../support/servers/temporal-namespace.ts';
import { until } from '../support/until.ts';

const WORKER = fileURLToPath(new URL('../../activities/worker.ts', import.meta.url));
let database: TestDatabase;
let temporal: TestNamespace;
let shell: AdminShell;
let worker: ChildProcess;

beforeAll(async () => {
  [database, temporal] = await Promise.all([createTestDatabase(), createTestNamespace()]);
  shell = openAdminShell();
  const { PATH } = process.env;
  const env = { PATH, ...environment(), WORKER_ROLES: 'notifications', LOG_LEVEL: 'silent' };
  worker = spawn(process.execPath, [WORKER], { env, stdio: 'ignore' });
});
afterAll(async () => {
  worker.kill('SIGKILL');
  await shell.close();
  await temporal.close();
  await database.drop();
});

const environment = () => ({
  DATABASE_URL: database.url,
  ENCRYPTION_KEY: ENCRYPTION_KEY.toString('base64'),
  TEMPORAL_ADDRESS: temporal.address,
  TEMPORAL_NAMESPACE: temporal.namespace,
});

/** What status says of the worker, and of its task queue by heartbeats and by Temporal. */
async function seen(): Promise<{ state: string | undefined; processes: number; pollers: number }> {
  const { stdout } = await shell.run(environment(), ['status', '--json']);
  const { processes, queues } = JSON.parse(stdout);
  const ofWorker = processes.list.find(({ pid }: { pid: number | null }) => pid === worker.pid);
  const queue = queues.list.find((each: { queue: string }) => each.queue === TASK_QUEUES.notifications);
  return { state: ofWorker?.state, processes: queue.processes, pollers: queue.pollers };
}

test('a worker that is frozen is silent in status, although Temporal has seen it poll; thawed, it is there again', async () => {
  const ready = await until(async () => {
    const now = await seen();
    return now.state === 'ready' && now.pollers > 0 ? now : undefined;
  });
  expect(ready).toEqual({ state: 'ready', processes: 1, pollers: 1 });

  worker.kill('SIGSTOP');
  const frozen = await until(async () => {
    const now = await seen();
    return now.state === 'silent' ? now : undefined;
  });
  expect(frozen).toEqual({ state: 'silent', processes: 0, pollers: 1 });

  worker.kill('SIGCONT');
  await until(async () => (await seen()).state === 'ready');

  worker.kill('SIGTERM');
  await until(async () => (await seen()).state === undefined);
});
