import type { FailingWorkflows } from '../lib/operations/failing-workflows.ts';
import { type Loop, startLoop } from './loop.ts';

/** Between two rounds. */
const EVERY_MS = 5_000;

/** Judges all open orders again and again, so that how many are stuck is known when Prometheus asks; killed, it leaves nothing behind. */
export function startWatchingOrders(workflows: FailingWorkflows, onError: (error: unknown) => void): Loop {
  return startLoop({ everyMs: EVERY_MS, round: (stopping) => workflows.check(stopping), onError });
}
