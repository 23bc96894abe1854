import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Makes sure that nothing outlives this process, even when it is killed with -9. */
export interface Guard {
  /** Names a process group that has to end with us, and the signal that ends it in an orderly way. */
  readonly watch: (pid: number, signal: NodeJS.Signals) => void;
  readonly forget: (pid: number) => void;
  /** Lets the guard go; it ends what is still being watched. */
  readonly close: () => void;
}

export const GUARD_NAME = 'guard';
const PROGRAM = fileURLToPath(new URL('./guard.ts', import.meta.url));

/** Starts the guard process (see guard.ts) and starts it again should it die; reports each new one's pid. */
export function startGuard(onStart: (pid: number) => void): Guard {
  const watched = new Map<number, NodeJS.Signals>();
  let closed = false;
  let child = launch();

  function launch(): ChildProcess {
    // A separate session: the terminal's Ctrl-C and hang-up must not reach it.
    const started = spawn(process.execPath, [PROGRAM], {
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    started.stdin.on('error', () => {});
    started.on('error', () => {});
    started.once('exit', () => {
      if (closed) return;
      child = launch();
      for (const [pid, signal] of watched) send(`+${pid} ${signal}`);
    });
    started.unref();
    if (started.pid !== undefined) onStart(started.pid);
    return started;
  }
  function send(line: string): void {
    child.stdin?.write(`${line}\n`);
  }

  return {
    watch: (pid, signal) => {
      watched.set(pid, signal);
      send(`+${pid} ${signal}`);
    },
    forget: (pid) => {
      watched.delete(pid);
      send(`-${pid}`);
    },
    close: () => {
      closed = true;
      child.stdin?.end();
    },
  };
}
