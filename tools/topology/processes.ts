/** How each kind of process of the plan is started on this machine. */
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import { untilReady } from '../embedded/application.ts';
import { showErrors } from '../embedded/application-log.ts';
import { writePrivateFile } from '../embedded/os/files.ts';
import { runProgram } from '../embedded/os/run-program.ts';
import type { Say } from '../embedded/os/terminal.ts';
import { startPostgres } from '../embedded/postgres/index.ts';
import type { Supervisor } from '../embedded/supervisor/index.ts';
import { openLogFile } from '../embedded/supervisor/log-file.ts';
import type { ServiceDefinition } from '../embedded/supervisor/service.ts';
import type { PlannedProcess } from './plan.ts';
import { type Ports, releasePorts } from './ports.ts';
import type { Programs } from './programs.ts';

export interface Machine {
  readonly checkout: string;
  readonly dataDir: string;
  readonly logs: string;
  readonly ports: Ports;
  readonly programs: Programs;
  readonly supervisor: Supervisor;
  /** What every process has of the caller's environment. */
  readonly inherited: Readonly<Record<string, string | undefined>>;
  readonly say: Say;
  readonly signal: AbortSignal;
}

/** PostgreSQL's own defaults, for what a small machine has otherwise (tools/embedded/postgres). */
const SERVER_DEFAULTS = {
  max_connections: '100',
  wal_level: 'replica',
  max_wal_senders: '10',
  max_wal_size: '1GB',
};
const READY_WITHIN_MS = 120_000;

/** Starts a process, or runs a job to its end. @throws Error where it does not become ready, or the job fails */
export async function startProcess(planned: PlannedProcess, machine: Machine): Promise<void> {
  for (const [path, content] of Object.entries(planned.files)) writePrivateFile(path, content);
  if (planned.kind === 'database') return await startDatabase(planned, machine);
  if (planned.kind === 'job') return await runJob(planned, machine);
  await machine.supervisor.start(definitionOf(planned, machine));
}

async function startDatabase({ name, env, command }: PlannedProcess, machine: Machine): Promise<void> {
  const { POSTGRES_USER: user, POSTGRES_PASSWORD: password, POSTGRES_DB: database } = env;
  const flags = command.flatMap((word) => [...word.matchAll(/^-c(\w+)=(.*)$/g)]);
  await startPostgres({
    dataDir: join(machine.dataDir, name),
    identity: { name, user: user!, password: password!, database: database ?? user! },
    port: machine.ports.get(`${name}/PORT`)!,
    supervisor: machine.supervisor,
    say: machine.say,
    settings: { ...SERVER_DEFAULTS, ...Object.fromEntries(flags.map(([, key, value]) => [key!, value!])) },
  });
}

async function runJob({ name, command, env }: PlannedProcess, machine: Machine): Promise<void> {
  const [program = '', ...args] = command;
  const { checkout, inherited, programs, logs, signal } = machine;
  const log = openLogFile(join(logs, `${name}.log`));
  const path = `${programs.bin}:${inherited.PATH}`;
  try {
    await runProgram(program === 'node' ? process.execPath : program, args, {
      cwd: checkout,
      env: { ...inherited, ...env, PATH: path },
      signal,
      onLine: log.write,
    });
  } catch (cause) {
    throw new Error(`${name} failed. Log: ${log.path}\n${(cause as Error).message}`, { cause });
  } finally {
    await log.close();
  }
}

function definitionOf(planned: PlannedProcess, machine: Machine): ServiceDefinition {
  const { name, env, stopGraceMs, kind } = planned;
  const { checkout, inherited, ports, say } = machine;
  const [file, ...args] = commandOf(planned, machine);
  return {
    name,
    command: async () => {
      await releasePorts(ports, name);
      return { file: file!, args, cwd: checkout, env: { ...inherited, ...env } };
    },
    ready: (signal) => untilUp(planned, signal),
    readyWithinMs: READY_WITHIN_MS,
    stopSignal: 'SIGTERM',
    graceMs: stopGraceMs,
    ...(kind === 'guidepost' && { onLine: showErrors(name, say) }),
  };
}

function commandOf(
  { kind, command, port, files }: PlannedProcess,
  { programs, dataDir }: Machine,
): readonly string[] {
  switch (kind) {
    case 'temporal':
      return [programs.temporalServer, 'start'];
    case 'redis': {
      const where = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', dataDir];
      return [programs.redis!, ...command.slice(1), ...where];
    }
    case 'gateway':
      return [programs.caddy, 'run', '--adapter', 'caddyfile', '--config', Object.keys(files)[0]!];
    default:
      return [process.execPath, ...command.slice(1)];
  }
}

async function untilUp({ kind, port }: PlannedProcess, signal: AbortSignal): Promise<void> {
  if (kind === 'guidepost') return await untilReady(`http://127.0.0.1:${port}/readyz`, signal);
  if (kind === 'gateway') return await untilReady(`http://127.0.0.1:${port}/healthz`, signal);
  const isUp = kind === 'temporal' ? answersGrpc : listens;
  while (!signal.aborted && !(await isUp(port))) await sleep(100);
}

async function answersGrpc(port: number): Promise<boolean> {
  try {
    await (await Connection.connect({ address: `127.0.0.1:${port}`, connectTimeout: '2s' })).close();
    return true;
  } catch {
    return false;
  }
}

async function listens(port: number): Promise<boolean> {
  return await new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
