import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { packedChromium } from './packed.ts';

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

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
