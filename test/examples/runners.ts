/** What runs samples as their readers would: a shell, node, python3. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pythonWith } from '../support/documents/python.ts';
import type { Answer } from './drive.ts';

const run = promisify(execFile);
const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export interface Runner {
  /** @returns what the sample printed, one entry for each time. @throws where it ends with an error. */
  run(file: string, env: Readonly<Record<string, string>>): Promise<readonly unknown[]>;
  /** The platform's answer, as far as the sample printed it. @throws where that is a refusal, or nothing. */
  answer(printed: readonly unknown[], operationId: string): Answer;
  close(): Promise<void>;
}

/** A shell for each; curl shows the whole answer. */
export function startShell(): Runner {
  return {
    run: async (file, env) => {
      const { stdout } = await run('bash', [file], { env: { PATH: process.env.PATH, ...env } });
      return [JSON.parse(stdout)];
    },
    answer: ([shown]) => {
      const answer = shown as Answer;
      if (answer.code !== undefined && answer.code !== 200) throw new Error(JSON.stringify(answer));
      return answer;
    },
    close: async () => {},
  };
}

/** The SDK shows `data`, and the entries of lists one by one. */
export const startNode = (): Runner => ({
  ...startProcess(process.execPath, [fileOf('run-typescript.ts')]),
  answer: (printed, operationId) =>
    operationId.startsWith('list') ? { code: 200, data: { list: printed } } : dataIn(printed),
});

/** @param python with httpx */
export const startPython = (python: string): Runner => ({
  ...startProcess(python, [fileOf('run-python.py')]),
  answer: dataIn,
});

function dataIn(printed: readonly unknown[]): Answer {
  if (printed.length !== 1) throw new Error(`it printed ${printed.length} values`);
  return { code: 200, data: printed[0] };
}

/** All samples in one process, as starting one takes longer than the sample. */
function startProcess(program: string, args: readonly string[]): Omit<Runner, 'answer'> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    run: async (file, env) => {
      child.stdin.write(`${JSON.stringify({ file, env })}\n`);
      const { value } = await answers.next();
      if (value === undefined) throw new Error(`${program} ended at ${file}`);
      const { printed, error } = JSON.parse(value) as { printed: unknown[]; error?: string };
      if (error !== undefined) throw new Error(error);
      return printed;
    },
    async close() {
      if (child.exitCode !== null) return;
      const exit = once(child, 'exit');
      child.stdin.end();
      await exit;
    },
  };
}

const HTTPX = 'httpx==0.28.1';

/** A Python with httpx; undefined where there is no python3 with venv, or no registry. */
export async function preparePython(): Promise<string | undefined> {
  return await pythonWith('httpx', HTTPX).catch(() => undefined);
}
