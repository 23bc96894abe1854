import { mkdirSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProgram } from '../../../embedded/os/find-program.ts';
import { reservePort } from '../../../embedded/os/ports.ts';
import { startPostgres } from '../../../embedded/postgres/index.ts';
import type { Supervisor } from '../../../embedded/supervisor/index.ts';
import type { Service, ServiceDefinition } from '../../../embedded/supervisor/service.ts';

const READY_WITHIN_MS = 60_000;
/** Where Debian keeps RabbitMQ's own program: the one on its PATH changes the user first, and leaves a shell in between. */
const DEBIAN_RABBITMQ = '/usr/lib/rabbitmq/bin';

export type Servers = Awaited<ReturnType<typeof startServers>>;

/** What Outpost keeps its data in, each on loopback, on a free port, on disk below `folder`. */
export async function startServers(folder: string, supervisor: Supervisor) {
  const [redis, rabbitmq, postgres] = await Promise.all([
    startRedis(join(folder, 'redis'), supervisor),
    startRabbitmq(join(folder, 'rabbitmq'), supervisor),
    startPostgres({
      dataDir: folder,
      identity: { name: 'outpost-postgres', user: 'outpost', database: 'outpost' },
      supervisor,
      say: () => {},
    }),
  ]);
  return { redis, rabbitmq, postgres };
}

/** Each write in its log, flushed once a second: Outpost asks for persistence, and this is Redis' own default of it. */
async function startRedis(dir: string, supervisor: Supervisor) {
  mkdirSync(dir);
  const port = await freePort();
  const args = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', dir, '--appendonly', 'yes'];
  return { port, pid: (await startOn(port, supervisor, 'redis', 'redis-server', args)).pid };
}

/** One node, with a port mapper of its own: the node would start one that outlives it. */
async function startRabbitmq(dir: string, supervisor: Supervisor) {
  mkdirSync(dir);
  const [port, distPort, mapper] = [await freePort(), await freePort(), await freePort()];
  await startOn(mapper, supervisor, 'epmd', 'epmd', ['-port', `${mapper}`, '-address', '127.0.0.1']);
  const env = {
    HOME: dir,
    ERL_EPMD_PORT: `${mapper}`,
    RABBITMQ_NODENAME: 'outpost@localhost',
    RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
    RABBITMQ_NODE_PORT: `${port}`,
    RABBITMQ_DIST_PORT: `${distPort}`,
    RABBITMQ_MNESIA_BASE: join(dir, 'data'),
    RABBITMQ_LOG_BASE: join(dir, 'logs'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(dir, 'plugins'),
    // The shell becomes the server, and signals are the server's own.
    RUNNING_UNDER_SYSTEMD: 'true',
  };
  const service = await startOn(port, supervisor, 'rabbitmq', 'rabbitmq-server', [], env);
  return { url: `amqp://guest:guest@127.0.0.1:${port}`, pid: service.pid };
}

/** @throws where the program is not on PATH. */
function startOn(
  port: number,
  supervisor: Supervisor,
  name: string,
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Service> {
  const path = `${DEBIAN_RABBITMQ}:${process.env.PATH}`;
  const file = findProgram(program, path);
  if (!file) throw new Error(`${program} is not on PATH`);
  const definition: ServiceDefinition = {
    name,
    command: () => ({ file, args, env: { PATH: path, ...env } }),
    ready: (signal) => untilItListens(port, signal),
    readyWithinMs: READY_WITHIN_MS,
    stopSignal: 'SIGTERM',
    graceMs: 15_000,
  };
  return supervisor.start(definition);
}

async function untilItListens(port: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !(await listens(port))) await sleep(50);
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

export async function freePort(): Promise<number> {
  const { port, release } = await reservePort();
  await release();
  return port;
}
