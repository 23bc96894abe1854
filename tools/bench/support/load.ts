import { setTimeout as sleep } from 'node:timers/promises';

export interface LoadResult {
  /** Milliseconds of each call, in order of their end. */
  readonly times: readonly number[];
  /** From the first call to the end of the last. */
  readonly seconds: number;
  readonly perSecond: number;
}

/** Closed loop: `connections` callers, each calling again as soon as it is answered, until `calls` were made. */
export async function closedLoop(
  { connections, calls }: { connections: number; calls: number },
  call: (index: number) => Promise<unknown>,
): Promise<LoadResult> {
  const times: number[] = [];
  let next = 0;
  const begin = performance.now();
  const callers = Array.from({ length: connections }, async () => {
    for (let index = next++; index < calls; index = next++) times.push(await timed(() => call(index)));
  });
  await Promise.all(callers);
  return resultOf(times, begin);
}

/** Open loop: a call every 1/`perSecond` s whether or not earlier ones are answered, as the world outside does it. */
export async function openLoop(
  { perSecond, calls }: { perSecond: number; calls: number },
  call: (index: number) => Promise<unknown>,
): Promise<LoadResult> {
  const times: number[] = [];
  const running: Promise<void>[] = [];
  const begin = performance.now();
  for (let index = 0; index < calls; index++) {
    await sleep(Math.max(0, begin + (index * 1_000) / perSecond - performance.now()));
    running.push(timed(() => call(index)).then((ms) => void times.push(ms)));
  }
  await Promise.all(running);
  return resultOf(times, begin);
}

/** Asks every `everyMs` until it is so. @throws after `limitMs`, naming `what`. */
export async function until(
  what: string,
  isSo: () => Promise<boolean>,
  { limitMs = 600_000, everyMs = 100 }: { limitMs?: number; everyMs?: number } = {},
): Promise<void> {
  for (const end = Date.now() + limitMs; !(await isSo()); await sleep(everyMs)) {
    if (Date.now() > end) throw new Error(`gave up waiting: ${what}`);
  }
}

async function timed(call: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await call();
  return performance.now() - start;
}

function resultOf(times: readonly number[], begin: number): LoadResult {
  const seconds = (performance.now() - begin) / 1_000;
  return { times, seconds, perSecond: times.length / seconds };
}
