import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const INTERVAL_MS = 500;

/**
 * Calls `gone` when npm, or the shell between it and us, has ended: npm's shell dies of a SIGTERM without passing
 * it on, and a killed npm notifies nobody.
 */
export function onNpmGone(gone: () => void): void {
  const shell = process.ppid;
  const watched = [shell, parentOf(shell)].filter((pid) => pid !== undefined && pid > 1) as number[];
  const timer = setInterval(() => {
    if (process.ppid === shell && watched.every(isThere)) return;
    clearInterval(timer);
    gone();
  }, INTERVAL_MS);
  timer.unref();
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function parentOf(pid: number): number | undefined {
  try {
    if (process.platform !== 'linux')
      return Number(execFileSync('ps', ['-o', 'ppid=', '-p', `${pid}`], { encoding: 'utf8' }));
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}
