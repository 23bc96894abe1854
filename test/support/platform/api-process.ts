import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { until } from '../until.ts';

const PROGRAM = fileURLToPath(new URL('../../../api/server.ts', import.meta.url));

/** An API process that can be killed. */
export interface ApiProcess {
  readonly address: string;
  /** SIGKILL: as a machine that loses its power. */
  kill(): Promise<void>;
}

/** For the environment of a process: its clock is so far ahead of this machine's. */
export const clockAhead = (ms: number) => ({
  NODE_OPTIONS: `--import ${new URL('./shifted-clock.js', import.meta.url)}`,
  CLOCK_SHIFT_MS: `${ms}`,
});

/** `node api/server.ts` on this port, once it answers. */
export async function startApi(env: Readonly<Record<string, string>>, port: number): Promise<ApiProcess> {
  const child: ChildProcess = spawn(process.execPath, [PROGRAM], {
    env: { PATH: process.env.PATH, LOG_LEVEL: 'silent', HOST: '127.0.0.1', PORT: `${port}`, ...env },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  const address = `http://127.0.0.1:${port}`;
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`the API ended with ${child.exitCode}`);
    return await fetch(`${address}/healthz`).then(
      (answer) => answer.ok,
      () => false,
    );
  });
  return {
    address,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
