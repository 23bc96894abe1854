/** A program in place of this one: it has the terminal, and this process ends as it ends. */
import { spawn } from 'node:child_process';

/**
 * Ctrl-C reaches the program by itself, and it may have something to clear up: its end is waited for.
 * @returns its exit code; 1 when a signal ended it.
 */
export function inForeground(command: string, args: readonly string[], cwd: string): Promise<number> {
  const child = spawn(command, args, { cwd, stdio: 'inherit' });
  process.on('SIGINT', () => undefined);
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}
