import { setTimeout as sleep } from 'node:timers/promises';
import { until } from './load.ts';
import { usageOf } from './process.ts';

const WINDOW_MS = 1_000;
/** Of one core: what polling costs anyway. */
const IDLE_SHARE = 0.12;

/** Resolves when none of these processes has done much for a second: what came before is over and done with. */
export async function untilIdle(...pids: readonly number[]): Promise<void> {
  const spent = () => pids.map((pid) => usageOf(pid).cpuSeconds);
  const isIdle = async () => {
    const [before] = [spent()];
    await sleep(WINDOW_MS);
    return spent().every((now, index) => (now - before[index]!) * 1_000 <= WINDOW_MS * IDLE_SHARE);
  };
  await until('idle processes', isIdle, { limitMs: 120_000, everyMs: 0 });
}
