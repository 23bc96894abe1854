/**
 * Everything that the platform does by a clock alone (docs/jobs.md): one Temporal Schedule each, which starts a workflow on the task
 * queue `settlements`. Operators see, pause and trigger them in the Temporal UI.
 */
import {
  type Client,
  ScheduleAlreadyRunning,
  type ScheduleOptions,
  ScheduleOverlapPolicy,
} from '@temporalio/client';
import type { Ramp } from '../domain/ramp.ts';
import { PROGRAM, TASK_QUEUES } from '../workflows/contract.ts';
import { MAINTENANCE_WORKFLOW, type MaintenanceTask } from '../workflows/maintenance-contract.ts';
import { SETTLEMENT_RUN_WORKFLOW, SETTLEMENT_SCHEDULE } from '../workflows/settlement-contract.ts';

type Spec = ScheduleOptions['spec'];
type Duration = NonNullable<NonNullable<ScheduleOptions['policies']>['catchupWindow']>;

interface Scheduled {
  readonly id: string;
  /** What it does, for who sees it in the Temporal UI. */
  readonly note: string;
  /** In the platform's time zone. */
  readonly when: Spec;
  readonly workflow: { readonly type: string; readonly id: string; readonly args: readonly unknown[] };
  /** What was due while Temporal was away is made up for, unless it was due longer ago. */
  readonly catchUp: Duration;
  /** While one runs the next is left out, or waits for its end. */
  readonly overlap: 'SKIP' | 'BUFFER_ALL';
}

function maintenance(
  task: MaintenanceTask,
  id: string,
  note: string,
  when: Spec,
  catchUp: Duration,
): Scheduled {
  const workflow = { type: MAINTENANCE_WORKFLOW, id, args: [task] };
  return { id, note, when, workflow, catchUp, overlap: 'SKIP' };
}

/** A machine that is on for some hours of each day has it done on each. */
const ONCE_A_DAY = '1 day';

export const SCHEDULES: readonly Scheduled[] = [
  maintenance(
    'removeExpired',
    'maintenance-expired',
    'Deletes what has ended by itself: keys, nonces, links, sessions, sent mails',
    { intervals: [{ every: '5 min' }] },
    '5 min',
  ),
  maintenance(
    'refreshHolidays',
    'maintenance-holidays',
    'Writes the public holidays of the years that have come into reach',
    { calendars: [{ hour: 4, minute: 10 }] },
    ONCE_A_DAY,
  ),
  maintenance(
    'prune',
    'maintenance-prune',
    'Deletes attempts and notifications that are older than they are kept for',
    { calendars: [{ hour: 4, minute: 40 }] },
    ONCE_A_DAY,
  ),
  {
    id: SETTLEMENT_SCHEDULE,
    note: 'Settles the month before',
    // No time zone changes its clocks at this hour, so the run is never skipped and never comes twice.
    when: { calendars: [{ dayOfMonth: 1, hour: 6 }] },
    workflow: { type: SETTLEMENT_RUN_WORKFLOW, id: 'settlement-run', args: [{}] },
    // A platform that was away for months settles each of them, one after the other.
    catchUp: '365 days',
    overlap: 'BUFFER_ALL',
  },
];

/** Makes sure that all are there. One that is there gets the present settings, but stays paused where an operator paused it. */
export async function ensureSchedules(client: Client, timeZone: string): Promise<void> {
  const ensure = async (one: Scheduled) => {
    if (await create(client, one, timeZone)) return;
    const handle = client.schedule.getHandle(one.id);
    await handle.update(({ state }) => ({ ...definitionOf(one, timeZone), state }));
  };
  await Promise.all(SCHEDULES.map(ensure));
}

/** Makes those that are not there, as in a Temporal whose store was lost. @returns their ids. */
export async function recreateSchedules(client: Client, timeZone: string): Promise<string[]> {
  const made = await Promise.all(SCHEDULES.map((one) => create(client, one, timeZone)));
  return SCHEDULES.filter((_, index) => made[index]).map(({ id }) => id);
}

/**
 * Keeps them this release's. It makes what is missing, and has them start its own workflows: from its start on, from the end of its
 * trial on, and again when a newer release was withdrawn. A release that is tried leaves them alone.
 */
export function createScheduleKeeper(
  client: Client,
  timeZone: string,
  known: () => Promise<Ramp | undefined>,
) {
  let turn: string | undefined;
  return async (): Promise<void> => {
    const ramp = await known();
    if (ramp?.program === PROGRAM) {
      turn = undefined;
      return;
    }
    const now = ramp?.percent === 0 ? `after ${ramp.program}` : 'own';
    const isNew = turn === undefined || (now !== 'own' && now !== turn);
    await (isNew ? ensureSchedules : recreateSchedules)(client, timeZone);
    turn = now;
  };
}

/** @returns false where it is there already. */
async function create(client: Client, one: Scheduled, timeZone: string): Promise<boolean> {
  const { id: scheduleId, note } = one;
  try {
    await client.schedule.create({ scheduleId, ...definitionOf(one, timeZone), state: { note } });
    return true;
  } catch (error) {
    if (error instanceof ScheduleAlreadyRunning) return false;
    throw error;
  }
}

function definitionOf({ when, workflow, catchUp, overlap }: Scheduled, timezone: string) {
  return {
    spec: { ...when, timezone },
    action: {
      type: 'startWorkflow' as const,
      workflowType: workflow.type,
      workflowId: workflow.id,
      taskQueue: TASK_QUEUES.settlements,
      args: [...workflow.args],
    },
    policies: { catchupWindow: catchUp, overlap: ScheduleOverlapPolicy[overlap] },
  };
}
