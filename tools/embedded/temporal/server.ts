import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { startOneShot } from '../os/one-shot.ts';
import { type ReservedPort, reservePort } from '../os/ports.ts';
import type { Supervisor } from '../supervisor/index.ts';
import { type ServiceDefinition, ServiceError } from '../supervisor/service.ts';
import type { SearchAttributeTypes } from './setup.ts';
import type { SetUp } from './setup-process.ts';

export const NAMESPACE = 'default';
const RETENTION_DAYS = 30;

const SETTINGS = {
  // Fairness keys keep one merchant's backlog from holding up the others'.
  'matching.enableFairness': true,
  // How often a second the server checks for tasks to hand out and for timers that are due. With its default of 20, each
  // step of each order waits some 40 ms as soon as seven orders a second begin (docs/decisions/0106).
  'history.transferProcessorMaxPollRPS': 100,
  'history.timerProcessorMaxPollRPS': 100,
  // A workflow whose task fails is marked, by which guidepost_orders_unreplayable counts it (lib/operations/failing-workflows.ts).
  'system.numConsecutiveWorkflowTaskProblemsToTriggerSearchAttribute': 3,
} as const;

const SQLITE = {
  // Without the write-ahead log it is several times slower under load.
  journal_mode: 'wal',
  synchronous: 'normal',
  // 64 MiB in place of 2: a tenth less work for an order.
  cache_size: '-65536',
  temp_store: 'memory',
} as const;

export interface TemporalServerOptions {
  /** The `temporal` program, see locateTemporalProgram(). */
  readonly program: string;
  readonly supervisor: Supervisor;
  readonly searchAttributes: SearchAttributeTypes;
  /** Default: a free one. */
  readonly port?: ReservedPort;
  /** Without it there is no web UI. */
  readonly uiPort?: ReservedPort;
  /** The SQLite file. Without it everything is kept in memory. */
  readonly dbFile?: string;
}

export interface RunningTemporalServer {
  /** host:port of the gRPC endpoint. */
  readonly address: string;
  /** Base URL of the web UI. */
  readonly ui: string | undefined;
  readonly pid: () => number | undefined;
  readonly stop: () => Promise<void>;
}

/**
 * Starts Temporal's development server on loopback, its namespace set up. It comes back on the same port when it is
 * killed, and with `dbFile` finds every workflow again.
 * @throws ServiceError when it doesn't come up.
 */
export async function startTemporalServer(options: TemporalServerOptions): Promise<RunningTemporalServer> {
  const port = options.port ?? (await reservePort());
  const service = await options.supervisor.start(definition(options, port)).catch((error) => {
    throw options.dbFile && error instanceof ServiceError ? withHint(error, options.dbFile) : error;
  });
  port.fix();
  const address = addressOf(port);
  const ui = options.uiPort === undefined ? undefined : `http://127.0.0.1:${options.uiPort.port}`;
  return { address, ui, pid: service.pid, stop: () => service.stop() };
}

/** SQLite says what is wrong, and not where. */
function withHint(error: ServiceError, dbFile: string): ServiceError {
  const hint =
    `Temporal keeps its data in ${dbFile}. If that file is damaged, move it and the files beside it away and start again; ` +
    'then "npm run admin -- reconcile --repair" starts the workflows of open orders again.';
  return new ServiceError(`${error.message}\n${hint}`, { cause: error });
}

const addressOf = ({ port }: ReservedPort) => `127.0.0.1:${port}`;

function definition(
  { program, uiPort, dbFile, searchAttributes }: TemporalServerOptions,
  port: ReservedPort,
): ServiceDefinition {
  const ui = () => (uiPort === undefined ? ['--headless'] : ['--ui-port', `${uiPort.port}`]);
  const pragmas = Object.entries(SQLITE).flatMap(([name, value]) => ['--sqlite-pragma', `${name}=${value}`]);
  const storage = dbFile ? ['--db-filename', dbFile, ...pragmas] : [];
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => [
    '--dynamic-config-value',
    `${name}=${value}`,
  ]);
  const log = ['--log-level', 'warn', '--log-format', 'json'];
  const where = () => ['--ip', '127.0.0.1', '--port', `${port.port}`, ...ui()];
  return {
    name: 'temporal',
    command: async () => {
      await Promise.all([port.handOver(), uiPort?.handOver()]);
      // At each start: it may have been taken away together with a damaged file.
      if (dbFile) mkdirSync(dirname(dbFile), { recursive: true, mode: 0o700 });
      return {
        file: program,
        args: ['server', 'start-dev', ...where(), ...storage, ...settings, ...log],
      };
    },
    ready: (signal) => untilSetUp(addressOf(port), searchAttributes, signal),
    readyWithinMs: 60_000,
    stopSignal: 'SIGTERM',
    graceMs: 10_000,
  };
}

async function untilSetUp(
  address: string,
  searchAttributes: SearchAttributeTypes,
  signal: AbortSignal,
): Promise<void> {
  const process = startOneShot(new URL('./setup-process.ts', import.meta.url));
  signal.addEventListener('abort', process.kill, { once: true });
  const request: SetUp = { address, namespace: NAMESPACE, searchAttributes, retentionDays: RETENTION_DAYS };
  await process.ask(request).catch((error) => {
    if (!signal.aborted) throw error;
  });
  signal.removeEventListener('abort', process.kill);
}
