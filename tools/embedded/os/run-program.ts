import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { signalGroup } from './processes.ts';

export interface RunOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** Ends the program, with all that it has started. */
  readonly signal?: AbortSignal | undefined;
  readonly onLine?: (line: string) => void;
}

const TAIL_LINES = 15;

/**
 * Runs a program to its end and returns its output.
 * @throws an Error with the output's last lines when it can't be run, fails or is aborted.
 */
export async function runProgram(
  file: string,
  args: readonly string[],
  { env, cwd, signal, onLine }: RunOptions = {},
): Promise<string> {
  if (signal?.aborted) throw new Error(`${file}: stopped`);
  const child = spawn(file, [...args], { env, cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const abort = () => child.pid && signalGroup(child.pid, 'SIGKILL');
  const onExit = () => void abort();
  signal?.addEventListener('abort', abort);
  process.once('exit', onExit);
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      onLine?.(line);
    });
  }
  const failure = await new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, by) => resolve(code === 0 ? undefined : `${by ?? `exit code ${code}`}`));
  });
  signal?.removeEventListener('abort', abort);
  process.off('exit', onExit);
  if (failure === undefined) return lines.join('\n');
  const reason = signal?.aborted ? 'stopped' : failure;
  throw new Error([`${file}: ${reason}`, ...lines.slice(-TAIL_LINES)].join('\n    '));
}
