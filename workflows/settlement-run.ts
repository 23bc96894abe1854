import {
  defineSearchAttributeKey,
  TypedSearchAttributes,
  WorkflowExecutionAlreadyStartedError,
} from '@temporalio/common';
import {
  condition,
  continueAsNew,
  log,
  ParentClosePolicy,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  startChild,
  upsertSearchAttributes,
  WorkflowIdReusePolicy,
  workflowInfo,
} from '@temporalio/workflow';
import { SEARCH_ATTRIBUTES, TASK_QUEUES } from './contract.ts';
import {
  type DueSettlement,
  type RunProgress,
  SETTLEMENT_WORKFLOW,
  type SettlementActivities,
  type SettlementInput,
  type SettlementPlan,
  type SettlementRunInput,
  type SettlementRunOutcome,
  settlementClosedSignal,
} from './settlement-contract.ts';

const { planSettlement, listDueSettlements, rollForward } = proxyActivities<SettlementActivities>({
  taskQueue: TASK_QUEUES.settlements,
  startToCloseTimeout: '2 min',
  heartbeatTimeout: '6 s',
  retry: { initialInterval: '1 s', maximumInterval: '1 min' },
});

/** Temporal's own; set on what a Schedule starts. */
const SCHEDULED_START = defineSearchAttributeKey('TemporalScheduledStartTime', 'DATETIME');
/** Statements that are closed at the same time. */
const IN_HAND = 20;
const PAGE = 200;

/**
 * Settles one month: one child workflow for each statement that is due, a bounded number at a time, and a fresh
 * history after each page. The children live on until they are paid; this run ends when all are closed. It may be
 * ended and started again at any time: what is closed is not due any more.
 */
export async function settlementRun(input: SettlementRunInput): Promise<SettlementRunOutcome> {
  const progress = input.progress ?? { plan: await planOf(input), after: '', issued: 0 };
  const { plan } = progress;
  upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.settlementMonth, value: plan.month }]);

  const due = await listDueSettlements({ plan, after: progress.after, limit: PAGE });
  const issued = progress.issued + (await settleAll(due, progress));
  const last = due.at(-1);
  if (last) {
    return await continueAsNew<typeof settlementRun>({
      ...input,
      progress: { plan, after: last.settlementId, issued },
    });
  }
  await rollForward(plan);
  return { month: plan.month, issued };
}

async function planOf({ month, partial }: SettlementRunInput): Promise<SettlementPlan> {
  return await planSettlement({
    dueAt: dueAt().toISOString(),
    now: new Date().toISOString(),
    ...(month === undefined ? {} : { month }),
    ...(partial === undefined ? {} : { partial }),
  });
}

/** A run that a Schedule makes up for was due earlier than it runs. */
function dueAt(): Date {
  return workflowInfo().typedSearchAttributes.get(SCHEDULED_START) ?? new Date();
}

/** Resolves when each of them is closed, with the number that became statements. */
async function settleAll(due: readonly DueSettlement[], progress: RunProgress): Promise<number> {
  const inHand = new Set<string>();
  let issued = 0;
  setHandler(settlementClosedSignal, (settlementId, status) => {
    if (inHand.delete(settlementId) && status !== 'open') issued++;
  });
  for (const one of due) {
    await condition(() => inHand.size < IN_HAND);
    inHand.add(one.settlementId);
    const isStarted = await start(one, progress.plan);
    if (!isStarted) inHand.delete(one.settlementId);
  }
  await condition(() => inHand.size === 0);
  setCurrentDetails(`**${progress.plan.month}**: ${progress.issued + issued} statements issued so far`);
  return issued;
}

/** False where the statement's workflow runs already: then it is in its own hands. */
async function start(due: DueSettlement, plan: SettlementPlan): Promise<boolean> {
  const { settlementId, merchantKey, currency } = due;
  const input: SettlementInput = {
    settlementId,
    merchantKey,
    month: plan.month,
    status: 'open',
    plan,
  };
  try {
    await startChild(SETTLEMENT_WORKFLOW, {
      workflowId: settlementId,
      args: [input],
      parentClosePolicy: ParentClosePolicy.ABANDON,
      workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
      staticSummary: `${plan.month}, ${merchantKey}, ${currency}`,
      typedSearchAttributes: new TypedSearchAttributes([
        { key: SEARCH_ATTRIBUTES.merchantKey, value: merchantKey },
        { key: SEARCH_ATTRIBUTES.settlementMonth, value: plan.month },
        { key: SEARCH_ATTRIBUTES.settlementStatus, value: 'open' },
      ]),
    });
    return true;
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    log.info('the statement is in hand already', { settlementId });
    return false;
  }
}
