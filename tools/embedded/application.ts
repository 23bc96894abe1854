import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReservedPort } from './os/ports.ts';
import type { Say } from './os/terminal.ts';
import type { ServiceDefinition } from './supervisor/service.ts';

export interface ApplicationOptions {
  readonly checkout: string;
  /** The whole environment of the process, made again at each start, since ports may move; lib/config.ts lists what is read. */
  readonly env: () => Environment;
  /** Where the process listens; `GET /readyz` at `port` answers 200 when it is ready. */
  readonly host: string;
  readonly port: ReservedPort;
  /** Where it listens besides, and serves what the first can be without. */
  readonly extra?: { readonly name: string; readonly port: ReservedPort } | undefined;
  /** Another port that it opens. */
  readonly metricsPort?: ReservedPort;
  readonly onLine: (line: string) => void;
  readonly say: Say;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** What a part that others can be without is waited for after they are ready. */
const EXTRA_MS = 20_000;

export function apiService(options: ApplicationOptions): ServiceDefinition {
  return { ...nodeService('api', 'api/server.ts', options), graceMs: 13_000 };
}

export function consoleService(options: ApplicationOptions): ServiceDefinition {
  return { ...nodeService('console', 'console/server/server.ts', options), graceMs: 13_000 };
}

/** Both of them in one process: `env` is the API's, with CONSOLE_PORT. */
export function serversService(options: ApplicationOptions): ServiceDefinition {
  return { ...nodeService('api-and-console', 'tools/embedded/servers.ts', options), graceMs: 13_000 };
}

/** Where each role is a separate process: its name, and its WORKER_ROLES. */
export const WORKER_PROCESSES = {
  'order-worker': 'orders,settlements',
  'notification-worker': 'notifications',
} as const;

export function workerService(name: string, options: ApplicationOptions): ServiceDefinition {
  // Longer than the deliveries under way may take (10 s each) and the worker's own grace on top.
  return { ...nodeService(name, 'activities/worker.ts', options), graceMs: 25_000 };
}

function nodeService(
  name: string,
  program: string,
  { checkout, env, host, port, extra, metricsPort, onLine, say }: ApplicationOptions,
): Omit<ServiceDefinition, 'graceMs'> {
  const readyAt = (where: ReservedPort, signal: AbortSignal) =>
    untilReady(`http://${host}:${where.port}/readyz`, signal);
  return {
    name,
    command: async () => {
      await Promise.all([port, extra?.port, metricsPort].map((each) => each?.handOver()));
      return { file: process.execPath, args: [join(checkout, program)], cwd: checkout, env: env() };
    },
    ready: async (signal) => {
      await readyAt(port, signal);
      if (extra === undefined) return;
      const late = AbortSignal.timeout(EXTRA_MS);
      await readyAt(extra.port, AbortSignal.any([signal, late]));
      if (late.aborted) say(`The ${extra.name} does not answer; everything else is served without it`);
    },
    readyWithinMs: 60_000,
    stopSignal: 'SIGTERM',
    onLine,
  };
}

/** Asks until the answer is 2xx, or `signal` aborts. */
export async function untilReady(url: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await sleep(50);
  }
}
