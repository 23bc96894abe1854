/** What runs samples as their readers would: a shell, node, python3. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** What a sample printed, one entry for each time. */
type RunSample = (
  sample: { readonly file: string; readonly code: string },
  env: Readonly<Record<string, string>>,
) => Promise<readonly unknown[]>;

export interface Runner {
  readonly run: RunSample;
  close(): Promise<void>;
}

/** A shell for each; what it prints is JSON. */
export function startShell(): Runner {
  return {
    run: async ({ file }, env) => {
      const { stdout } = await run('bash', [file], { env: { PATH: process.env.PATH, ...env } });
      return [JSON.parse(stdout)];
    },
    close: async () => {},
  };
}

export const startNode = (): Runner => startProcess(process.execPath, [fileOf('run-typescript.ts')]);

/** @param python with httpx */
export const startPython = (python: string): Runner => startProcess(python, [fileOf('run-python.py')]);

/** All samples in one process, as starting one takes longer than the sample. */
function startProcess(program: string, args: readonly string[]): Runner {
  const child: ChildProcess = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  return {
    run: async ({ file }, env) => {
      child.stdin!.write(`${JSON.stringify({ file, env })}\n`);
      const { value } = await answers.next();
      if (value === undefined) throw new Error(`${program} ended at ${file}`);
      const { printed, error } = JSON.parse(value) as { printed: unknown[]; error?: string };
      if (error !== undefined) throw new Error(error);
      return printed;
    },
    async close() {
      if (child.exitCode !== null) return;
      const exit = once(child, 'exit');
      child.stdin!.end();
      await exit;
    },
  };
}

const HTTPX = 'httpx==0.28.1';

/** A Python with httpx, kept for the next run; undefined where there is no python3 with venv, or no registry. */
export async function preparePython(): Promise<string | undefined> {
  const folder = join(homedir(), '.cache', 'guidepost', `python-${HTTPX}`);
  const python = join(folder, 'bin', 'python');
  const isThere = await run(python, ['-c', 'import httpx']).then(
    () => true,
    () => false,
  );
  if (isThere) return python;
  try {
    await run('python3', ['-m', 'venv', '--clear', folder]);
    await run(python, ['-m', 'pip', 'install', '--quiet', HTTPX]);
    return python;
  } catch {
    return undefined;
  }
}
