import { setTimeout as sleep } from 'node:timers/promises';
import { NativeConnection } from '@temporalio/worker';
import type { Config } from '../lib/config.ts';

const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 5_000;

/**
 * A worker's connection. The SDK gives up at once where the server is down; a worker that starts before its server
 * waits for it instead.
 * @throws the signal's reason when it aborts.
 */
export async function connectWorker(
  options: Config['temporal']['connection'],
  stop: AbortSignal,
  onWait: (error: unknown) => void,
): Promise<NativeConnection> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, MAX_WAIT_MS)) {
    stop.throwIfAborted();
    try {
      return await NativeConnection.connect(options);
    } catch (error) {
      onWait(error);
      await sleep(wait, undefined, { signal: stop });
    }
  }
}
