import { type DataFolder, openDataFolder } from './data-folder.ts';
import { type DevInfo, type KnownInfo, removeDevFile } from './dev-file.ts';
import type { Say } from './os/terminal.ts';
import { createRunRecord } from './run-record.ts';
import { createSupervisor, type Supervisor } from './supervisor/index.ts';
import { takeRunLock } from './supervisor/run-lock.ts';

/** What runs on a data folder. */
export interface Platform {
  readonly info: DevInfo;
  readonly dataDir: string;
  /** All that was started, the last one first. `force` kills them all. */
  readonly stop: (options?: { force?: boolean }) => Promise<void>;
}

/** What its parts are started with. */
export interface Run {
  readonly data: DataFolder;
  readonly supervisor: Supervisor;
  /** Silent once all is being stopped: what services say then is only noise; their logs have it. */
  readonly say: Say;
  /** Aborted when it is stopped, and when the start is given up. */
  readonly signal: AbortSignal;
  stop(): Promise<void>;
}

export interface RunOptions {
  readonly checkout: string;
  readonly dataDir: string | undefined;
  readonly say: Say;
  /** Gives up a start under way. */
  readonly signal: AbortSignal;
}

/**
 * Starts what runs on a data folder, alone on it. When that fails, everything that was started is stopped first.
 * @throws AlreadyRunningError when another process runs on the same data folder.
 */
export async function startRun(
  { checkout, dataDir, say, signal }: RunOptions,
  start: (run: Run) => Promise<() => KnownInfo>,
): Promise<Platform> {
  const data = openDataFolder(checkout, dataDir);
  const lock = await takeRunLock(data.lock, say);
  removeDevFile(data.devFile);
  const record = createRunRecord(data, lock);
  const stopping = new AbortController();
  const sayWhileUp: Say = (line) => stopping.signal.aborted || say(line);
  const supervisor = createSupervisor({ logDir: data.logs, say: sayWhileUp, onChange: record.onChange });
  const stop: Platform['stop'] = async (how) => {
    stopping.abort();
    record.retire();
    await supervisor.stop(how);
    lock.release();
  };
  const giveUp = () => void stop();
  signal.addEventListener('abort', giveUp);
  try {
    const known = await start({ data, supervisor, say: sayWhileUp, signal: stopping.signal, stop });
    signal.throwIfAborted();
    return { info: record.publish(known), dataDir: data.dir, stop };
  } catch (error) {
    await stop();
    throw error;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
