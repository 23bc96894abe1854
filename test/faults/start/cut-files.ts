/** Files of a platform, cut in half while it is stopped: the next start mends them, or says which one is damaged. */
import { cpSync, globSync, mkdirSync, statSync, truncateSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cacheFolder } from '../../../embedded/cache-folder.ts';
import { killHard, leftovers, startProcess } from './platform-process.ts';
import { mustBeNone, type Walk } from './walks.ts';

interface CutFile {
  /** Pattern below the data folder. */
  readonly pattern: string;
  /** Nothing can make it again: a start that names it is right to refuse. */
  readonly mayRefuse?: boolean;
  /** It is there only after the platform was killed. */
  readonly isLeftByCrash?: boolean;
}

export const CUT_FILES: readonly CutFile[] = [
  { pattern: 'dev.json', isLeftByCrash: true },
  { pattern: 'running.json', isLeftByCrash: true },
  { pattern: 'ports.json' },
  { pattern: 'bundles/workflows-*.js' },
  { pattern: 'temporal.toml' },
  { pattern: 'logs/*.log' },
  { pattern: 'encryption.key', mayRefuse: true },
  { pattern: 'postgres/password', mayRefuse: true },
  { pattern: 'temporal/temporal.db', mayRefuse: true },
];

export function fileCut({ pattern, mayRefuse = false, isLeftByCrash = false }: CutFile): Walk {
  return async (folder) => {
    const first = startProcess(folder);
    const { pids } = await first.ready();
    if (isLeftByCrash) await killHard(pids.guard, ...Object.values(pids));
    else await first.stop();
    const files = globSync(pattern, { cwd: folder }).map((name) => join(folder, name));
    if (files.length === 0) throw new Error(`there is no ${pattern}`);
    for (const file of files) cutInHalf(file);
    return await startsOrSays(folder, files, mayRefuse);
  };
}

/** The Temporal program, as a download or a build that was interrupted leaves it. */
export const programCut: Walk = async (folder) => {
  const cache = join(folder, 'cache');
  const own = cacheFolder({ XDG_CACHE_HOME: cache });
  mkdirSync(own, { recursive: true });
  cpSync(cacheFolder(process.env), own, { recursive: true });
  const programs = globSync(['bin/temporal-*', 'sdk/dev-server/*'], { cwd: own }).map((name) =>
    join(own, name),
  );
  if (programs.length === 0) return 'skipped: `temporal` is on PATH here, nothing was fetched';
  for (const program of programs) cutInHalf(program);
  return await startsOrSays(folder, programs, true, cache);
};

function cutInHalf(file: string): void {
  truncateSync(file, Math.floor(statSync(file).size / 2));
}

async function startsOrSays(
  folder: string,
  files: readonly string[],
  mayRefuse: boolean,
  cacheDir?: string,
): Promise<string> {
  const next = startProcess(folder, cacheDir);
  const hasStarted = await next.ready().then(
    () => true,
    () => false,
  );
  await next.stop();
  mustBeNone(await leftovers(folder));
  if (hasStarted) return 'starts';
  const isNamed = files.some((file) => next.said().includes(basename(file)));
  if (!mayRefuse || !isNamed) throw new Error(`does not start: ${next.said().slice(-1_500)}`);
  return `refuses: ${lastLine(next.said())}`;
}

function lastLine(said: string): string {
  return (
    said
      .trim()
      .split('\n')
      .find((line) => line.includes('could not start')) ?? ''
  );
}
