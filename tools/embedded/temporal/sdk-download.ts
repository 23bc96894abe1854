import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isExecutable } from '../os/find-program.ts';
import { runProgram } from '../os/run-program.ts';
import { type Say, withProgress } from '../os/terminal.ts';

export type SdkServer = 'dev-server' | 'test-server';

const CHILD = fileURLToPath(new URL('./sdk-download-child.ts', import.meta.url));
/** Without a byte for so long, the download is given up. */
const STALLED_MS = 15_000;
const LIMIT_MS = 10 * 60_000;

/** @returns the program that an earlier download by the Temporal SDK has left, or undefined. */
export function downloadedBySdk(cacheDir: string, server: SdkServer): string | undefined {
  const folder = downloadFolder(cacheDir, server);
  return filesIn(folder).find((file) => !file.endsWith('.downloading') && isExecutable(file));
}

/**
 * Lets the Temporal SDK download a server into our cache, in a separate process (so that it can be ended, and
 * the SDK's native runtime stays out of this one), which starts the server and stops it at once.
 * @throws when there is nothing to download, it stalls for 15 s or takes more than 10 minutes.
 */
export async function downloadBySdk(
  cacheDir: string,
  server: SdkServer,
  say: Say,
): Promise<string | undefined> {
  const folder = downloadFolder(cacheDir, server);
  mkdirSync(folder, { recursive: true });
  await withProgress(`Asking the Temporal SDK to download its ${server}`, say, async ({ update }) => {
    const stop = new AbortController();
    const watch = watchGrowth(folder, update, () => stop.abort());
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(LIMIT_MS)]);
    try {
      await runProgram(process.execPath, [CHILD, server, folder], { signal });
    } catch (cause) {
      throw new Error(stop.signal.aborted ? 'no progress' : 'it could not be downloaded', { cause });
    } finally {
      clearInterval(watch);
    }
  });
  return downloadedBySdk(cacheDir, server);
}

function watchGrowth(folder: string, update: (detail: string) => void, stalled: () => void): NodeJS.Timeout {
  let size = 0;
  let grew = Date.now();
  return setInterval(() => {
    const now = filesIn(folder).reduce(
      (sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
    if (now !== size) grew = Date.now();
    size = now;
    if (size > 0) update(`${Math.round(size / 1024 ** 2)} MiB`);
    // Starting what was downloaded takes a moment, too; that is well below the limit.
    if (Date.now() - grew > STALLED_MS) stalled();
  }, 1_000);
}

function downloadFolder(cacheDir: string, server: SdkServer): string {
  return join(cacheDir, 'sdk', server);
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
}
