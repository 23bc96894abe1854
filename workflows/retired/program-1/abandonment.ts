import { ApplicationFailure, proxyLocalActivities, setHandler } from '@temporalio/workflow';
import { notificationId } from '../../../domain/ids.ts';
import {
  ABANDON_REFUSED,
  type AbandonActivities,
  type AbandonRequest,
  type AbandonResult,
  abandonUpdate,
} from '../../contract.ts';
import { Mutex } from '../../mutex.ts';
import { refusalOf, sequenceOf } from '../program-2/abandonment.ts';
import type { NotificationLine } from './notification-line.ts';

const { abandonNotification } = proxyLocalActivities<AbandonActivities>({
  startToCloseTimeout: '10 s',
  retry: { initialInterval: '200 ms', backoffCoefficient: 2, maximumInterval: '10 s' },
});

/**
 * Lets operators give up on a notification of this line (docs/architecture.md, "How data flows"). The database has the last word; then the
 * delivery that waits looks again, finds it abandoned, and the next one's turn has come.
 * @param mutex of the workflow's other local activities, where it has any.
 */
export function answerAbandon(orderId: string, line: NotificationLine, mutex = new Mutex()): void {
  setHandler<AbandonResult, [AbandonRequest], typeof abandonUpdate>(
    abandonUpdate,
    async (request) => {
      const sequence = sequenceOf(orderId, request) as number;
      const id = notificationId(orderId, sequence);
      const status = await mutex.runExclusive(() => abandonNotification(id, request.reason.trim()));
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
