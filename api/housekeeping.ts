import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';

const INTERVAL_MS = 300_000;
/** Small enough that no request waits for it. */
const BATCH = 5_000;

/** What is no longer needed: table and condition. */
const EXPIRED = [
  ['idempotency_key', "created_at < now() - interval '24 hours'"],
  ['request_nonce', 'expires_at < now()'],
] as const;

/**
 * Deletes idempotency keys of more than 24 h and nonces that are too old to be replayed. Runs in every API process; rows that another
 * one deletes are skipped.
 * @returns stop, which resolves when the round under way has ended.
 */
export function startHousekeeping(deps: {
  fork: () => EntityManager;
  onError: (error: unknown) => void;
}): () => Promise<void> {
  const stopping = new AbortController();
  const running = keepHouse(deps, stopping.signal);
  return async () => {
    stopping.abort();
    await running;
  };
}

async function keepHouse(
  { fork, onError }: Parameters<typeof startHousekeeping>[0],
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    await removeExpired(fork(), stop).catch(onError);
    await sleep(INTERVAL_MS, undefined, { signal: stop }).catch(() => undefined);
  }
}

/** Removes all that has expired by now. @returns how many rows. */
export async function removeExpired(em: EntityManager, stop?: AbortSignal): Promise<number> {
  let total = 0;
  for (const [table, condition] of EXPIRED) {
    const expired = `select ctid from ${table} where ${condition} limit ${BATCH} for update skip locked`;
    for (let removed = BATCH; removed === BATCH && !stop?.aborted; ) {
      const rows = await em.execute<unknown[]>(
        `delete from ${table} where ctid = any(array(${expired})) returning 1`,
      );
      removed = rows.length;
      total += removed;
    }
  }
  return total;
}
