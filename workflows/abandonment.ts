import { ApplicationFailure, proxyLocalActivities, setHandler } from '@temporalio/workflow';
import { notificationId } from '../domain/ids.ts';
import {
  ABANDON_REFUSED,
  type AbandonActivities,
  type AbandonRequest,
  type AbandonResult,
  abandonUpdate,
} from './contract.ts';
import type { NotificationLine } from './notification-line.ts';
import { Turns } from './turns.ts';

const MAX_REASON_LENGTH = 500;

const { abandonNotification } = proxyLocalActivities<AbandonActivities>({
  startToCloseTimeout: '10 s',
  retry: { initialInterval: '200 ms', backoffCoefficient: 2, maximumInterval: '10 s' },
});

/**
 * Lets operators give up on a notification of this line (design, chapter 3). The database has the last word; then the
 * delivery that waits looks again, finds it abandoned, and the next one's turn has come.
 * @param turns of the workflow's other local activities, where it has any.
 */
export function answerAbandon(orderId: string, line: NotificationLine, turns = new Turns()): void {
  setHandler<AbandonResult, [AbandonRequest], typeof abandonUpdate>(
    abandonUpdate,
    async (request) => {
      const sequence = sequenceOf(orderId, request) as number;
      const id = notificationId(orderId, sequence);
      const status = await turns.take(() => abandonNotification(id, request.reason.trim()));
      line.retryNow(sequence);
      return { notificationId: id, status };
    },
    {
      validator: (request) => {
        const refusal = refusalOf(orderId, line, request);
        if (refusal !== undefined) throw ApplicationFailure.nonRetryable(refusal, ABANDON_REFUSED);
      },
    },
  );
}

/** An operator types this by hand: anything may be in it. */
function refusalOf(orderId: string, line: NotificationLine, request: AbandonRequest): string | undefined {
  const reason = typeof request?.reason === 'string' ? request.reason.trim() : '';
  if (reason === '' || reason.length > MAX_REASON_LENGTH) {
    return `"reason" must say why, in at most ${MAX_REASON_LENGTH} characters`;
  }
  const sequence = sequenceOf(orderId, request);
  if (sequence === undefined) return '"sequence" or "notificationId" must name a notification of this order';
  return line.isWaiting(sequence) ? undefined : `notification ${sequence} is not waiting here`;
}

function sequenceOf(orderId: string, request: AbandonRequest): number | undefined {
  const { sequence, notificationId: id } = request;
  if (id === undefined) return Number.isInteger(sequence) ? sequence : undefined;
  const named = Number(/-([0-9]{1,4})$/.exec(id)?.[1]);
  const isOfThisOrder = id === notificationId(orderId, named);
  return isOfThisOrder && (sequence === undefined || sequence === named) ? named : undefined;
}
