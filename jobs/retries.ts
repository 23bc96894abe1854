import type { MikroORM } from '@mikro-orm/postgresql';
import pMap from 'p-map';
import {
  type Due,
  finishRetryRequest,
  nextToRetry,
  type Stalled,
  saveProgress,
  takeRetryRequest,
  takeStalled,
  takeToWake,
} from '../db/queries/notifications/retry-requests.ts';
import type { NotificationGateway } from '../lib/temporal/notification-gateway.ts';
import { type Loop, startLoop } from './loop.ts';

export interface RetriesDeps {
  readonly orm: MikroORM;
  readonly gateway: NotificationGateway;
  readonly onError: (error: unknown) => void;
}

const BATCH = 200;
/** Between two searches for what is stalled. */
const RECOVER_EVERY_MS = 10_000;
/** Calls to Temporal at once. */
const CONCURRENCY = 16;

/**
 * Wakes deliveries (docs/decisions/0165): of what nobody announces; of what is to be tried before its time, since the merchant saved its
 * address, its endpoint works again, or it asked for everything unacknowledged; and of what is due and stalled. Works in batches off the
 * database, so that a crash loses nothing, thousands are no burden, and several merchants take turns.
 */
export function startRetries(deps: RetriesDeps): Loop {
  let recoveredAt = Number.NEGATIVE_INFINITY;
  const round = async () => {
    const isMoreNew = await wakeNew(deps).catch(deps.onError);
    const isMore = await retryBatch(deps).catch(deps.onError);
    if (performance.now() - recoveredAt >= RECOVER_EVERY_MS) {
      recoveredAt = performance.now();
      await recoverStalled(deps);
    }
    return isMoreNew === true || isMore === true;
  };
  return startLoop({ everyMs: RECOVER_EVERY_MS, round, onError: deps.onError });
}

/** True when there may be more. */
async function wakeNew({ orm, gateway, onError }: RetriesDeps): Promise<boolean> {
  const fresh = await takeToWake(orm.em.fork(), BATCH);
  await tryAll(queuesOf(fresh), gateway.wake, onError);
  return fresh.length === BATCH;
}

/** One batch of one request; where it fails, its lease ends by itself. True when there was one. */
async function retryBatch({ orm, gateway, onError }: RetriesDeps): Promise<boolean> {
  const em = orm.em.fork();
  const request = await takeRetryRequest(em);
  if (request === undefined) return false;
  const batch = await nextToRetry(em, request, BATCH);
  await tryAll(queuesOf(batch), gateway.wake, onError);
  const last = batch.at(-1);
  if (last === undefined || batch.length < BATCH) await finishRetryRequest(em, request, batch.length);
  else await saveProgress(em, request, last, batch.length);
  return true;
}

/**
 * Retries a notification that is due, whatever held it up: a wake or an announcement was lost with its process, a move with its worker.
 */
async function recoverStalled({ orm, gateway, onError }: RetriesDeps): Promise<void> {
  const goOn = async (stalled: Stalled) => {
    const { subjectId, isUnannounced } = stalled;
    if (isUnannounced) {
      if (await gateway.isAtWork(subjectId)) return;
      await gateway.catchUp(subjectId);
    }
    await gateway.wakeUnlessAtWork(queueOf(stalled));
  };
  await tryAll(await takeStalled(orm.em.fork(), BATCH), goOn, onError);
}

const queueOf = ({ subjectId, endpointId, merchantKey }: Due) => ({ subjectId, endpointId, merchantKey });

/** Each once. */
function queuesOf(due: readonly Due[]) {
  return [
    ...new Map(due.map((one) => [`${one.subjectId} ${one.endpointId}`, queueOf(one)] as const)).values(),
  ];
}

/** All are tried; what fails is found again as stalled. @throws when most fail: then the fault is not theirs. */
async function tryAll<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
  onError: (error: unknown) => void,
): Promise<void> {
  const errors: unknown[] = [];
  const attempt = (item: Item) => work(item).catch((error: unknown) => void errors.push(error));
  await pMap(items, attempt, { concurrency: CONCURRENCY });
  if (errors.length * 2 > items.length) throw errors[0];
  for (const error of errors) onError(error);
}
