import { proxyActivities, proxyLocalActivities, TemporalFailure } from '@temporalio/workflow';
import type {
  ChangeRecord,
  OrderActivities,
  RecordedChange,
  RecordedMove,
  RecordedRefund,
  RecordedState,
  RefundRecord,
  Reminder,
  TransitionRecord,
} from './contract.ts';

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
  // Between two attempts the limit would not be checked: after a failure a regular activity follows.
  retry: { maximumAttempts: 1 },
});

/** The same where they take longer: a locked row, a slow disk, a database that is unavailable. Until they are done. */
const regular = proxyActivities<OrderActivities>({
  startToCloseTimeout: '15 s',
  retry: { initialInterval: '500 ms', backoffCoefficient: 2, maximumInterval: '10 s' },
});

/** What the order's workflow asks of the database, bounded within a workflow task. */
export class OrderRecords {
  #localsInARow = 0;

  /** A local activity that ran out of time may still write: recording is idempotent. */
  async recordTransition(record: TransitionRecord): Promise<RecordedMove> {
    return await this.#bounded(
      () => local.recordTransition(record),
      () => regular.recordTransition(record),
    );
  }

  async recordChange(record: ChangeRecord): Promise<RecordedChange> {
    return await this.#bounded(
      () => local.recordChange(record),
      () => regular.recordChange(record),
    );
  }

  async recordRefund(record: RefundRecord): Promise<RecordedRefund> {
    return await this.#bounded(
      () => local.recordRefund(record),
      () => regular.recordRefund(record),
    );
  }

  async recordReminder(reminder: Reminder): Promise<void> {
    await this.#bounded(
      () => local.recordReminder(reminder),
      () => regular.recordReminder(reminder),
    );
  }

  async readStanding(orderId: string): Promise<RecordedState> {
    return await this.#bounded(
      () => local.readStanding(orderId),
      () => regular.readStanding(orderId),
    );
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
        // What failed, or took 2.5 s, continues as a regular activity, which has time.
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
