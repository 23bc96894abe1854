import type { DataFolder } from './data-folder.ts';
import { type DevInfo, type KnownInfo, removeDevFile, writeDevFile } from './dev-file.ts';
import type { RunLock } from './supervisor/run-lock.ts';

/** A disk that is full is asked again so often. */
const TRY_AGAIN_MS = 1_000;

/**
 * Keeps the written record of what runs: the lock for the next start, dev.json for tools. Where it can't be written,
 * services run on all the same, and it is written as soon as it can be.
 */
export interface RunRecord {
  /** A process has started, or (without a pid) ended. */
  readonly onChange: (name: string, pid: number | undefined) => void;
  /** From now on dev.json is there, and follows each restart: `known` is asked each time. @returns what it says. */
  readonly publish: (known: () => KnownInfo) => DevInfo;
  /** dev.json goes, and changes are no longer recorded. */
  readonly retire: () => void;
}

export function createRunRecord(data: DataFolder, lock: RunLock): RunRecord {
  const pids = new Map<string, number>();
  let published: (() => KnownInfo) | undefined;
  let retired = false;
  let again: NodeJS.Timeout | undefined;

  function write(known: () => KnownInfo): DevInfo {
    const info = { ...known(), pids: { supervisor: process.pid, ...Object.fromEntries(pids) } };
    writeDevFile(data.devFile, info);
    return info;
  }

  function record(): void {
    clearTimeout(again);
    if (retired) return;
    try {
      lock.note(pids);
      if (published) write(published);
    } catch {
      again = setTimeout(record, TRY_AGAIN_MS);
      again.unref();
    }
  }

  return {
    onChange: (name, pid) => {
      if (pid === undefined) pids.delete(name);
      else pids.set(name, pid);
      record();
    },
    publish: (known) => {
      published = known;
      return write(known);
    },
    retire: () => {
      retired = true;
      removeDevFile(data.devFile);
    },
  };
}
