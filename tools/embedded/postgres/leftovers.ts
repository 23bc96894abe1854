import { realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readIfPresent } from '../os/files.ts';
import { argumentsOf, endProcess, identify, type ProcessIdentity } from '../os/processes.ts';
import type { Say } from '../os/terminal.ts';

const GRACE_MS = 10_000;

/**
 * Clears what a crash has left of the server of this data directory: a server without a supervisor is ended (only
 * that one: its process must name this very directory), and a stale `postmaster.pid` is removed.
 */
export async function clearLeftovers(data: string, say: Say): Promise<void> {
  const pidFile = join(data, 'postmaster.pid');
  const text = readIfPresent(pidFile);
  if (text === undefined) return;
  const orphan = serverOf(data, Number.parseInt(text, 10));
  if (orphan) {
    say(`Stopping a PostgreSQL that an earlier run left behind (process ${orphan.pid})`);
    await endProcess(orphan, 'SIGINT', GRACE_MS);
  }
  rmSync(pidFile, { force: true });
}

function serverOf(data: string, pid: number): ProcessIdentity | undefined {
  if (!Number.isInteger(pid) || pid <= 1) return undefined;
  const identity = identify(pid);
  const args = argumentsOf(pid);
  const isOurs = args.includes(data) || args.includes(realpathSync(data));
  return identity && isOurs && args[0]?.includes('postgres') ? identity : undefined;
}
