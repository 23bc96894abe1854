import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Asks until the status is 401; jest's own time limit ends the wait.
 * @returns how many ms from now the last request was sent that was still accepted: a machine that is slow to answer does not count.
 */
export async function untilRefused(ask: () => Promise<number>): Promise<number> {
  const began = performance.now();
  for (let accepted = 0; ; await sleep(20)) {
    const sent = performance.now() - began;
    if ((await ask()) === 401) return accepted;
    accepted = sent;
  }
}
