/** `npm start` as a process of its own, to be killed at any point. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DevInfo, readDevFile } from '../../../tools/embedded/dev-file.ts';
import { throwawayEnvironment } from '../../support/platform/throwaway-platform.ts';
import { CHECKOUT } from '../world.ts';

const READY_WITHIN_MS = 120_000;
const GONE_WITHIN_MS = 40_000;
const POLL_MS = 50;

export interface PlatformProcess {
  readonly child: ChildProcess;
  /** Everything that it said. */
  said(): string;
  /** Resolves when it says that it is ready. @throws with what it said, where it ends or takes too long. */
  ready(): Promise<DevInfo>;
  /** As Ctrl-C does. */
  stop(): Promise<void>;
}

/** Starts it on that data folder; programs that were fetched are found in `cacheDir`, if it is given. */
export function startProcess(folder: string, cacheDir?: string): PlatformProcess {
  const cache = cacheDir === undefined ? {} : { XDG_CACHE_HOME: cacheDir };
  const env = { ...throwawayEnvironment(folder), ...cache };
  const child = spawn(process.execPath, [join(CHECKOUT, 'tools/embedded/start.ts')], {
    cwd: CHECKOUT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk;
    });
  }
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    child,
    said: () => text,
    async ready() {
      for (const end = Date.now() + READY_WITHIN_MS; ; await sleep(POLL_MS)) {
        const info = readDevFile(join(folder, 'dev.json'));
        if (info?.pids.supervisor === child.pid) return info as DevInfo;
        if (hasEnded() || Date.now() > end) throw new Error(text.slice(-1_500));
      }
    },
    async stop() {
      if (hasEnded()) return;
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      await ended;
    },
  };
}

/** Kills with SIGKILL; resolves when those processes are gone. */
export async function killHard(...pids: (number | undefined)[]): Promise<void> {
  for (const pid of pids) {
    try {
      if (pid !== undefined) process.kill(pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** @returns the processes that still work on `folder` after a while; none, if all is well. Linux only. */
export async function leftovers(folder: string): Promise<string[]> {
  for (const end = Date.now() + GONE_WITHIN_MS; ; await sleep(POLL_MS)) {
    const found = processesOn(folder);
    if (found.length === 0 || Date.now() > end) return found;
  }
}

function processesOn(folder: string): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        const about = `${readFileSync(`/proc/${pid}/cmdline`, 'utf8')}\0${readFileSync(`/proc/${pid}/environ`, 'utf8')}`;
        return about.includes(folder) ? [`${pid} ${about.split('\0').slice(0, 2).join(' ')}`] : [];
      } catch {
        return [];
      }
    });
}
