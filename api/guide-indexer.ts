import { setTimeout as sleep } from 'node:timers/promises';

const INTERVAL_MS = 3_000;

/**
 * Brings the guide index up to date again and again. Runs in every API process; a lock in the database lets one work at
 * a time. The list is right without it, only slower (docs/decisions/0011).
 * @returns stop, which resolves when the work under way has ended.
 */
export function startGuideIndexer(deps: {
  readonly update: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}): () => Promise<void> {
  const stopping = new AbortController();
  const running = updateUntil(stopping.signal, deps);
  return async () => {
    stopping.abort();
    await running;
  };
}

async function updateUntil(
  stop: AbortSignal,
  { update, onError }: Parameters<typeof startGuideIndexer>[0],
): Promise<void> {
  while (!stop.aborted) {
    await update().catch(onError);
    await sleep(INTERVAL_MS, undefined, { signal: stop }).catch(() => undefined);
  }
}
