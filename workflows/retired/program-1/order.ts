import { allHandlersFinished, CancellationScope, condition } from '@temporalio/workflow';
import { isLive } from '../../../domain/order-state.ts';
import type { OrderInput, OrderOutcome } from '../../contract.ts';
import { answerAbandon } from './abandonment.ts';
import { OrderLife } from './order-life.ts';
import { answerUpdates } from './order-updates.ts';

/**
 * The life of one order: pending → confirmed → in_progress → completed, or cancelled (docs/architecture.md, "An order's life").
 * Merchants, studios and operators move it by Updates; the clock moves it where nobody does. The workflow ends when
 * the order is closed and the last of its notifications has been acknowledged.
 */
export async function order(input: OrderInput): Promise<OrderOutcome> {
  const life = new OrderLife(input);
  answerUpdates(life);
  answerAbandon(input.orderId, life.notifications, life.mutex);
  cancelOnRequest(life);

  return await CancellationScope.nonCancellable(async () => {
    if (input.isResumed) await life.catchUp();
    else life.announceCreation();
    if (input.instantConfirmation) await life.moveByClock('confirmInstantly');

    // Once, unless the database is set back to a time when the order lived.
    do {
      await life.stay('pending', input.confirmBy);
      await life.stay('confirmed', input.tripStartAt);
      await life.stay('in_progress', input.tripEndAt);

      await life.notifications.settled();
      await condition(allHandlersFinished);
    } while (isLive(life.status) || !life.notifications.isIdle);
    return { status: life.status, events: life.sequence };
  });
}

/** "Request cancellation" in the Temporal UI means what an operator expects of it: the order is cancelled. */
function cancelOnRequest(life: OrderLife): void {
  CancellationScope.current().cancelRequested.catch(() => life.cancelByOperatorIfLive());
}
