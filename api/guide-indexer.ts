import { setTimeout as sleep } from 'node:timers/promises';
import type { SetAside } from '../db/queries/guide-index.ts';

const INTERVAL_MS = 3_000;
const FIRST_BREAK_MS = 60_000;
const LONGEST_BREAK_MS = 3_600_000;

/**
 * Brings the guide index up to date again and again. Runs in every API process; a lock in the database lets one work at
 * a time. The list is right without it, only slower (docs/decisions/0011).
 * @returns stop, which resolves when the work under way has ended.
 */
export function startGuideIndexer(deps: {
  readonly update: (setAside: SetAside) => Promise<void>;
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
  const setAside = createSetAside({ now: Date.now, onError });
  while (!stop.aborted) {
    await update(setAside).catch(onError);
    await sleep(INTERVAL_MS, undefined, { signal: stop }).catch(() => undefined);
  }
}

/**
 * Guides that can't be indexed, each left out for a minute, then two, at most an hour. Kept in memory: a process that
 * starts anew tries them once more.
 * @param onError is told of each guide that is set aside, every time.
 */
export function createSetAside({
  now,
  onError,
}: {
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}): SetAside {
  const breaks = new Map<string, { readonly until: number; readonly length: number }>();
  return {
    current: () => [...breaks].filter(([, { until }]) => now() < until).map(([id]) => id),
    add(id, failure) {
      const last = breaks.get(id)?.length ?? FIRST_BREAK_MS / 2;
      const length = Math.min(LONGEST_BREAK_MS, last * 2);
      breaks.set(id, { until: now() + length, length });
      onError(
        new Error(`guide ${id} is left out of the guide index for ${length / 1_000} s`, { cause: failure }),
      );
    },
    remove: (ids) => {
      for (const id of ids) breaks.delete(id);
    },
  };
}
