/** The processes of the platform under test, as the chaos finds them. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readDevFile } from '../../embedded/dev-file.ts';

export const PARTS = ['api', 'order-worker', 'notification-worker', 'temporal', 'postgres'] as const;
export type Part = (typeof PARTS)[number];

const APPEARS_WITHIN_MS = 60_000;
const POLL_MS = 50;

/** The pid of a part that runs now; waits for one that is being started again. @throws when it does not appear. */
export async function pidOf(dataDir: string, part: Part, withinMs = APPEARS_WITHIN_MS): Promise<number> {
  for (const end = Date.now() + withinMs; Date.now() < end; await sleep(POLL_MS)) {
    const pid = readDevFile(join(dataDir, 'dev.json'))?.pids[part];
    if (pid !== undefined) return pid;
  }
  throw new Error(`${part} did not come back`);
}

/** A process and those that it started: PostgreSQL has one for each connection. */
export function familyOf(pid: number): number[] {
  return [pid, ...childrenOf(pid)];
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
