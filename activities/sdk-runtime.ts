/** The logs and metrics of Temporal's SDK: its log lines become ours, its metrics are part of the worker's /metrics. */
import { createServer } from 'node:net';
import { DefaultLogger, type LogEntry, Runtime } from '@temporalio/worker';
import type { Logger } from 'pino';

const LOOPBACK = '127.0.0.1';
/** Another process may take a port between two calls. */
const TRIES = 5;

/**
 * Installs the SDK's runtime for this process: once, before the first connection. It handles no signals, we do.
 * @returns reads its metrics in Prometheus's text form; throws when they don't come.
 */
export async function installRuntime(log: Logger): Promise<() => Promise<string>> {
  for (let left = TRIES; ; left -= 1) {
    const bindAddress = `${LOOPBACK}:${await freePort()}`;
    try {
      install(log, bindAddress);
      return async () => await read(`http://${bindAddress}/metrics`);
    } catch (error) {
      if (left === 0) throw error;
    }
  }
}

function install(log: Logger, bindAddress: string): void {
  Runtime.install({
    logger: new DefaultLogger('INFO', sdkLines(log)),
    telemetryOptions: {
      logging: { filter: { core: 'WARN', other: 'ERROR' }, forward: {} },
      // Names and units as the dashboards that Temporal publishes expect them: milliseconds, no `_total`.
      metrics: { prometheus: { bindAddress } },
    },
    shutdownSignals: [],
  });
}

const LEVELS = { TRACE: 'trace', DEBUG: 'debug', INFO: 'debug', WARN: 'warn', ERROR: 'error' } as const;

/** The SDK's lines as ours. A failed workflow task's has the order (`workflowId`) and the error, which no history may have. */
export function sdkLines(log: Pick<Logger, 'trace' | 'debug' | 'warn' | 'error'>): (entry: LogEntry) => void {
  return ({ level, message, meta }) => {
    // An error under the name that the logger knows: as a property of another object it would be `{}`.
    const { error, ...temporal } = meta ?? {};
    log[LEVELS[level]](error === undefined ? { temporal } : { temporal, err: error }, message);
  };
}

async function read(url: string): Promise<string> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`the SDK's metrics answer ${answer.status}`);
  return await answer.text();
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, LOOPBACK, resolve);
  });
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
