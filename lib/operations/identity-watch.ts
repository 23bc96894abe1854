import { setTimeout as sleep } from 'node:timers/promises';
import { InstallationError } from '../../db/installation.ts';

/** A worker polls by itself, whoever owns the namespace meanwhile: so long it goes on at most. */
const EVERY_MS = 10_000;

/**
 * Looks again and again whether database and Temporal still belong together: a namespace can be taken over, and a database
 * replaced, below a process that runs. What does not answer is left to readiness.
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
