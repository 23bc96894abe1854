import { setTimeout as sleep } from 'node:timers/promises';
import { InstallationError } from '../../db/installation.ts';

/** A worker goes on polling when somebody else owns the namespace; at most for so long. */
const EVERY_MS = 10_000;

/**
 * Checks at intervals whether database and Temporal still belong together: a namespace can be taken over, and a database
 * replaced, while a process runs. What does not answer is reported by readiness.
 * @param check throws an InstallationError where they don't. @param onForeign called once with it; then the watch has ended.
 */
export async function watchIdentity(
  check: () => Promise<unknown>,
  stop: AbortSignal,
  onForeign: (error: InstallationError) => void,
  everyMs = EVERY_MS,
): Promise<void> {
  while (!stop.aborted) {
    await sleep(everyMs, undefined, { signal: stop, ref: false }).catch(() => {});
    if (stop.aborted) return;
    try {
      await check();
    } catch (error) {
      if (!(error instanceof InstallationError)) continue;
      onForeign(error);
      return;
    }
  }
}
