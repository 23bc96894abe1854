import type { MikroORM } from '@mikro-orm/postgresql';
import { type Stalled, takeStalled, takeToWake } from '../db/queries/notifications/unattended.ts';
import type { NotificationGateway } from '../lib/temporal/notification-gateway.ts';
import { type Loop, startLoop } from './loop.ts';
import { queueOf, queuesOf, tryAll } from './waking.ts';

interface UnattendedDeps {
  readonly orm: MikroORM;
  readonly gateway: NotificationGateway;
  readonly onError: (error: unknown) => void;
}

const BATCH = 200;
/** Between two searches for what is stalled. */
const RECOVER_EVERY_MS = 10_000;

/**
 * Wakes deliveries (docs/decisions/0165) of what nobody announces, and of what is due and stalled. It reads them in batches off the database, so that a
 * crash loses nothing.
 */
export function startUnattended(deps: UnattendedDeps): Loop {
  let recoveredAt = Number.NEGATIVE_INFINITY;
  const round = async () => {
    const isMore = await wakeNew(deps).catch(deps.onError);
    if (performance.now() - recoveredAt >= RECOVER_EVERY_MS) {
      recoveredAt = performance.now();
      await recoverStalled(deps);
    }
    return isMore;
  };
  return startLoop({ everyMs: RECOVER_EVERY_MS, round, onError: deps.onError });
}

/** True when there may be more. */
async function wakeNew({ orm, gateway, onError }: UnattendedDeps): Promise<boolean> {
  const fresh = await takeToWake(orm.em.fork(), BATCH);
  await tryAll(queuesOf(fresh), gateway.wake, onError);
  return fresh.length === BATCH;
}

/**
 * Retries a notification that is due, whatever held it up: a wake or an announcement was lost with its process, a move with its worker.
 * What a delivery is at work for is not held up, if it only waits in line for a worker: while these are behind, nobody adds to their work.
 */
async function recoverStalled({ orm, gateway, onError }: UnattendedDeps): Promise<void> {
  const goOn = async (stalled: Stalled) => {
    const { subjectId, isUnannounced } = stalled;
    const queue = queueOf(stalled);
    if (await gateway.isDelivering(queue)) return;
    if (isUnannounced) {
      if (await gateway.isAtWork(subjectId)) return;
      await gateway.catchUp(subjectId);
    }
    await gateway.wake(queue);
  };
  await tryAll(await takeStalled(orm.em.fork(), BATCH), goOn, onError);
}
