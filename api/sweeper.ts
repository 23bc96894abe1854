import { setTimeout as sleep } from 'node:timers/promises';
import type { LaunchableOrder } from './temporal.ts';

export interface SweeperDeps {
  /** Takes orders that were accepted and never launched, at most `limit`. */
  readonly take: (limit: number) => Promise<readonly LaunchableOrder[]>;
  readonly launch: (...orders: readonly LaunchableOrder[]) => void;
  /** Resolves when what was handed to `launch` has been worked off. */
  readonly launched: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}

const INTERVAL_MS = 2_000;
const BATCH = 256;

/**
 * Looks again and again for orders whose workflow never started: the API crashed between commit and start, or
 * Temporal was away. Runs in every API process; leases in the database keep them apart.
 * @returns stop, which resolves when the sweep under way has ended.
 */
export function startSweeper(deps: SweeperDeps): () => Promise<void> {
  const stopping = new AbortController();
  const running = sweepUntil(stopping.signal, deps);
  return async () => {
    stopping.abort();
    await running;
  };
}

async function sweepUntil(stop: AbortSignal, deps: SweeperDeps): Promise<void> {
  while (!stop.aborted) {
    const taken = await sweep(deps);
    if (taken < BATCH) await sleep(INTERVAL_MS, undefined, { signal: stop }).catch(() => undefined);
  }
}

async function sweep({ take, launch, launched, onError }: SweeperDeps): Promise<number> {
  try {
    const orders = await take(BATCH);
    launch(...orders);
    await launched();
    return orders.length;
  } catch (error) {
    onError(error);
    return 0;
  }
}
