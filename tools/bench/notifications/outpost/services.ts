import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runProgram } from '../../../embedded/os/run-program.ts';
import type { Supervisor } from '../../../embedded/supervisor/index.ts';
import type { Service } from '../../../embedded/supervisor/service.ts';
import { freePort, type Servers } from './servers.ts';

/** Of its own load test (loadtest/infra/aws/values in its repository); by default each of its consumers has one. */
const AT_ONCE = '200';
export const TOPIC = 'order.status_changed';

type OutpostService = 'api' | 'log' | 'delivery';
export type Outpost = Awaited<ReturnType<typeof prepareOutpost>>;

interface OutpostOptions {
  /** Where `outpost` and `outpost-server` are. */
  readonly programs: string;
  /** Nothing in it is a configuration of Outpost's. */
  readonly folder: string;
  readonly servers: Servers;
  readonly supervisor: Supervisor;
}

/** Outpost with its schema made; nothing runs until it is started. */
export async function prepareOutpost({ programs, folder, servers, supervisor }: OutpostOptions) {
  const { redis, rabbitmq, postgres } = servers;
  const apiKey = randomBytes(16).toString('hex');
  const postgresUrl = `${postgres.adminUrl}?sslmode=disable`;
  const env = {
    API_KEY: apiKey,
    API_JWT_SECRET: randomBytes(16).toString('hex'),
    AES_ENCRYPTION_SECRET: randomBytes(16).toString('hex'),
    TOPICS: TOPIC,
    REDIS_HOST: '127.0.0.1',
    REDIS_PORT: `${redis.port}`,
    RABBITMQ_SERVER_URL: rabbitmq.url,
    POSTGRES_URL: postgresUrl,
    PUBLISH_MAX_CONCURRENCY: AT_ONCE,
    DELIVERY_MAX_CONCURRENCY: AT_ONCE,
    LOG_MAX_CONCURRENCY: AT_ONCE,
    // Of ten: a measurement ends once attempts are recorded.
    LOG_BATCH_THRESHOLD_SECONDS: '1',
    LOG_LEVEL: 'warn',
    DISABLE_TELEMETRY: 'true',
  };
  await runProgram(join(programs, 'outpost'), ['migrate', 'apply', '--yes'], { env, cwd: folder });
  const start = async (service: OutpostService) => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const running = await supervisor.start({
      name: `outpost-${service}`,
      command: () => ({
        file: join(programs, 'outpost-server'),
        args: [],
        env: { ...env, SERVICE: service, API_PORT: `${port}` },
        cwd: folder,
      }),
      ready: (signal) => untilHealthy(url, signal),
      readyWithinMs: 60_000,
      stopSignal: 'SIGTERM',
      graceMs: 15_000,
    });
    return { url, ...(running satisfies Service) };
  };
  return { apiKey, postgresUrl, start };
}

async function untilHealthy(url: string, signal: AbortSignal): Promise<void> {
  for (; !signal.aborted; await sleep(50)) {
    const answer = await fetch(`${url}/healthz`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return;
  }
}
