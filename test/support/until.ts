import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves with the first value that is neither undefined nor false; jest's own time limit ends the wait. */
export async function until<T>(look: () => T | Promise<T>): Promise<NonNullable<T>> {
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== null && found !== false) return found as NonNullable<T>;
    await sleep(20);
  }
}
