import type { Worker } from '@temporalio/worker';
import type { Probe } from '../lib/operations/probe.ts';

export interface ReadinessDeps {
  /** Aborted when the process stops: readiness ends before anything else does. */
  readonly stop: AbortSignal;
  readonly workers: readonly Worker[];
  /** By the name of the part that they check. */
  readonly probes: ReadonlyMap<string, Probe>;
}

/** What a worker misses, one line for each part; empty when it is ready: every role polls, every part answers. */
export async function missingOf({ stop, workers, probes }: ReadinessDeps): Promise<string[]> {
  if (stop.aborted) return ['worker: stopping'];
  const isPolling = workers.length > 0 && workers.every((worker) => worker.getState() === 'RUNNING');
  const asked = await Promise.all(
    [...probes].map(async ([part, probe]) => {
      const why = await probe();
      return why === undefined ? [] : [`${part}: ${why}`];
    }),
  );
  return [...(isPolling ? [] : ['worker: starting']), ...asked.flat()];
}
