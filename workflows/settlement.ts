import {
  allHandlersFinished,
  CancellationScope,
  condition,
  getExternalWorkflowHandle,
  log,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import { answerAbandon } from './abandonment.ts';
import { catchUpSignal, redeliverSignal } from './contract.ts';
import { Deliveries } from './deliveries.ts';
import { refuseNewerProgram } from './newer-program.ts';
import { answerAbandon as answerAbandon1 } from './retired/program-1/abandonment.ts';
import { NotificationLine } from './retired/program-1/notification-line.ts';
import { answerAbandon as answerAbandon2 } from './retired/program-2/abandonment.ts';
import {
  type SettlementInput,
  type SettlementOutcome,
  settlementClosedSignal,
} from './settlement-contract.ts';
import { SettlementLife } from './settlement-life.ts';
import { answerSettlementUpdates } from './settlement-updates.ts';

/**
 * The life of one statement: open → issued → paid, and disputed in between where the merchant objects
 * (docs/settlement.md). Merchants and operators move it by Updates. It ends when it is paid and the merchant has
 * acknowledged its notifications, or at once where there was nothing to settle.
 */
export async function settlement(input: SettlementInput): Promise<SettlementOutcome> {
  refuseNewerProgram(input.program);
  const life = new SettlementLife(input);
  answerSettlementUpdates(life);
  const { notifications } = life;
  if (notifications instanceof NotificationLine) answerAbandon1(input.settlementId, notifications);
  else if (notifications instanceof Deliveries) answerAbandon(notifications);
  else answerAbandon2(input.settlementId, notifications);
  setHandler(redeliverSignal, (endpointId) => {
    if (notifications instanceof Deliveries) notifications.retryNow(endpointId);
    else notifications.retryNow();
  });
  setHandler(catchUpSignal, () => {
    if (notifications instanceof Deliveries) notifications.tellAll();
  });

  // A statement is money: nobody cancels it. What is wrong with it is disputed and adjusted.
  return await CancellationScope.nonCancellable(async () => {
    await life.begin();
    await tellRun(life);
    if (life.hasStatement) await condition(() => life.status === 'paid');
    await untilResolved(notifications);
    await condition(allHandlersFinished);
    return { status: life.status };
  });
}

async function untilResolved(notifications: SettlementLife['notifications']): Promise<void> {
  if (notifications instanceof NotificationLine) await notifications.settled();
  else if (notifications instanceof Deliveries) await condition(() => notifications.isIdle);
  else await notifications.resolved();
}

/** The run that started this one waits for it; one that is gone does not. */
async function tellRun(life: SettlementLife): Promise<void> {
  const { parent } = workflowInfo();
  if (!parent) return;
  try {
    const run = getExternalWorkflowHandle(parent.workflowId);
    await run.signal(settlementClosedSignal, life.settlementId, life.status);
  } catch (error) {
    log.info('the run has ended', { error });
  }
}
