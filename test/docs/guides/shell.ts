import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { until } from '../../support/until.ts';

/** A terminal that stays open: variables and processes in the background live on from one input to the next. */
export interface Shell {
  /** What was printed since the last input began. */
  readonly output: () => string;
  /** Resolves when the commands have ended. @throws an Error with what was printed, when one of them fails. */
  readonly run: (commands: string) => Promise<void>;
  /** Resolves when it was printed; what is in the background prints when it likes. */
  readonly prints: (isThere: (output: string) => boolean) => Promise<void>;
  /** Ends it, and what it left in the background. */
  readonly close: () => Promise<void>;
}

const DONE = '::: done :::\n';
const PATIENCE_MS = 45_000;

/** `env` is all that its commands know of the world; they read nothing from the terminal. */
export function openShell(folder: string, env: NodeJS.ProcessEnv): Shell {
  const bash = spawn('bash', ['--noprofile', '--norc', '-euo', 'pipefail'], {
    cwd: folder,
    env,
    detached: true,
  });
  const ended = new Promise<void>((resolve) => bash.once('close', () => resolve()));
  let printed = '';
  collect(bash, (text) => {
    printed += text;
  });
  const output = () => printed.replaceAll(DONE, '');
  const comes = async (isThere: () => boolean) => {
    const patience = AbortSignal.timeout(PATIENCE_MS);
    await until(() => isThere() || bash.exitCode !== null || patience.aborted);
    if (isThere()) return;
    throw new Error(`${patience.aborted ? 'nothing came' : 'a command failed'}; printed was:\n${output()}`);
  };
  return {
    output,
    prints: (isThere) => comes(() => isThere(output())),
    run: (commands) => {
      printed = '';
      const quoted = commands.replaceAll("'", "'\\''");
      bash.stdin.write(`eval '${quoted}' </dev/null\nprintf '${DONE}'\n`);
      return comes(() => printed.includes(DONE));
    },
    close: async () => {
      end(bash);
      await ended;
    },
  };
}

function collect(
  { stdin, stdout, stderr }: ChildProcessWithoutNullStreams,
  onText: (text: string) => void,
): void {
  stdout.setEncoding('utf8').on('data', onText);
  stderr.setEncoding('utf8').on('data', onText);
  // A shell that a failed command has ended takes no more input: `prints` tells.
  stdin.on('error', () => {});
}

function end({ pid }: ChildProcessWithoutNullStreams): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
}
