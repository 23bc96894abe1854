import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createEgressProxy } from '../../../lib/callbacks/egress-proxy.ts';
import { cacheFolder } from '../../../tools/embedded/os/cache-folder.ts';
import { findProgram, isExecutable } from '../../../tools/embedded/os/find-program.ts';
import { goInstall } from '../../../tools/embedded/os/go-install.ts';
import { drawPort } from '../ports.ts';
import { until } from '../until.ts';

/** deploy/egress.Dockerfile builds the same (test/deploy/kubernetes.test.ts). */
export const SMOKESCREEN = 'github.com/stripe/smokescreen@v0.1.0';

/** Stripe's smokescreen, built once for the user. @throws Error where there is no Go */
export async function locateSmokescreen(env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const target = join(cacheFolder(env), 'bin', `smokescreen-${SMOKESCREEN.split('@')[1]}`);
  if (isExecutable(target)) return target;
  const go = findProgram('go', env.PATH);
  if (go === undefined) throw new Error('smokescreen is built by Go, which is not on the PATH (go.dev/dl)');
  const text = 'Building smokescreen with go install (once, about a minute)';
  return await goInstall({ go, module: SMOKESCREEN, target, text, say: console.error, env });
}

interface Smokescreen extends AsyncDisposable {
  readonly url: string;
  readonly process: ChildProcess;
}

/** @param flags `--allow-range 127.0.0.0/8` and others */
export async function startSmokescreen(flags: readonly string[] = [], port?: number): Promise<Smokescreen> {
  const listening = port ?? (await drawPort());
  const where = ['--listen-ip', '127.0.0.1', '--listen-port', `${listening}`];
  const server = spawn(await locateSmokescreen(), [...where, ...flags], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${listening}`;
  const { check } = createEgressProxy({ url });
  await until(async () => {
    if (server.exitCode !== null) throw new Error(`smokescreen ended with ${server.exitCode}`);
    return await check().then(
      () => true,
      () => false,
    );
  });
  return {
    url,
    process: server,
    [Symbol.asyncDispose]: async () => {
      if (server.exitCode !== null || server.signalCode !== null) return;
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await ended;
    },
  };
}
