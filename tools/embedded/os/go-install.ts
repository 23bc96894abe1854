import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { runProgram } from './run-program.ts';
import { type Say, withProgress } from './terminal.ts';

export interface GoBuild {
  /** The `go` program. */
  readonly go: string;
  /** As `go install` takes it: `github.com/temporalio/cli/cmd/temporal@v1.5.1`. */
  readonly module: string;
  /** Where the program goes; there whole or not at all. */
  readonly target: string;
  /** Said while it is built. */
  readonly text: string;
  readonly say: Say;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Ends a build under way. */
  readonly signal?: AbortSignal | undefined;
}

/** Builds a program from its published sources, and shows how far it is. @throws Error with the last lines that Go said */
export async function goInstall({ go, module, target, text, say, env, signal }: GoBuild): Promise<string> {
  const draft = `${target}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  try {
    await withProgress(text, say, async ({ update }) => {
      let packages = 0;
      const onLine = (line: string) => {
        if (!line.startsWith('go: ')) packages += 1;
        update(packages > 0 ? `${packages} packages compiled` : 'downloading its sources');
      };
      const goEnv = { ...env, GOBIN: draft, GOFLAGS: '' };
      await runProgram(go, ['install', '-v', module], { env: goEnv, cwd: draft, onLine, signal });
    });
    mkdirSync(dirname(target), { recursive: true });
    renameSync(join(draft, programOf(module)), target);
    return target;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Go names a program after its folder. */
function programOf(module: string): string {
  const [path = ''] = module.split('@');
  return `${basename(path)}${process.platform === 'win32' ? '.exe' : ''}`;
}
