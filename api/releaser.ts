import { setTimeout as sleep } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import {
  finishRelease,
  nextReleased,
  type Release,
  type Released,
  type Stalled,
  saveProgress,
  takeRelease,
  takeStalled,
  waitingSequences,
} from '../db/queries/releases.ts';
import { redeliveryWorkflowId } from '../workflows/contract.ts';
import type { NotificationGateway } from './notification-gateway.ts';

export interface ReleaserDeps {
  readonly orm: MikroORM;
  readonly gateway: NotificationGateway;
  readonly onError: (error: unknown) => void;
}

export interface Releaser {
  /** There is something to do: does not wait for the next look. */
  nudge(): void;
  /** Resolves when the batch under way has ended. */
  stop(): Promise<void>;
}

const INTERVAL_MS = 1_000;
const BATCH = 200;
/** Between two looks for what is stalled. */
const LOOK_AFTER_MS = 10_000;
/** Calls to Temporal at once. */
const CONCURRENCY = 16;

/**
 * Has waiting notifications tried before their time: the merchant saved its address, its endpoint works again, or it
 * asked for everything unacknowledged. Runs in every API process and works in batches off a table, so that a crash
 * loses nothing, thousands are no burden, and several merchants take turns.
 */
export function startReleaser(deps: ReleaserDeps): Releaser {
  const stopping = new AbortController();
  let pause = new AbortController();
  let isNudged = false;
  let lookedAfterAt = Number.NEGATIVE_INFINITY;
  const running = (async () => {
    while (!stopping.signal.aborted) {
      isNudged = false;
      const isBusy = await releaseBatch(deps);
      if (performance.now() - lookedAfterAt > LOOK_AFTER_MS) {
        lookedAfterAt = performance.now();
        await recoverStalled(deps);
      }
      if (isBusy || isNudged) continue;
      pause = new AbortController();
      const signal = AbortSignal.any([pause.signal, stopping.signal]);
      await sleep(INTERVAL_MS, undefined, { signal }).catch(() => undefined);
    }
  })();
  return {
    nudge: () => {
      isNudged = true;
      pause.abort();
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

/**
 * Whatever held up a notification that is due (a worker that died again and again, a move that was lost with its
 * worker, a row that was locked), it goes on. Deliveries that are only queued are left alone.
 */
async function recoverStalled({ orm, gateway, onError }: ReleaserDeps): Promise<void> {
  try {
    const stalled = await takeStalled(orm.em.fork(), BATCH);
    const tasks = stalled.map((one) => () => retryStalled(orm, gateway, one));
    await inParallel(tasks, onError);
  } catch (error) {
    onError(error);
  }
}

async function retryStalled(orm: MikroORM, gateway: NotificationGateway, stalled: Stalled): Promise<void> {
  const { subjectId, merchantKey, sequence, isResent, isOfOrder } = stalled;
  const workflowId = isResent ? redeliveryWorkflowId(subjectId) : subjectId;
  const delivery = await gateway.deliveryOf(workflowId);
  if (delivery === 'queued or running') return;
  if (delivery === 'waiting') await gateway.release(workflowId);
  else if (delivery === 'none' && !isResent)
    await (isOfOrder ? gateway.catchUp(subjectId) : gateway.wake(subjectId));
  else {
    const sequences = isResent ? [sequence] : await waitingSequences(orm.em.fork(), subjectId);
    await gateway.resend({ subjectId, merchantKey, sequences, requestedAt: new Date() });
  }
}

/** One batch of one release. False when there was none, or it failed: its lease then ends by itself. */
async function releaseBatch({ orm, gateway, onError }: ReleaserDeps): Promise<boolean> {
  try {
    const em = orm.em.fork();
    const release = await takeRelease(em);
    if (release === undefined) return false;
    const batch = await nextReleased(em, release, BATCH);
    await inParallel(tasksOf(orm, gateway, release, batch), onError);
    const last = batch.at(-1);
    if (last === undefined || batch.length < BATCH) await finishRelease(em, release);
    else await saveProgress(em, release, last);
    return true;
  } catch (error) {
    onError(error);
    return false;
  }
}

/** One call to Temporal for each order or settlement, and way of sending. */
function tasksOf(
  orm: MikroORM,
  gateway: NotificationGateway,
  { merchantKey, requestedAt }: Release,
  batch: readonly Released[],
): (() => Promise<void>)[] {
  const at = new Date(requestedAt);
  const resend = (subjectId: string, sequences: readonly number[]) =>
    gateway.resend({ subjectId, merchantKey, sequences, requestedAt: at });
  const [waiting, settled] = [batch.filter(isInLine), batch.filter((one) => !isInLine(one))];
  // What is queued or under way is left alone: its worker sees that it was released, should it fail.
  const first = [...Map.groupBy(waiting, ({ subjectId }) => subjectId).values()].map(([one]) => one!);
  const asleep = first.filter(({ attempt }) => attempt !== 'due');
  const wakes = asleep.map(({ subjectId, attempt }) => async () => {
    const isRunning = await (attempt === 'planned' ? gateway.release(subjectId) : gateway.wake(subjectId));
    // It waits, and nobody has it: its order's workflow was terminated, say.
    if (!isRunning) await resend(subjectId, await waitingSequences(orm.em.fork(), subjectId));
  });
  const resends = [...Map.groupBy(settled, ({ subjectId }) => subjectId)].map(
    ([subjectId, group]) =>
      () =>
        resend(
          subjectId,
          group.map(({ sequence }) => sequence),
        ),
  );
  return [...wakes, ...resends];
}

/** The workflow of its order or settlement has it. */
function isInLine({ status, isResent }: Released): boolean {
  return status === 'pending' && !isResent;
}

/** All are tried; what fails is found again as stalled. @throws when most fail: then the fault is not theirs. */
async function inParallel(tasks: (() => Promise<void>)[], onError: (error: unknown) => void): Promise<void> {
  const count = tasks.length;
  const errors: unknown[] = [];
  const lane = async () => {
    for (let task = tasks.shift(); task !== undefined; task = tasks.shift())
      await task().catch((error: unknown) => errors.push(error));
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, lane));
  if (errors.length * 2 > count) throw errors[0];
  for (const error of errors) onError(error);
}
