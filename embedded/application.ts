import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReservedPort } from './os/ports.ts';
import type { ServiceDefinition } from './supervisor/service.ts';

export interface ApplicationOptions {
  readonly checkout: string;
  /** The whole environment of the process; config.ts lists what is read. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where the process listens, last port first; `GET /readyz` at each answers 200 when it is ready. */
  readonly host: string;
  readonly ports: readonly ReservedPort[];
  /** Another port that it opens. */
  readonly metricsPort?: ReservedPort;
  readonly onLine: (line: string) => void;
}

export function apiService(options: ApplicationOptions): ServiceDefinition {
  return { ...nodeService('api', 'api/server.ts', options), graceMs: 13_000 };
}

export function consoleService(options: ApplicationOptions): ServiceDefinition {
  return { ...nodeService('console', 'console/server/server.ts', options), graceMs: 13_000 };
}

/** Both of them in one process: `env` is the API's, with CONSOLE_PORT. */
export function serversService(options: ApplicationOptions): ServiceDefinition {
  return { ...nodeService('api-and-console', 'embedded/servers.ts', options), graceMs: 13_000 };
}

/** Where each role is a process of its own: its name, and its WORKER_ROLES. */
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
  { checkout, env, host, ports, metricsPort, onLine }: ApplicationOptions,
): Omit<ServiceDefinition, 'graceMs'> {
  return {
    name,
    command: async () => {
      await Promise.all([...ports, metricsPort].map((port) => port?.release()));
      return { file: process.execPath, args: [join(checkout, program)], cwd: checkout, env };
    },
    ready: async (signal) => {
      for (const { port } of ports) await untilReady(`http://${host}:${port}/readyz`, signal);
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
