import type { MikroORM } from '@mikro-orm/postgresql';
import pMap from 'p-map';
import {
  finishRetryRequest,
  nextToRetry,
  type Overdue,
  type Retriable,
  type RetryRequest,
  saveProgress,
  takeHandedOver,
  takeRetryRequest,
  takeStalled,
  waitingIds,
} from '../db/queries/notifications/retry-requests.ts';
import type { NotificationGateway } from '../lib/temporal/notification-gateway.ts';
import { type Loop, startLoop } from './loop.ts';

export interface RetriesDeps {
  readonly orm: MikroORM;
  readonly gateway: NotificationGateway;
  readonly now: () => Date;
  readonly onError: (error: unknown) => void;
}

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
    const isMoreNew = await sendHandedOver(deps).catch(deps.onError);
    const isMore = await retryBatch(deps).catch(deps.onError);
    if (performance.now() - recoveredAt >= RECOVER_EVERY_MS) {
      recoveredAt = performance.now();
      await recoverStalled(deps);
    }
    return isMoreNew === true || isMore === true;
  };
  return startLoop({ everyMs: RECOVER_EVERY_MS, round, onError: deps.onError });
}

/**
 * What was written for a redelivery is sent by one. A process that dies in between leaves it to the look for what is
 * stalled. True when there may be more.
 */
async function sendHandedOver({ orm, gateway, onError }: RetriesDeps): Promise<boolean> {
  const fresh = await takeHandedOver(orm.em.fork(), BATCH);
  await tryAll(
    fresh.map((one) => async () => {
      await gateway.resend({ ...one, notificationIds: [one.id], requestedAt: new Date(one.resentAt ?? 0) });
    }),
    onError,
  );
  return fresh.length === BATCH;
}

/**
 * Whatever held up a notification that is due (a worker that died again and again, a move that was lost with its
 * worker, a row that was locked), it goes on. Deliveries that are only queued are left alone.
 */
async function recoverStalled(deps: RetriesDeps): Promise<void> {
  const stalled = await takeStalled(deps.orm.em.fork(), BATCH);
  await tryAll(
    stalled.map((one) => () => goOn(deps, one)),
    deps.onError,
  );
}

/** With one that is overdue: only Temporal can tell whether anybody has it. */
async function goOn({ orm, gateway, now }: RetriesDeps, overdue: Overdue): Promise<void> {
  const { subjectId, endpointId, merchantKey, isResent, resentAt, hasWorkflow } = overdue;
  const delivery = await gateway.deliveryOf(overdue);
  if (delivery === 'queued or running') return;
  if (delivery === 'waiting') await gateway.retryNow(overdue, overdue.isAlone ? 'waits alone' : 'unknown');
  else if (delivery === 'ended' || isResent || !hasWorkflow || !(await gateway.catchUp(subjectId))) {
    const notificationIds = await waitingIds(orm.em.fork(), subjectId, endpointId);
    // The same for every look, so that none opens again what was acknowledged meanwhile.
    const requestedAt = resentAt === null ? now() : new Date(resentAt);
    await gateway.resend({ subjectId, endpointId, merchantKey, notificationIds, requestedAt });
  }
}

/** One batch of one request; where it fails, its lease ends by itself. True when there was one. */
async function retryBatch(deps: RetriesDeps): Promise<boolean> {
  const { orm, onError } = deps;
  const em = orm.em.fork();
  const request = await takeRetryRequest(em);
  if (request === undefined) return false;
  const batch = await nextToRetry(em, request, BATCH);
  await tryAll(tasksOf(deps, request, batch), onError);
  const last = batch.at(-1);
  if (last === undefined || batch.length < BATCH) await finishRetryRequest(em, request, batch.length);
  else await saveProgress(em, request, last, batch.length);
  return true;
}

/** One call to Temporal for each subject and endpoint, and way of sending. */
function tasksOf(
  deps: RetriesDeps,
  { merchantKey, requestedAt }: RetryRequest,
  batch: readonly Retriable[],
): (() => Promise<void>)[] {
  const { orm, gateway } = deps;
  const at = new Date(requestedAt);
  const resend = (
    { subjectId, endpointId }: Retriable,
    notificationIds: readonly string[],
    reopenedIds: readonly string[] = [],
  ) => gateway.resend({ subjectId, endpointId, merchantKey, notificationIds, reopenedIds, requestedAt: at });
  const [waiting, resolved] = [batch.filter(isQueued), batch.filter((one) => !isQueued(one))];
  // What is queued or under way is left alone: its worker sees that it is to be retried, should it fail.
  const backingOff = groups(waiting).filter(([{ attempt }]) => attempt !== 'due');
  const retries = backingOff.map(([first]) => async () => {
    if (first.attempt === 'overdue') return await goOn(deps, { ...first, merchantKey });
    const isRunning = await gateway.retryNow(first, first.isAlone ? 'waits alone' : 'unknown');
    // It waits, and nobody has it: its order's workflow was terminated, say.
    if (!isRunning) await resend(first, await waitingIds(orm.em.fork(), first.subjectId, first.endpointId));
  });
  const resends = groups(resolved).map((group) => async () => {
    const reopened = group.filter(({ isReopened }) => isReopened);
    await resend(group[0], idsOf(group), idsOf(reopened));
  });
  return [...retries, ...resends];
}

/** By subject and endpoint, each in the order of the batch. */
function groups<One extends { subjectId: string; endpointId: string }>(
  batch: readonly One[],
): [One, ...One[]][] {
  const grouped = Map.groupBy(batch, ({ subjectId, endpointId }) => `${subjectId} ${endpointId}`);
  return [...grouped.values()] as [One, ...One[]][];
}

const idsOf = (group: readonly Retriable[]) => group.map(({ id }) => id);

/** The workflow of its subject has it. */
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
