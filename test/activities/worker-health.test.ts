import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { startTcpGate, type TcpGate } from '../support/network/tcp-gate.ts';
import { drawPort } from '../support/ports.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';
import { testWorkflows } from '../support/servers/index.ts';
import { createTestNamespace, type TestNamespace } from '../support/servers/temporal-namespace.ts';
import { until } from '../support/until.ts';

const WORKER = fileURLToPath(new URL('../../activities/worker.ts', import.meta.url));
const SOURCE = 'guidepost_callback_endpoints';
let database: TestDatabase;
let temporal: TestNamespace;
let postgresGate: TcpGate;
let temporalGate: TcpGate;
let worker: ChildProcess;
let base: string;

beforeAll(async () => {
  database = await createTestDatabase();
  temporal = await createTestNamespace();
  const postgres = new URL(database.url);
  postgresGate = await startTcpGate(postgres.hostname, Number(postgres.port));
  const [host = '', port] = temporal.address.split(':');
  temporalGate = await startTcpGate(host, Number(port));
  const health = await drawPort();
  base = `http://127.0.0.1:${health}`;
  postgres.port = String(postgresGate.port);
  worker = await startWorker({
    DATABASE_URL: postgres.href,
    TEMPORAL_ADDRESS: `127.0.0.1:${temporalGate.port}`,
    WORKER_HEALTH_PORT: String(health),
  });
  await untilReady();
});
afterEach(async () => {
  postgresGate.open();
  temporalGate.open();
});
afterAll(async () => {
  worker.kill('SIGKILL');
  await Promise.all([postgresGate.close(), temporalGate.close()]);
  await temporal.close();
  await database.drop();
});

test.each(['shut', 'freeze'] as const)(
  'a hundred scrapes with PostgreSQL %s end nothing: its metric is left out and counted, the others are there',
  async (how) => {
    expect(await scrape()).toContain(`\n${SOURCE}{state="healthy"}`);
    postgresGate[how]();
    // What was read before stands for some seconds.
    await until(async () => !(await scrape()).includes(`\n${SOURCE}`));
    const before = failuresIn(await scrape());
    const scrapes = await Promise.all(Array.from({ length: 100 }, scrape));
    for (const text of scrapes) {
      expect(text).toContain('process_cpu_seconds_total');
      expect(text).not.toContain(`\n${SOURCE}`);
      expect(text).toContain('guidepost_reachable{part="postgresql"} 0');
    }
    expect(failuresIn(await scrape())).toBeGreaterThanOrEqual(before + 100);
    expect(worker.exitCode).toBeNull();

    postgresGate.open();
    await until(async () => (await scrape()).includes(`\n${SOURCE}{state="healthy"}`));
  },
);

test("the SDK's own metrics stand among the worker's, and so does what it can reach", async () => {
  const expected = [
    'temporal_worker_task_slots_available{',
    'guidepost_reachable{part="postgresql"} 1',
    'guidepost_reachable{part="temporal"} 1',
  ];
  const text = await until(async () => {
    const scraped = await scrape();
    return expected.every((line) => scraped.includes(line)) ? scraped : undefined;
  });
  expect(text).toMatch(/^guidepost_database_pool_wait_seconds_count [1-9]/m);
});

test.each([
  ['PostgreSQL', 'shut', () => postgresGate],
  ['PostgreSQL', 'freeze', () => postgresGate],
  ['Temporal', 'shut', () => temporalGate],
  ['Temporal', 'freeze', () => temporalGate],
] as const)(
  'without %s (%s) it is alive and not ready, says so in words, and is ready afterwards',
  async (part, how, gate) => {
    gate()[how]();
    const [status, body] = await until(async () => {
      const answer = await ready();
      return answer[0] === 503 ? answer : undefined;
    });
    expect([status, body]).toEqual([503, `not ready\n${part}: does not answer\n`]);
    expect((await fetch(`${base}/healthz`)).status).toBe(200);
    gate().open();
    await untilReady();
    expect(worker.exitCode).toBeNull();
  },
);

test('asked to stop, it is not ready before anything else ends', async () => {
  // Whoever stands between a worker and its end: a delivery under way, here a frozen Temporal.
  temporalGate.freeze();
  worker.kill('SIGTERM');
  const [, body] = await until(async () => {
    const answer = await ready();
    return answer[1].includes('stopping') ? answer : undefined;
  });
  expect(body).toBe('not ready\nworker: stopping\n');
  temporalGate.open();
  if (worker.exitCode === null) await once(worker, 'exit');
  expect(worker.exitCode).toBe(0);
});

async function startWorker(env: Record<string, string>): Promise<ChildProcess> {
  return spawn(process.execPath, [WORKER], {
    env: {
      PATH: process.env.PATH,
      ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
      TEMPORAL_NAMESPACE: temporal.namespace,
      WORKFLOW_BUNDLE: (await testWorkflows()).codePath,
      LOG_LEVEL: 'silent',
      ...env,
    },
    stdio: 'ignore',
  });
}

const scrape = async () => await (await fetch(`${base}/metrics`)).text();

async function ready(): Promise<[number, string]> {
  const answer = await fetch(`${base}/readyz`);
  return [answer.status, await answer.text()];
}

async function untilReady(): Promise<void> {
  await until(async () => {
    if (worker.exitCode !== null) throw new Error(`the worker ended with ${worker.exitCode}`);
    return (await ready().catch(() => [0]))[0] === 200;
  });
}

function failuresIn(text: string): number {
  const line = new RegExp(`^guidepost_metrics_source_errors_total\\{metric="${SOURCE}"\\} (\\d+)$`, 'm');
  return Number(line.exec(text)?.[1] ?? 0);
}
