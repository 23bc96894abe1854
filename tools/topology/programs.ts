import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram, isExecutable } from '../embedded/os/find-program.ts';
import { goInstall } from '../embedded/os/go-install.ts';
import type { Say } from '../embedded/os/terminal.ts';
import { locateTemporalProgram } from '../embedded/temporal/program.ts';
import { type ComposeFile, versionOf } from './compose.ts';
import { locateRedis } from './redis-program.ts';

export interface Programs {
  readonly temporalServer: string;
  readonly caddy: string;
  /** undefined: this machine has none, and there is none for it. */
  readonly redis: string | undefined;
  /** A folder with what the jobs call by name: `temporal`, `temporal-sql-tool`. */
  readonly bin: string;
}

export interface ProgramOptions {
  readonly file: ComposeFile;
  readonly cacheDir: string;
  readonly dataDir: string;
  readonly say: Say;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Ends a build under way. */
  readonly signal: AbortSignal;
}

/**
 * The programs of the images, of the versions that docker-compose.yml names, built from their sources once. Redis and the
 * `temporal` command are what this machine has, or what comes from a registry.
 * @throws Error where there is no Go to build them with.
 */
export async function locatePrograms(options: ProgramOptions): Promise<Programs> {
  const { file, dataDir } = options;
  const { temporal, 'temporal-schema': tools, gateway } = file.services;
  const redis = locateRedis();
  sayWhatIsBuilt(options, { server: temporal!, tools: tools!, caddy: gateway! });
  // One build after the other: each uses the whole machine.
  const cli = await locateTemporalProgram(options);
  const server = await built('temporal-server', 'go.temporal.io/server/cmd/server', temporal!, options);
  const sqlTool = await built('temporal-sql-tool', 'go.temporal.io/server/cmd/tools/sql', tools!, options);
  const caddy = await built('caddy', 'github.com/caddyserver/caddy/v2/cmd/caddy', gateway!, options);
  const bin = join(dataDir, 'bin');
  rmSync(bin, { recursive: true, force: true });
  mkdirSync(bin);
  symlinkSync(cli, join(bin, 'temporal'));
  symlinkSync(sqlTool, join(bin, 'temporal-sql-tool'));
  return { temporalServer: server, caddy, redis: await redis, bin };
}

const WHOLE_MINUTES = 4;

/** Before the first of them: who starts this knows how long it will take. */
function sayWhatIsBuilt(
  { cacheDir, say }: ProgramOptions,
  { server, tools, caddy }: Readonly<Record<'server' | 'tools' | 'caddy', { readonly image: string }>>,
): void {
  const all = [
    ['temporal-server', server],
    ['temporal-sql-tool', tools],
    ['caddy', caddy],
  ] as const;
  const missing = all.filter(
    ([name, { image }]) => !isExecutable(targetOf(cacheDir, name, versionOf(image))),
  );
  if (missing.length === 0) return;
  const names = missing.map(([name, { image }]) => `${name} ${versionOf(image)}`).join(', ');
  const minutes = Math.ceil((WHOLE_MINUTES * missing.length) / all.length);
  say(
    `To be built once by Go, into ${join(cacheDir, 'bin')}: ${names}; about ${minutes} minutes on two cores`,
  );
}

const targetOf = (cacheDir: string, name: string, version: string) =>
  join(cacheDir, 'bin', `${name}-${version}`);

async function built(
  name: string,
  path: string,
  service: { readonly image: string },
  { cacheDir, say, env, signal }: ProgramOptions,
): Promise<string> {
  const version = versionOf(service.image);
  const target = targetOf(cacheDir, name, version);
  if (isExecutable(target)) return target;
  const go = findProgram('go', env.PATH);
  if (go === undefined) throw new Error(`${name} is built by Go, which is not on the PATH (go.dev/dl)`);
  const text = `Building ${name} ${version} with go install (once, some minutes)`;
  return await goInstall({ go, module: `${path}@${version}`, target, text, say, env, signal });
}
