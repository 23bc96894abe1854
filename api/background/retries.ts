import type { MikroORM } from '@mikro-orm/postgresql';
import pMap from 'p-map';
import {
  finishRetryRequest,
  nextToRetry,
  type Retriable,
  type RetryRequest,
  type Stalled,
  saveProgress,
  takeRetryRequest,
  takeStalled,
  waitingSequences,
} from '../../db/queries/retry-requests.ts';
import type { NotificationGateway } from '../../temporal/notification-gateway.ts';
import { redeliveryWorkflowId } from '../../workflows/contract.ts';
import { type Loop, startLoop } from './loop.ts';

export interface RetriesDeps {
  readonly orm: MikroORM;
  readonly gateway: NotificationGateway;
  readonly onError: (error: unknown) => void;
}

const INTERVAL_MS = 1_000;
const BATCH = 200;
/** Between two looks for what is stalled. */
const RECOVER_EVERY_MS = 10_000;
/** Calls to Temporal at once. */
const CONCURRENCY = 16;

/**
 * Has waiting notifications tried before their time: the merchant saved its address, its endpoint works again, or it
 * asked for everything unacknowledged. Works in batches off a table, so that a crash loses nothing, thousands are no
 * burden, and several merchants take turns.
 */
export function startRetries(deps: RetriesDeps): Loop {
  let recoveredAt = Number.NEGATIVE_INFINITY;
  const round = async () => {
    const isMore = await retryBatch(deps).catch(deps.onError);
    if (performance.now() - recoveredAt > RECOVER_EVERY_MS) {
      recoveredAt = performance.now();
      await recoverStalled(deps);
    }
    return isMore;
  };
  return startLoop({ everyMs: INTERVAL_MS, round, onError: deps.onError });
}

/**
 * Whatever held up a notification that is due (a worker that died again and again, a move that was lost with its
 * worker, a row that was locked), it goes on. Deliveries that are only queued are left alone.
 */
async function recoverStalled({ orm, gateway, onError }: RetriesDeps): Promise<void> {
  const stalled = await takeStalled(orm.em.fork(), BATCH);
  await tryAll(
    stalled.map((one) => () => retryStalled(orm, gateway, one)),
    onError,
  );
}

async function retryStalled(orm: MikroORM, gateway: NotificationGateway, stalled: Stalled): Promise<void> {
  const { subjectId, merchantKey, sequence, isResent, isOfOrder } = stalled;
  const workflowId = isResent ? redeliveryWorkflowId(subjectId) : subjectId;
  const delivery = await gateway.deliveryOf(workflowId);
  if (delivery === 'queued or running') return;
  if (delivery === 'waiting') await gateway.resetBackoff(workflowId);
  else if (delivery === 'none' && !isResent)
    await (isOfOrder ? gateway.catchUp(subjectId) : gateway.retryNow(subjectId));
  else {
    const sequences = isResent ? [sequence] : await waitingSequences(orm.em.fork(), subjectId);
    await gateway.resend({ subjectId, merchantKey, sequences, requestedAt: new Date() });
  }
}

/** One batch of one request; where it fails, its lease ends by itself. True when there was one. */
async function retryBatch({ orm, gateway, onError }: RetriesDeps): Promise<boolean> {
  const em = orm.em.fork();
  const request = await takeRetryRequest(em);
  if (request === undefined) return false;
  const batch = await nextToRetry(em, request, BATCH);
  await tryAll(tasksOf(orm, gateway, request, batch), onError);
  const last = batch.at(-1);
  if (last === undefined || batch.length < BATCH) await finishRetryRequest(em, request);
  else await saveProgress(em, request, last);
  return true;
}

/** One call to Temporal for each order or settlement, and way of sending. */
function tasksOf(
  orm: MikroORM,
  gateway: NotificationGateway,
  { merchantKey, requestedAt }: RetryRequest,
  batch: readonly Retriable[],
): (() => Promise<void>)[] {
  const at = new Date(requestedAt);
  const resend = (subjectId: string, sequences: readonly number[]) =>
    gateway.resend({ subjectId, merchantKey, sequences, requestedAt: at });
  const [waiting, resolved] = [batch.filter(isQueued), batch.filter((one) => !isQueued(one))];
  // What is queued or under way is left alone: its worker sees that it is to be retried, should it fail.
  const first = [...Map.groupBy(waiting, ({ subjectId }) => subjectId).values()].map(([one]) => one!);
  const backingOff = first.filter(({ attempt }) => attempt !== 'due');
  const retries = backingOff.map(({ subjectId, attempt }) => async () => {
    const isRunning = await (attempt === 'planned'
      ? gateway.resetBackoff(subjectId)
      : gateway.retryNow(subjectId));
    // It waits, and nobody has it: its order's workflow was terminated, say.
    if (!isRunning) await resend(subjectId, await waitingSequences(orm.em.fork(), subjectId));
  });
  const resends = [...Map.groupBy(resolved, ({ subjectId }) => subjectId)].map(
    ([subjectId, group]) =>
      () =>
        resend(
          subjectId,
          group.map(({ sequence }) => sequence),
        ),
  );
  return [...retries, ...resends];
}

/** The workflow of its order or settlement has it. */
function isQueued({ status, isResent }: Retriable): boolean {
  return status === 'pending' && !isResent;
}

/** All are tried; what fails is found again as stalled. @throws when most fail: then the fault is not theirs. */
async function tryAll(
  tasks: readonly (() => Promise<void>)[],
  onError: (error: unknown) => void,
): Promise<void> {
  const errors: unknown[] = [];
  await pMap(tasks, (task) => task().catch((error: unknown) => void errors.push(error)), {
    concurrency: CONCURRENCY,
  });
  if (errors.length * 2 > tasks.length) throw errors[0];
  for (const error of errors) onError(error);
}
