import { fileURLToPath } from 'node:url';
import type { DevInfo } from '../../../tools/embedded/dev-file.ts';
import type { Say } from '../../../tools/embedded/os/terminal.ts';
import { startPlatform } from '../../../tools/embedded/platform.ts';
import { readSettings } from '../../../tools/embedded/settings.ts';
import { makeThrowawayFolder, removeThrowawayFolder } from './throwaway-folder.ts';

const CHECKOUT = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[/\\]$/, '');

export interface ThrowawayPlatform {
  readonly info: DevInfo;
  /** A folder that goes with the platform. */
  readonly folder: string;
  close(): Promise<void>;
}

/** What `npm start` starts, on free ports and without limits, in a folder that is removed when it closes. */
export async function startThrowawayPlatform(say: Say, signal: AbortSignal): Promise<ThrowawayPlatform> {
  const folder = makeThrowawayFolder('guidepost-');
  try {
    const settings = readSettings(throwawayEnvironment(folder));
    const platform = await startPlatform({ checkout: CHECKOUT, settings, say, signal });
    const close = async () => {
      await platform.stop();
      removeThrowawayFolder(folder);
    };
    return { info: platform.info, folder, close };
  } catch (error) {
    removeThrowawayFolder(folder);
    throw error;
  }
}

/** Nothing of the caller's own platform; no limits, since everything comes from one address. */
export function throwawayEnvironment(folder: string): Record<string, string | undefined> {
  const { PATH, HOME, XDG_CACHE_HOME, TMPDIR } = process.env;
  return {
    PATH,
    HOME,
    XDG_CACHE_HOME,
    TMPDIR,
    GUIDEPOST_DATA: folder,
    ALLOW_INSECURE_CALLBACKS: '1',
    LOG_LEVEL: 'warn',
    RATE_LIMIT_MERCHANT: '0',
  };
}
