import { proxyActivities, proxyLocalActivities, TemporalFailure } from '@temporalio/workflow';
import type { InlineDelivery, OrderActivities, OrderSnapshot, TransitionRecord } from '../../contract.ts';
import type { RetiredOrderActivities, RetiredRecordedMove } from '../contract.ts';

/**
 * A workflow task that waits for local activities is renewed after 8 s (four fifths of the server's 10 s), and from
 * then on other things happen beside them. So a local activity has 2.5 s from its scheduling to its end, and no more
 * than three follow each other within one task.
 */
const LOCAL_LIMIT = '2500 ms';
const LOCALS_IN_A_ROW = 3;

/** Short idempotent reads and writes: local, which spares three events and a round trip each. */
const local = proxyLocalActivities<OrderActivities>({
  scheduleToCloseTimeout: LOCAL_LIMIT,
  // Between two attempts the limit would not be looked at: a failure goes on as a regular one.
  retry: { maximumAttempts: 1 },
});

/** The same where they take longer: a locked row, a slow disk, a database that is unavailable. Until they are done. */
const regular = proxyActivities<OrderActivities>({
  startToCloseTimeout: '15 s',
  retry: { initialInterval: '500 ms', backoffCoefficient: 2, maximumInterval: '10 s' },
});

/** One attempt, whatever comes of it: the notification workers go on from there. */
const { deliverPromptly } = proxyLocalActivities<RetiredOrderActivities>({
  scheduleToCloseTimeout: LOCAL_LIMIT,
  retry: { maximumAttempts: 1 },
});

/** What the order's workflow asks of the database and of its merchant's endpoint, bounded within a workflow task. */
export class OrderRecords {
  #localsInARow = 0;

  /** A local activity that ran out of time may still write: recording is idempotent. */
  async recordTransition(record: TransitionRecord): Promise<RetiredRecordedMove> {
    const { isAnnounced: _, ...quietly } = record;
    return await this.#bounded(
      () => local.recordTransition(record),
      // The first attempt may be under way: it is not begun a second time beside it.
      () => regular.recordTransition(quietly),
    );
  }

  async readStanding(orderId: string): Promise<OrderSnapshot> {
    return await this.#bounded(
      () => local.readStanding(orderId),
      () => regular.readStanding(orderId),
    );
  }

  /** The first attempt to deliver a notification; undefined where none was made. */
  async deliverPromptly(notificationId: string): Promise<InlineDelivery | undefined> {
    if (!this.#hasRoom()) return undefined;
    // A worker that was killed in the middle, say.
    return await deliverPromptly(notificationId).catch(() => undefined);
  }

  /** The workflow task ends here. */
  startAfresh(): void {
    this.#localsInARow = 0;
  }

  async #bounded<T>(locally: () => Promise<T>, regularly: () => Promise<T>): Promise<T> {
    if (this.#hasRoom()) {
      try {
        return await locally();
      } catch (error) {
        // What failed, or took 2.5 s, goes on as an activity of the server's, which has time.
        if (!(error instanceof TemporalFailure)) throw error;
      }
    }
    const result = await regularly();
    this.startAfresh();
    return result;
  }

  #hasRoom(): boolean {
    return ++this.#localsInARow <= LOCALS_IN_A_ROW;
  }
}
