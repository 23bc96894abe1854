import type { DataFolder } from './data-folder.ts';
import { type DevInfo, removeDevFile, writeDevFile } from './dev-file.ts';
import type { RunLock } from './run-lock.ts';

/** Keeps the written record of what runs: the lock for the next start, dev.json for tools. */
export interface Roster {
  /** A process has started, or (without a pid) ended. */
  readonly onChange: (name: string, pid: number | undefined) => void;
  /** From now on dev.json is there, and follows each restart. @returns what it says. */
  readonly publish: (info: Omit<DevInfo, 'pids'>) => DevInfo;
  /** dev.json goes, and changes are no longer recorded. */
  readonly retire: () => void;
}

export function createRoster(data: DataFolder, lock: RunLock): Roster {
  const pids = new Map<string, number>();
  let published: Omit<DevInfo, 'pids'> | undefined;
  let retired = false;

  function write(known: Omit<DevInfo, 'pids'>): DevInfo {
    const info = { ...known, pids: { supervisor: process.pid, ...Object.fromEntries(pids) } };
    writeDevFile(data.devFile, info);
    return info;
  }
  return {
    onChange: (name, pid) => {
      if (pid === undefined) pids.delete(name);
      else pids.set(name, pid);
      if (retired) return;
      lock.note(pids);
      if (published) write(published);
    },
    publish: (info) => {
      published = info;
      return write(info);
    },
    retire: () => {
      retired = true;
      removeDevFile(data.devFile);
    },
  };
}
