import { type Client, ScheduleAlreadyRunning, ScheduleOverlapPolicy } from '@temporalio/client';
import { TASK_QUEUES } from '../../workflows/contract.ts';
import { SETTLEMENT_RUN_WORKFLOW, SETTLEMENT_SCHEDULE } from '../../workflows/settlement-contract.ts';

/** No time zone changes its clocks at this hour, so the run is never skipped and never comes twice. */
const HOUR = 6;
/** A platform that was away for months settles each of them, one after the other. */
const CATCH_UP = '365 days' as const;

/**
 * Makes sure that the Schedule is there: a run on the first of each month, at 06:00 in the platform's time zone. One
 * that is there gets the present settings, but stays paused where an operator paused it.
 */
export async function ensureSettlementSchedule(client: Client, timeZone: string): Promise<void> {
  if (await recreateSettlementSchedule(client, timeZone)) return;
  const handle = client.schedule.getHandle(SETTLEMENT_SCHEDULE);
  await handle.update(({ state }) => ({ ...definitionOf(timeZone), state }));
}

/** Creates it if it is missing, as in a Temporal whose store was lost. @returns false where there is one. */
export async function recreateSettlementSchedule(client: Client, timeZone: string): Promise<boolean> {
  try {
    await client.schedule.create({ scheduleId: SETTLEMENT_SCHEDULE, ...definitionOf(timeZone) });
    return true;
  } catch (error) {
    if (error instanceof ScheduleAlreadyRunning) return false;
    throw error;
  }
}

function definitionOf(timezone: string) {
  return {
    spec: { calendars: [{ dayOfMonth: 1, hour: HOUR }], timezone },
    action: {
      type: 'startWorkflow' as const,
      workflowType: SETTLEMENT_RUN_WORKFLOW,
      workflowId: 'settlement-run',
      taskQueue: TASK_QUEUES.settlements,
      args: [{}],
    },
    policies: { catchupWindow: CATCH_UP, overlap: ScheduleOverlapPolicy.BUFFER_ALL },
  };
}
