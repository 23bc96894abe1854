import type { MikroORM } from '@mikro-orm/postgresql';
import { takeUnstarted } from '../../db/queries/workflow-starts.ts';
import { type Loop, startLoop } from './loop.ts';
import type { Starter } from './starter.ts';

const INTERVAL_MS = 2_000;
const BATCH = 256;

/**
 * Looks for orders whose workflow never started: the API crashed between commit and start, or Temporal was unavailable.
 */
export function startSweeper(deps: {
  readonly orm: MikroORM;
  readonly starter: Starter;
  readonly onError: (error: unknown) => void;
}): Loop {
  const { orm, starter, onError } = deps;
  const round = async () => {
    const orders = await takeUnstarted(orm.em.fork(), BATCH);
    starter.start(...orders);
    await starter.drained();
    return orders.length === BATCH;
  };
  return startLoop({ everyMs: INTERVAL_MS, round, onError });
}
