import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Order } from '../../db/entities/index.ts';
import { addDays, todayIn } from '../../domain/trip.ts';
import { ENCRYPTION_KEY } from '../support/app.ts';
import { createLivePlatform, type LivePlatform } from '../support/live-platform.ts';
import { drawPort } from '../support/ports.ts';
import { testWorkflows } from '../support/servers/index.ts';
import { until } from '../support/until.ts';

const WORKER = fileURLToPath(new URL('../../activities/worker.ts', import.meta.url));
let platform: LivePlatform;
let worker: ChildProcess;

beforeAll(async () => {
  platform = await createLivePlatform({ workers: false });
  worker = await startWorker();
});
afterAll(async () => {
  worker.kill('SIGKILL');
  await platform.close();
});

async function startWorker(): Promise<ChildProcess> {
  const port = await drawPort();
  const { address, namespace } = platform.temporal;
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: platform.databaseUrl,
    ENCRYPTION_KEY: ENCRYPTION_KEY.toString('base64'),
    TEMPORAL_ADDRESS: address,
    TEMPORAL_NAMESPACE: namespace,
    WORKER_ROLES: 'orders',
    WORKER_HEALTH_PORT: String(port),
    WORKFLOW_BUNDLE: (await testWorkflows()).codePath,
    LOG_LEVEL: 'silent',
  };
  const started = spawn(process.execPath, [WORKER], { env, stdio: 'ignore' });
  await until(async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok);
  return started;
}

/** An order whose workflow has begun, with the worker that runs. @returns its id. */
async function book(inDays: number): Promise<string> {
  const payload = {
    ...{ guideId: 'G1001', tripDate: addDays(todayIn('Europe/Lisbon', new Date()), inDays) },
    ...{ tripDays: 1, guestCount: 2, contactName: 'Ana', contactPhone: '+351912345678' },
  };
  const request = { method: 'POST', url: '/open/v1/order/create', payload } as const;
  const { orderId } = (await platform.as(platform.sandbox.agency, request)).json().data;
  const handle = platform.temporal.client.workflow.getHandle(orderId);
  await until(async () => {
    const description = await handle.describe().catch(() => undefined);
    return description !== undefined && description.historyLength > 3;
  });
  return orderId;
}

async function confirm(orderId: string): Promise<number> {
  const request = { method: 'POST', url: `/open/v1/order/confirm/${orderId}` } as const;
  return (await platform.as(platform.sandbox.studio, request)).json().code;
}

test('commands for orders whose worker has died are carried out by another one', async () => {
  const orders = await Promise.all([20, 22, 24].map(book));
  await platform.startWorkers();
  const died = once(worker, 'exit');
  worker.kill('SIGKILL');
  await died;

  const codes = await Promise.all(orders.map(confirm));

  // On a busy machine not all are in time.
  expect(codes).toContain(200);
  const confirmed = orders.find((_, index) => codes[index] === 200)!;
  expect(await platform.orm.em.fork().findOneOrFail(Order, confirmed)).toMatchObject({ status: 'confirmed' });
});
