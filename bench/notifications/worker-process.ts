import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { reservePort } from '../../embedded/ports.ts';

/** Of Linux: USER_HZ. */
const TICKS_PER_SECOND = 100;
const START_LIMIT_MS = 60_000;

export interface WorkerProcess {
  /** SIGKILL: no time to finish anything. */
  kill(): void;
  /** Seconds of CPU since its start, and resident memory in MiB. */
  usage(): { cpuSeconds: number; memoryMiB: number };
}

/** `activities/worker.ts` as an operator runs it, ready to work. */
export async function startWorkerProcess(
  checkout: string,
  env: Record<string, string>,
): Promise<WorkerProcess> {
  const health = await reservePort();
  await health.release();
  const child = spawn(process.execPath, [join(checkout, 'activities/worker.ts')], {
    cwd: checkout,
    env: { ...env, PATH: process.env.PATH, WORKER_HEALTH_PORT: `${health.port}` },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await untilReady(`http://127.0.0.1:${health.port}/readyz`, child);
  return { kill: () => void child.kill('SIGKILL'), usage: () => usageOf(child.pid ?? 0) };
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  for (const end = Date.now() + START_LIMIT_MS; ; await sleep(50)) {
    if (child.exitCode !== null || Date.now() > end) throw new Error('the worker did not start');
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
  }
}

function usageOf(pid: number) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  const memory = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return { cpuSeconds: (user + system) / TICKS_PER_SECOND, memoryMiB: Math.round(Number(memory) / 1_024) };
}
