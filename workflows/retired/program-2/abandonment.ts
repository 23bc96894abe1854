import { ApplicationFailure, proxyActivities, setHandler } from '@temporalio/workflow';
import { notificationId } from '../../../domain/ids.ts';
import {
  ABANDON_REFUSED,
  type AbandonActivities,
  type AbandonRequest,
  type AbandonResult,
  abandonUpdate,
} from '../../contract.ts';
import type { NotificationQueue } from './notification-queue.ts';

const MAX_REASON_LENGTH = 500;

/** On the workflow's own task queue, so that giving up works while notification workers are unavailable. */
const { abandonNotification } = proxyActivities<AbandonActivities>({
  startToCloseTimeout: '15 s',
  retry: { initialInterval: '500 ms', backoffCoefficient: 2, maximumInterval: '10 s' },
});

/**
 * Lets operators give up on a notification of this queue (docs/architecture.md, "How data flows"). The database has the last word; then the
 * delivery that waits looks again, finds it abandoned, and the next one's turn has come.
 * @param post a mailbox's; at once where the workflow has none.
 */
export function answerAbandon(
  subjectId: string,
  queue: Pick<NotificationQueue, 'isWaiting' | 'retryNow'>,
  post = async <T>(handle: () => T | Promise<T>): Promise<T> => await handle(),
): void {
  setHandler<AbandonResult, [AbandonRequest], typeof abandonUpdate>(
    abandonUpdate,
    (request) =>
      post(async () => {
        const sequence = sequenceOf(subjectId, request) as number;
        const id = notificationId(subjectId, sequence);
        const status = await abandonNotification(id, request.reason.trim());
        queue.retryNow(sequence);
        return { notificationId: id, status };
      }),
    {
      validator: (request) => {
        const refusal = refusalOf(subjectId, queue, request);
        if (refusal !== undefined) throw ApplicationFailure.nonRetryable(refusal, ABANDON_REFUSED);
      },
    },
  );
}

/** An operator types this by hand: anything may be in it. */
export function refusalOf(
  subjectId: string,
  queue: Pick<NotificationQueue, 'isWaiting'>,
  request: AbandonRequest,
): string | undefined {
  const reason = typeof request?.reason === 'string' ? request.reason.trim() : '';
  if (reason === '' || reason.length > MAX_REASON_LENGTH) {
    return `"reason" must say why, in at most ${MAX_REASON_LENGTH} characters`;
  }
  const sequence = sequenceOf(subjectId, request);
  if (sequence === undefined) return '"sequence" or "notificationId" must name a notification of this order';
  return queue.isWaiting(sequence) ? undefined : `notification ${sequence} is not waiting here`;
}

export function sequenceOf(subjectId: string, request: AbandonRequest): number | undefined {
  const { sequence, notificationId: id } = request;
  if (id === undefined) return Number.isInteger(sequence) ? sequence : undefined;
  const named = Number(/-([0-9]{1,4})$/.exec(id)?.[1]);
  const isOfThisSubject = id === notificationId(subjectId, named);
  return isOfThisSubject && (sequence === undefined || sequence === named) ? named : undefined;
}
