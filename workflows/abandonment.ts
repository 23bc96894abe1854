import { ApplicationFailure, proxyActivities, setHandler } from '@temporalio/workflow';
import {
  ABANDON_REFUSED,
  type AbandonActivities,
  type AbandonRequest,
  type AbandonResult,
  abandonUpdate,
} from './contract.ts';

const MAX_REASON_LENGTH = 500;

/** On the workflow's own task queue, so that giving up works while notification workers are unavailable. */
const { abandonNotification } = proxyActivities<AbandonActivities>({
  startToCloseTimeout: '15 s',
  retry: { initialInterval: '500 ms', backoffCoefficient: 2, maximumInterval: '10 s' },
});

/** What has notifications that wait. */
export interface Waiting {
  /** Ids of those that wait and whose event has this number. */
  waitingOf(sequence: number): readonly string[];
  isWaiting(notificationId: string): boolean;
  /** Has the delivery of this one look again, if it is due. */
  retryOne(notificationId: string): void;
}

/**
 * Lets operators give up on a notification (docs/architecture.md, "How data flows"). The database has the last word; then the
 * delivery that waits looks again, finds it abandoned, and the next one's turn has come.
 * @param post a mailbox's; at once where the workflow has none.
 */
export function answerAbandon(
  waiting: Waiting,
  post = async <T>(handle: () => T | Promise<T>): Promise<T> => await handle(),
): void {
  setHandler<AbandonResult, [AbandonRequest], typeof abandonUpdate>(
    abandonUpdate,
    (request) =>
      post(async () => {
        // What the validator found may have been resolved since; the database tells.
        const notificationId = idOf(waiting, request) ?? '';
        const status = await abandonNotification(notificationId, request.reason.trim());
        waiting.retryOne(notificationId);
        return { notificationId, status };
      }),
    {
      validator: (request) => {
        const refusal = refusalOf(waiting, request);
        if (refusal !== undefined) throw ApplicationFailure.nonRetryable(refusal, ABANDON_REFUSED);
      },
    },
  );
}

/** An operator types this by hand: anything may be in it. */
function refusalOf(waiting: Waiting, request: AbandonRequest): string | undefined {
  const reason = typeof request?.reason === 'string' ? request.reason.trim() : '';
  if (reason === '' || reason.length > MAX_REASON_LENGTH) {
    return `"reason" must say why, in at most ${MAX_REASON_LENGTH} characters`;
  }
  const { sequence, notificationId: id } = request;
  if (typeof id === 'string')
    return waiting.isWaiting(id) ? undefined : `notification ${id} is not waiting here`;
  if (typeof sequence !== 'number')
    return '"notificationId" or "sequence" must name a notification that waits here';
  const ids = waiting.waitingOf(sequence);
  if (ids.length > 1) return `"notificationId" must say which of ${ids.join(', ')}`;
  return ids.length === 1 ? undefined : `notification ${sequence} is not waiting here`;
}

function idOf(waiting: Waiting, { sequence, notificationId }: AbandonRequest): string | undefined {
  return notificationId ?? (sequence === undefined ? undefined : waiting.waitingOf(sequence)[0]);
}
