import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { readIfPresent, writePrivateFile } from '../os/files.ts';
import { endProcess, goneWithin, identify, isAlive, type ProcessIdentity } from '../os/processes.ts';
import type { Say } from '../os/terminal.ts';
import { GUARD_NAME } from './guard-client.ts';

/** Somewhat longer than the guard gives the services (guard.ts). */
const GUARD_MS = 15_000;

interface LockContent {
  readonly supervisor: ProcessIdentity;
  readonly guard?: ProcessIdentity;
  readonly services: readonly ProcessIdentity[];
}

export interface RunLock {
  /** Notes what runs, so that the next start can end it should all of us be killed at once. */
  readonly note: (pids: ReadonlyMap<string, number>) => void;
  readonly release: () => void;
}

export class AlreadyRunningError extends Error {
  override readonly name = 'AlreadyRunningError';
}

/**
 * Takes a data folder for this process. After a crash it first waits for, or ends, what that run has left.
 * @throws AlreadyRunningError while another living process has it.
 */
export async function takeRunLock(path: string, say: Say): Promise<RunLock> {
  const supervisor = identify(process.pid);
  if (!supervisor) throw new Error('this process cannot see itself');
  while (!createOnly(path, { supervisor, services: [] })) {
    const text = readIfPresent(path);
    if (text === undefined) continue;
    const holder = parse(text);
    if (holder && isAlive(holder.supervisor))
      throw new AlreadyRunningError(`process ${holder.supervisor.pid} is using it`);
    if (holder) await endLeftovers(holder, say);
    removeOnly(path, text);
  }
  return {
    note: (pids) => {
      const guardPid = pids.get(GUARD_NAME);
      const guard = guardPid === undefined ? undefined : identify(guardPid);
      const servicePids = [...pids.values()].filter((pid) => pid !== guardPid);
      const services = servicePids.map(identify).filter((found) => found !== undefined);
      const content: LockContent = { supervisor, services, ...(guard && { guard }) };
      writePrivateFile(path, JSON.stringify(content));
    },
    release: () => rmSync(path, { force: true }),
  };
}

async function endLeftovers({ guard, services }: LockContent, say: Say): Promise<void> {
  if (guard && isAlive(guard)) {
    say('An earlier run was killed; waiting until its services have ended');
    await goneWithin(guard, GUARD_MS);
  }
  const left = services.filter(isAlive);
  if (left.length > 0)
    say(`Stopping what an earlier run left behind (${left.map(({ pid }) => pid).join(', ')})`);
  await Promise.all(left.map((service) => endProcess(service, 'SIGTERM', 5_000)));
}

/** Appears with its whole content or not at all. */
function createOnly(path: string, content: LockContent): boolean {
  const draft = `${path}.${randomBytes(4).toString('hex')}`;
  writePrivateFile(draft, JSON.stringify(content));
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Removes the stale lock that was read, and no newer one that someone else took meanwhile. */
function removeOnly(path: string, text: string): void {
  const aside = `${path}.${randomBytes(4).toString('hex')}`;
  try {
    renameSync(path, aside);
    if (readFileSync(aside, 'utf8') !== text) linkSync(aside, path);
    rmSync(aside, { force: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function parse(text: string): LockContent | undefined {
  try {
    return JSON.parse(text) as LockContent;
  } catch {
    return undefined;
  }
}
