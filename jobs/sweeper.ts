import { IDLE_POLL_MS, type Loop, startLoop } from './loop.ts';
import type { Startable, Starter } from './starter.ts';

const BATCH = 256;

export interface SweeperDeps<Subject extends Startable> {
  /** Takes up to `limit` whose workflow is not known to run (db/queries/orders/workflow-starts.ts). */
  readonly take: (limit: number) => Promise<Subject[]>;
  readonly starter: Starter<Subject>;
  readonly onError: (error: unknown) => void;
}

/**
 * Finds orders, or holds, whose workflow never started: the API crashed between commit and start, or Temporal was
 * unavailable.
 */
export function startSweeper<Subject extends Startable>(deps: SweeperDeps<Subject>): Loop {
  const { take, starter, onError } = deps;
  const round = async () => {
    const taken = await take(BATCH);
    starter.start(...taken);
    await starter.drained();
    return taken.length === BATCH;
  };
  return startLoop({ everyMs: IDLE_POLL_MS, round, onError });
}
