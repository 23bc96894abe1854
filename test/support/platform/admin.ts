import { type ChildProcess, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../../admin/index.ts', import.meta.url));

export interface AdminRun {
  /** Null where a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Tests run under any account, also under one that is shared. */
export const adminEnvironment = (env: Readonly<Record<string, string>>) => ({
  PATH: process.env.PATH,
  NO_COLOR: '1',
  GUIDEPOST_OPERATOR: 'tests',
  ...env,
});

/** `npm run admin -- …` as a process of its own, with this environment and no other. */
export function startAdmin(
  env: Readonly<Record<string, string>>,
  args: readonly string[],
): { child: ChildProcess; ended: Promise<AdminRun> } {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: adminEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  const ended = Promise.all([exit, text(child.stdout!), text(child.stderr!)]).then(
    ([code, stdout, stderr]) => ({ code, stdout, stderr }),
  );
  return { child, ended };
}
