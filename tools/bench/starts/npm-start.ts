import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DevInfo, readDevFile } from '../../embedded/dev-file.ts';
import { CHECKOUT } from '../support/backends.ts';

const LIMIT_MS = 300_000;
const POLL_EVERY_MS = 10;
/** Of what it said, for when it fails. */
const KEPT_CHARACTERS = 4_000;

export interface StartedPlatform {
  readonly info: DevInfo;
  /** As Ctrl-C does; resolves when everything has ended. */
  stop(): Promise<void>;
}

/** Runs `npm start` with its data in `folder`; resolves when it says that it is ready. */
export async function npmStart(folder: string): Promise<StartedPlatform> {
  const { PATH, HOME, XDG_CACHE_HOME, TMPDIR } = process.env;
  const child = spawn('npm', ['start'], {
    cwd: CHECKOUT,
    env: { PATH, HOME, XDG_CACHE_HOME, TMPDIR, GUIDEPOST_DATA: folder, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const listen = (chunk: Buffer) => {
    said = `${said}${chunk}`.slice(-KEPT_CHARACTERS);
  };
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  try {
    // The file is written when everything is ready, and taken away when it stops.
    const info = await untilThere(join(folder, 'dev.json'), child);
    return { info, stop: () => stop(child, info) };
  } catch (error) {
    child.kill('SIGTERM');
    throw new Error(`npm start: ${(error as Error).message}\n${said}`);
  }
}

async function untilThere(devFile: string, child: ChildProcess): Promise<DevInfo> {
  for (const end = Date.now() + LIMIT_MS; ; await sleep(POLL_EVERY_MS)) {
    const info = readDevFile(devFile);
    if (info) return info;
    if (child.exitCode !== null || Date.now() > end) throw new Error('it did not become ready');
  }
}

async function stop(child: ChildProcess, { pids }: DevInfo): Promise<void> {
  const ended = once(child, 'exit');
  if (pids.supervisor !== undefined) process.kill(pids.supervisor, 'SIGINT');
  await ended;
}
