/** The processes of the platform under test, as the chaos finds them. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readDevFile } from '../../tools/embedded/dev-file.ts';

export const PARTS = ['api', 'order-worker', 'notification-worker', 'temporal', 'postgres'] as const;
/** What docker-compose.yml has besides (`npm run faults -- --topology`). */
export const TOPOLOGY_PARTS = [
  ...PARTS,
  'temporal-postgresql',
  'redis',
  'gateway',
  'console',
  'settlement-worker',
] as const;
export type Part = (typeof TOPOLOGY_PARTS)[number];

const APPEARS_WITHIN_MS = 60_000;
const POLL_MS = 50;

/**
 * The pid of a part that runs now, of one of its processes where there are several; waits for one that is being started again.
 * @throws when it does not appear.
 */
export async function pidOf(dataDir: string, part: Part, withinMs = APPEARS_WITHIN_MS): Promise<number> {
  for (const end = Date.now() + withinMs; Date.now() < end; await sleep(POLL_MS)) {
    const pids = readDevFile(join(dataDir, 'dev.json'))?.pids ?? {};
    const found = Object.keys(pids).filter((name) => isPart(name, part));
    const pid = pids[found[Date.now() % found.length] ?? ''];
    if (pid !== undefined) return pid;
  }
  throw new Error(`${part} did not come back`);
}

/** In the topology a part has the name of docker-compose.yml, with a number where there are several. */
function isPart(name: string, part: Part): boolean {
  const [service] = /^.*?(?=-\d+$|$)/.exec(name) ?? [];
  return service === part || (part === 'postgres' && service === 'postgresql');
}

/** A process and those that it started: PostgreSQL has one for each connection. */
export function familyOf(pid: number): number[] {
  return [pid, ...childrenOf(pid)];
}

/** The variables that a process was started with. Linux. */
export function environmentOf(pid: number): Record<string, string> {
  const lines = readFileSync(`/proc/${pid}/environ`, 'utf8')
    .split('\0')
    .filter((line) => line.includes('='));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

/** Where a process has its metrics; undefined: nowhere. */
export function metricsPortOf(pid: number): string | undefined {
  const { METRICS_PORT, WORKER_HEALTH_PORT } = environmentOf(pid);
  return (WORKER_HEALTH_PORT || METRICS_PORT)?.split(':').at(-1);
}

/** What a process reports of itself; empty where it does not answer. */
export async function metricsOf(pid: number): Promise<string> {
  return await fetch(`http://127.0.0.1:${metricsPortOf(pid)}/metrics`).then(
    (answer) => answer.text(),
    () => '',
  );
}

export function send(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      // It has ended meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

function childrenOf(pid: number): number[] {
  try {
    if (process.platform === 'linux')
      return numbers(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'));
    const table = execFileSync('ps', ['-axo', 'ppid=,pid='], { encoding: 'utf8' });
    const pairs = table.split('\n').map(numbers);
    return pairs.filter(([parent]) => parent === pid).map(([, child]) => child as number);
  } catch {
    return [];
  }
}

function numbers(text: string): number[] {
  return text.split(/\s+/).filter(Boolean).map(Number);
}
