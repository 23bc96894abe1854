import { allHandlersFinished, CancellationScope } from '@temporalio/workflow';
import type { OrderInput, OrderOutcome } from './contract.ts';
import { Mailbox } from './mailbox.ts';
import { OrderLife } from './order-life.ts';
import { answerUpdates } from './order-updates.ts';

/**
 * The life of one order: pending → confirmed → in_progress → completed, or cancelled (docs/architecture.md, "An order's life").
 * Merchants, studios and operators move it by Updates; the clock moves it where nobody does. All of that is taken in as
 * messages, one at a time. The workflow ends when the order is closed; what waits for a merchant then has workflows of its own.
 */
export async function order(input: OrderInput): Promise<OrderOutcome> {
  const mailbox = new Mailbox();
  const life = new OrderLife(input, mailbox);
  const post = <T>(handle: () => T | Promise<T>) => mailbox.post(handle);
  // The first message: an Update that came with the start waits behind it.
  void post(() => life.begin());
  answerUpdates(life, mailbox);
  // "Request cancellation" in the Temporal UI means what an operator expects of it: the order is cancelled.
  CancellationScope.current().cancelRequested.catch(() => post(() => life.cancelByOperatorIfLive()));

  return await CancellationScope.nonCancellable(async () => {
    await mailbox.serve({
      isDone: () => life.isOver && allHandlersFinished(),
      onIdle: () => life.onIdle(),
    });
    return { status: life.status, events: life.sequence };
  });
}
