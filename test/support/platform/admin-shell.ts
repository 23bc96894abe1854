import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type AdminRun, adminEnvironment } from './admin.ts';

const SHELL = fileURLToPath(new URL('admin-shell-process.ts', import.meta.url));

/** One command, as its process would be started. */
export interface AdminRequest {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly args: readonly string[];
}

export interface AdminShell {
  /** `npm run admin -- …`; commands wait for each other. */
  run(env: Readonly<Record<string, string>>, args: readonly string[]): Promise<AdminRun>;
  close(): Promise<void>;
}

/**
 * For files that run dozens of commands: one process for all of them, since a second of each is its start. How a process
 * of its own ends is seen with startAdmin (admin.ts).
 */
export function openAdminShell(): AdminShell {
  const shell = fork(SHELL, {
    env: adminEnvironment({}),
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = once(shell, 'exit');
  const ended = exited.then(([code, signal]) =>
    Promise.reject(new Error(`the shell ended: ${code ?? signal}`)),
  );
  ended.catch(() => {});
  let last: Promise<unknown> = Promise.resolve();

  async function ask(request: AdminRequest): Promise<AdminRun> {
    const answered = once(shell, 'message');
    shell.send(request);
    const [result] = await Promise.race([answered, ended]);
    return result as AdminRun;
  }
  return {
    run(env, args) {
      const result = last.then(() => ask({ env: adminEnvironment(env), args }));
      last = result.catch(() => {});
      return result;
    },
    async close() {
      shell.disconnect();
      await exited;
    },
  };
}
