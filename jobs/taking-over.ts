import type { MikroORM } from '@mikro-orm/postgresql';
import type { Client } from '@temporalio/client';
import pMap from 'p-map';
import { byDeadline } from '../db/queries/operators/nearest-deadlines.ts';
import { readRamp } from '../db/queries/platform/ramp.ts';
import { failedOrders, runsToTakeOver, type WorkflowRole } from '../lib/temporal/programs.ts';
import { createTakeOver } from '../services/reconcile/take-over.ts';
import { PROGRAM } from '../workflows/contract.ts';
import { type Loop, startLoop } from './loop.ts';

export interface TakingOverDeps {
  readonly orm: MikroORM;
  readonly client: Client;
  readonly now: () => Date;
  /** The roles whose workers run in this process, which then carry on what is taken over. Without any, nothing is taken over. */
  readonly roles: readonly WorkflowRole[];
  readonly onTaken: (count: number) => void;
  readonly onError: (error: unknown) => void;
}

/** A release before that still takes orders begins others meanwhile. */
const EVERY_MS = 10_000;
/** Listed at once; with more than that the nearest deadlines of these come first. */
const MOST = 20_000;
/** Each holds a connection to the database. */
const AT_ONCE = { concurrency: 4 };

/**
 * Takes over what runs by an older program or by a withdrawn release (domain/ramp.ts), nearest deadlines first. It runs in the workers: where there is one, there is somebody
 * to go on. Several may do so at once; if it is killed, the next round lists the rest again.
 */
export function startTakingOver(deps: TakingOverDeps): Loop {
  const { orm, onTaken, onError } = deps;
  const takeOver = createTakeOver(deps);
  const round = async (stopping: AbortSignal) => {
    const found = await byDeadline(orm.em.fork(), await listed(deps));
    let taken = 0;
    await pMap(
      found,
      async (id) => {
        if (!stopping.aborted && (await takeOver(id).catch(onError))) taken += 1;
      },
      AT_ONCE,
    );
    if (taken > 0) onTaken(taken);
    return taken > 0;
  };
  return startLoop({ everyMs: EVERY_MS, round, onError });
}

async function listed({ orm, client, roles }: TakingOverDeps): Promise<string[]> {
  const ramp = await readRamp(orm.em.fork());
  const running = runsToTakeOver(roles, ramp);
  const isWithdrawn = ramp?.percent === 0 && ramp.program !== PROGRAM && roles.includes('orders');
  const queries = [...(running === undefined ? [] : [running]), ...(isWithdrawn ? [failedOrders(ramp)] : [])];
  const ids: string[] = [];
  for (const query of queries)
    for await (const { workflowId } of client.workflow.list({ query })) {
      ids.push(workflowId);
      if (ids.length === MOST) return ids;
    }
  return ids;
}
