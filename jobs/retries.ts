/**
 * Has deliveries tried before their time (docs/decisions/0165): all that waits for an endpoint, since its address was saved or it works
 * again, and what a merchant asked to be sent again. In batches: a crash loses nothing, thousands are no burden, and several merchants
 * take turns. Where a receiver asked for no requests, its endpoint's wait until then (docs/decisions/0058).
 */
import type { MikroORM } from '@mikro-orm/postgresql';
import { noteTaken, openRecovery, recoverySql } from '../db/queries/notifications/recoveries.ts';
import {
  endpointToRetry,
  FIRST_WAITING,
  nextToRetry,
  type Retry,
  type RetryProgress,
} from '../db/queries/notifications/retries.ts';
import { finishJob, type Job, leaveJob } from '../db/queries/platform/jobs.ts';
import type { NotificationGateway } from '../lib/temporal/notification-gateway.ts';
import type { JobKind } from './runner.ts';
import { queuesOf, tryAll } from './waking.ts';

interface RetryDeps {
  readonly orm: MikroORM;
  readonly gateway: Pick<NotificationGateway, 'wake'>;
  readonly onError: (error: unknown) => void;
}

const BATCH = 200;
/** One at a time: whoever was taken goes behind the others. Longer than a batch takes while Temporal answers. */
const KIND = { atOnce: 1, leaseSeconds: 20, retryMs: () => 5_000 } as const;

/** A job for each endpoint. */
export function endpointRetryJobs(deps: RetryDeps): JobKind {
  return {
    ...KIND,
    run: async (job) => {
      const endpoint = await endpointToRetry(deps.orm.em.fork(), job.subject);
      if (endpoint === undefined) return undefined;
      const { merchantKey, heldMs } = endpoint;
      if (heldMs > 0) return { againInMs: heldMs };
      const retry = { merchantKey, endpointId: job.subject, which: FIRST_WAITING, requestedAt: job.addedAt };
      const { progress } = await retryBatch(deps, job, retry);
      return progress && { againInMs: 0, payload: progress };
    },
  };
}

/** A job for each recovery. */
export function recoveryJobs(deps: RetryDeps): JobKind {
  return {
    ...KIND,
    run: async (job) => {
      const recovery = await openRecovery(deps.orm.em.fork(), job.subject);
      if (recovery === undefined) return undefined;
      if (recovery.heldMs > 0) return { againInMs: recovery.heldMs };
      const retry = { ...recovery, which: recoverySql(recovery.filter) };
      const { count, progress } = await retryBatch(deps, job, retry);
      await deps.orm.em.fork().transactional(async (em) => {
        await noteTaken(em, recovery, count, progress === undefined);
        if (progress === undefined) await finishJob(em, job);
        else await leaveJob(em, job, { inMs: 0, error: null, payload: progress });
      });
      return 'finished';
    },
  };
}

/** @returns how far it is; undefined where there is no more. */
async function retryBatch(
  { orm, gateway, onError }: RetryDeps,
  { payload }: Job,
  retry: Retry,
): Promise<{ count: number; progress: RetryProgress | undefined }> {
  const batch = await nextToRetry(orm.em.fork(), retry, payload as RetryProgress | null, BATCH);
  const waiting = batch.filter((one) => !one.isBeingTried);
  await tryAll(queuesOf(waiting), gateway.wake, onError);
  const last = batch.at(-1);
  const count = batch.length;
  if (last === undefined || count < BATCH) return { count, progress: undefined };
  return { count, progress: { requestedAt: retry.requestedAt, until: last.createdAt, untilId: last.id } };
}
