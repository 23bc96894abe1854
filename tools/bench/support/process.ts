import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { reservePort } from '../../embedded/os/ports.ts';
import { type Guard, startGuard } from '../../embedded/supervisor/guard-client.ts';
import { CHECKOUT } from './backends.ts';

/** Of Linux: USER_HZ. */
const TICKS_PER_SECOND = 100;
const START_LIMIT_MS = 60_000;

let guard: Guard | undefined;

export interface Usage {
  /** Since its start. */
  readonly cpuSeconds: number;
  /** Resident. */
  readonly memoryMiB: number;
}

export interface BenchProcess {
  /** What answers below it at `/readyz`. */
  readonly url: string;
  readonly pid: number;
  /** SIGKILL: no time to finish anything. */
  kill(): void;
  /** SIGTERM, and waits for the end. */
  stop(): Promise<void>;
  usage(): Usage;
}

/**
 * A program of this checkout as a separate process; `portVariable` is where it answers `GET /readyz`. It ends
 * with us, however we end.
 */
export async function startProcess(
  program: string,
  portVariable: string,
  env: Readonly<Record<string, string>>,
): Promise<BenchProcess> {
  const port = await reservePort();
  await port.release();
  const url = `http://127.0.0.1:${port.port}`;
  const child = spawn(process.execPath, [join(CHECKOUT, program)], {
    cwd: CHECKOUT,
    env: { PATH: process.env.PATH, ...env, [portVariable]: `${port.port}` },
    stdio: ['ignore', 'inherit', 'inherit'],
    // Its own group, as the guard needs it: Ctrl-C is for us to answer, `steady` goes on for a while.
    detached: true,
  });
  const pid = child.pid ?? 0;
  guard ??= startGuard(() => {});
  guard.watch(pid, 'SIGKILL');
  child.once('exit', () => guard?.forget(pid));
  await untilReady(`${url}/readyz`, child, program);
  return {
    url,
    pid,
    kill: () => void child.kill('SIGKILL'),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
    usage: () => usageOf(pid),
  };
}

/** All that run, for those who are interrupted. */
export function killProcesses(): void {
  guard?.close();
  guard = undefined;
}

async function untilReady(url: string, child: ChildProcess, program: string): Promise<void> {
  for (const end = Date.now() + START_LIMIT_MS; ; await sleep(50)) {
    if (child.exitCode !== null || Date.now() > end) throw new Error(`${program} did not start`);
    const answer = await fetch(url).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return;
  }
}

/** CPU and memory of any process of this machine (Linux). */
export function usageOf(pid: number): Usage {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  const memory = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return { cpuSeconds: (user + system) / TICKS_PER_SECOND, memoryMiB: Math.round(Number(memory) / 1_024) };
}
