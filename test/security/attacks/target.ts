import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { drawPort } from '../../support/ports.ts';

const SERVERS = { api: 'api/server.ts', console: 'console/server/server.ts' } as const;
export type Door = keyof typeof SERVERS;

/** A process of its own that is attacked. */
export interface Target {
  readonly port: number;
  readonly base: string;
  /** How the process ended; undefined: it lives. */
  ended(): string | undefined;
  /** Of the process, in MB, as Linux says; elsewhere 0. */
  residentMegabytes(): number;
  stop(): void;
}

/** Bounds what is garbage and not collected yet: what grows on ends the process. */
const HEAP_MEGABYTES = 256;

/** Starts the API or the console on a free port, with the caller's DATABASE_URL and ENCRYPTION_KEY; Temporal may be away. */
export async function startTarget(door: Door, more: Record<string, string> = {}): Promise<Target> {
  const port = await drawPort();
  const base = `http://127.0.0.1:${port}`;
  // Nobody listens there: a Temporal that runs here belongs to another installation.
  const own = { PORT: `${port}`, HOST: '127.0.0.1', TEMPORAL_ADDRESS: '127.0.0.1:1', LOG_LEVEL: 'silent' };
  const program = fileURLToPath(new URL(`../../../${SERVERS[door]}`, import.meta.url));
  const child: ChildProcess = spawn(process.execPath, [`--max-old-space-size=${HEAP_MEGABYTES}`, program], {
    env: { ...process.env, CONSOLE_BASE_URL: base, ...own, ...more },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let end: string | undefined;
  child.once('exit', (code, signal) => {
    end = `${code ?? signal}`;
  });
  while (end === undefined && !(await fetch(`${base}/healthz`).catch(() => undefined))?.ok) await sleep(50);
  return {
    port,
    base,
    ended: () => end,
    residentMegabytes() {
      try {
        const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
        return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024);
      } catch {
        return 0;
      }
    },
    stop: () => void child.kill('SIGKILL'),
  };
}
