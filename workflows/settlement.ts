import {
  allHandlersFinished,
  CancellationScope,
  condition,
  getExternalWorkflowHandle,
  log,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import { catchUpSignal } from './contract.ts';
import {
  type SettlementInput,
  type SettlementOutcome,
  settlementClosedSignal,
} from './settlement-contract.ts';
import { SettlementLife } from './settlement-life.ts';
import { answerSettlementUpdates } from './settlement-updates.ts';

/**
 * The life of one statement: open → issued → paid, and disputed in between where the merchant objects
 * (docs/settlement.md). Merchants and operators move it by Updates. It ends when it is paid, or at once
 * where there was nothing to settle.
 */
export async function settlement(input: SettlementInput): Promise<SettlementOutcome> {
  const life = new SettlementLife(input);
  answerSettlementUpdates(life);
  setHandler(catchUpSignal, () => life.catchUp());

  // A statement is money: nobody cancels it. What is wrong with it is disputed and adjusted.
  return await CancellationScope.nonCancellable(async () => {
    await life.begin();
    await announceRun(life);
    if (life.hasStatement) await condition(() => life.status === 'paid');
    await condition(allHandlersFinished);
    return { status: life.status };
  });
}

/** The run that started this one waits for it; one that is gone does not. */
async function announceRun(life: SettlementLife): Promise<void> {
  const { parent } = workflowInfo();
  if (!parent) return;
  try {
    const run = getExternalWorkflowHandle(parent.workflowId);
    await run.signal(settlementClosedSignal, life.settlementId, life.status);
  } catch (error) {
    log.info('the run has ended', { error });
  }
}
