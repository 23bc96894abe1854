import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removePostgresHome } from '../../../tools/embedded/postgres/home.ts';
import { startPostgres } from '../../../tools/embedded/postgres/index.ts';
import { createSupervisor } from '../../../tools/embedded/supervisor/index.ts';
import { type Urls, urlsOf } from './another-server.ts';
import type { Ground } from './drill.ts';

/** Where Debian's package `libfaketime` and others have it. */
const FOLDERS = ['/usr/lib', '/usr/lib64', '/usr/local/lib'];

/** A PostgreSQL whose clock can be set. */
export interface SkewableServer {
  readonly urls: Urls;
  setAhead(seconds: number): void;
}

/** @returns undefined where there is no libfaketime. */
export async function startSkewableServer({
  folder,
  say,
  atEnd,
}: Pick<Ground, 'folder' | 'say' | 'atEnd'>): Promise<SkewableServer | undefined> {
  const library = findLibrary();
  if (library === undefined) {
    say("there is no libfaketime: the database's clock stays right");
    return undefined;
  }
  const dataDir = join(folder, 'skewable');
  mkdirSync(dataDir);
  const clock = join(dataDir, 'clock');
  const setAhead = (seconds: number) => writeFileSync(clock, `+${seconds}`);
  setAhead(0);
  const supervisor = createSupervisor({ logDir: join(dataDir, 'logs'), say });
  atEnd(async () => {
    await supervisor.stop();
    removePostgresHome(dataDir);
  });
  const { adminUrl } = await withVariables(
    {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    () => startPostgres({ dataDir, supervisor, say }),
  );
  return { urls: urlsOf(adminUrl), setAhead };
}

function findLibrary(): string | undefined {
  const folders = FOLDERS.filter((folder) => existsSync(folder)).flatMap((folder) => [
    folder,
    ...readdirSync(folder).map((name) => join(folder, name)),
  ]);
  return folders
    .map((folder) => join(folder, 'faketime/libfaketime.so.1'))
    .find((library) => existsSync(library));
}

/** Programs that are started meanwhile have them. */
async function withVariables<T>(
  variables: Readonly<Record<string, string>>,
  work: () => Promise<T>,
): Promise<T> {
  Object.assign(process.env, variables);
  try {
    return await work();
  } finally {
    for (const name of Object.keys(variables)) delete process.env[name];
  }
}
