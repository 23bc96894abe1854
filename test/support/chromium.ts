import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { cacheFolder } from '../../embedded/os/cache-folder.ts';

const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url));
const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** As package.json pins it: another version goes to another folder. */
const PACKED = 'chromium-153.0.0';

/**
 * A real browser: the one that CHROMIUM names, else the npm package's (Linux), else an installed one.
 * @throws where there is none: a console that no browser has tried is not tested.
 */
export async function launchChromium(): Promise<Browser> {
  const { CHROMIUM } = process.env;
  const packed = CHROMIUM === undefined && process.platform === 'linux' ? await packedChromium() : undefined;
  if (packed !== undefined) return await chromium.launch({ ...packed, args: ['--no-sandbox'] });
  const executablePath = CHROMIUM ?? INSTALLED.find((path) => existsSync(path));
  if (executablePath === undefined)
    throw new Error('no browser was found: install Chromium (Debian: chromium), or name one by CHROMIUM');
  return await chromium.launch({ executablePath, args: ['--no-sandbox'] });
}

/** Unpacked once for a machine. */
async function packedChromium() {
  const folder = join(cacheFolder(process.env), PACKED);
  if (!existsSync(folder)) await unpackInto(folder);
  const libraries = [join(folder, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':');
  return { executablePath: join(folder, 'chromium'), env: { ...process.env, LD_LIBRARY_PATH: libraries } };
}

const UNPACK = `await (await import('@sparticuz/chromium')).default.executablePath()`;

/** Several tests may do it at once: the first whole one stays. */
async function unpackInto(folder: string): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true });
  const draft = mkdtempSync(`${folder}.`);
  // The package unpacks into the folder for temporary files, and its libraries only where it believes to be on Lambda.
  const env = { ...process.env, TMPDIR: draft, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' };
  const args = ['--input-type=module', '-e', UNPACK];
  try {
    await promisify(execFile)(process.execPath, args, { cwd: CHECKOUT, env });
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}
