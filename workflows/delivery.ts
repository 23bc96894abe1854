import {
  ActivityCancellationType,
  CancellationScope,
  condition,
  continueAsNew,
  log,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import { FIRST_RETRY_MS } from '../domain/notification.ts';
import { TASK_QUEUES } from './contract.ts';
import {
  type DeliveryActivities,
  type DeliveryInput,
  type DeliveryReport,
  type StuckDelivery,
  wakeSignal,
} from './delivery-contract.ts';
import { StuckMark } from './stuck-mark.ts';

/**
 * Retried for ever under Temporal's policy; the activity itself sets each delay by the database. The interval here counts where a worker died in the
 * middle, which is noticed by its silence. A waiting retry adds nothing to the history.
 */
const { deliver } = proxyActivities<DeliveryActivities>({
  taskQueue: TASK_QUEUES.notifications,
  startToCloseTimeout: '30 s',
  heartbeatTimeout: '10 s',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  retry: {
    initialInterval: FIRST_RETRY_MS,
    backoffCoefficient: 2,
    maximumInterval: '1 min',
    maximumAttempts: Number.POSITIVE_INFINITY,
  },
});

/**
 * Delivers the notifications of one subject that one endpoint did not acknowledge at once, one after the other, until none is pending
 * (docs/decisions/0165). The database says what is pending and when it is due. What this rules out (test/workflows/delivery.test.ts):
 *
 * - Two attempts at once, or one before its predecessor: there is one such workflow, and one activity at a time.
 * - A wake is lost: one that comes while an attempt is under way, or with the last report, is followed by another read of the database.
 * - A wake interrupts an attempt: an activity that is under way runs to its end; only a wait is cancelled.
 */
export async function delivery(input: DeliveryInput): Promise<void> {
  const { merchantKey, ...queue } = input;
  const view = new OperatorView();
  let isWoken = false;
  let run = new CancellationScope();
  setHandler(wakeSignal, () => {
    isWoken = true;
    run.cancel();
  });

  async function next(): Promise<DeliveryReport | undefined> {
    run = new CancellationScope();
    isWoken = false;
    const how = { summary: `to ${queue.endpointId}`, priority: { fairnessKey: merchantKey } };
    const args: Parameters<typeof deliver> = view.reported === undefined ? [queue] : [queue, view.reported];
    try {
      return await run.run(() => deliver.executeWithOptions(how, args));
    } catch (error) {
      if (isWoken) return undefined;
      // It is retried for ever, so somebody failed it by hand.
      log.error('a delivery failed', { error });
      await condition(() => isWoken, FIRST_RETRY_MS);
      return undefined;
    }
  }

  // To end it, abandon the pending notifications.
  await CancellationScope.nonCancellable(async () => {
    for (;;) {
      const report = await next();
      if (report !== undefined) view.take(report);
      if (report?.is === 'resolved' && !report.isMore && !isWoken) return;
      // Each wake adds some events.
      if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof delivery>(input);
    }
  });
}

/** What operators see: the mark by which they find it, what is wrong, and what became of the last notifications. */
class OperatorView {
  readonly #mark = new StuckMark();
  readonly #resolved: string[] = [];
  #stuck: StuckDelivery | undefined;

  /** The notification that was reported as stuck. */
  get reported(): string | undefined {
    return this.#stuck?.notificationId;
  }

  take(report: DeliveryReport): void {
    this.#stuck = report.is === 'stuck' ? report : undefined;
    if (report.is === 'resolved') {
      for (const { notificationId, outcome, attempts } of report.resolved)
        this.#resolved.push(`- ${notificationId}: ${outcome}, attempts: ${attempts}`);
    }
    this.#mark.show(this.#stuck?.since);
    const trouble = this.#stuck === undefined ? [] : [`**Trouble:** ${describeStuck(this.#stuck)}`];
    setCurrentDetails([...trouble, ...this.#resolved.slice(-SHOWN)].join('\n\n'));
  }
}

const SHOWN = 50;

/** What is wrong, since when, how often it was tried, and when it is tried next. */
function describeStuck({ notificationId, cause, since, attempts, nextAttemptAt }: StuckDelivery): string {
  return `${notificationId}: stuck, ${cause}, since ${since}, attempts so far: ${attempts}, next one ${nextAttemptAt}`;
}
