import { spawn } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Redis } from 'ioredis';
import { createBudgets } from '../../lib/admission/budgets.ts';
import { connectRedis } from '../../lib/operations/redis.ts';
import { locateRedis } from '../../tools/topology/redis-program.ts';
import { drawPort } from '../support/ports.ts';

/** Without one, the tests of sharing are skipped. */
const REDIS = await locateRedis();
const SETTINGS = { merchantPerMinute: 5, tokenPerMinute: 5, addressPerMinute: 5 };
const whenThere = REDIS === undefined ? test.skip : test;
const OURS = { kind: 'merchant', key: 'mk' } as const;
let server: ReturnType<typeof spawn> | undefined;
let connections: Redis[] = [];

beforeAll(async () => {
  if (REDIS === undefined) return;
  const port = await drawPort();
  server = spawn(REDIS, ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], {
    stdio: 'ignore',
  });
  connections = [1, 2].map(() => connectRedis(`redis://127.0.0.1:${port}`, () => {}));
  for (const redis of connections) {
    while (redis.status !== 'ready') await new Promise((resolve) => setTimeout(resolve, 20));
  }
});
afterAll(() => {
  for (const redis of connections) redis.disconnect();
  server?.kill('SIGKILL');
});

whenThere(
  'processes share their counts through Redis, and count for themselves while it is unavailable',
  async () => {
    const [one, two] = connections.map((redis) => createBudgets(SETTINGS, redis));
    for (let n = 0; n < 4; n++) await one!.count(OURS);
    expect(await two!.count(OURS)).toMatchObject({
      remaining: 0,
      isExceeded: false,
    });
    expect(await one!.count(OURS)).toMatchObject({
      remaining: 0,
      isExceeded: true,
    });
    server!.kill('SIGKILL');
    await new Promise((resolve) => server!.once('exit', resolve));
    expect(await two!.count(OURS)).toMatchObject({
      remaining: 4,
      isExceeded: false,
    });
  },
);

test('without Redis each process counts for itself', async () => {
  const budgets = createBudgets(SETTINGS);
  expect(await budgets.count({ kind: 'address', key: 'here' })).toMatchObject({ quota: 5, remaining: 4 });
});
