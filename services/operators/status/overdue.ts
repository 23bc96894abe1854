import type { MikroORM } from '@mikro-orm/postgresql';
import { jobBacklog } from '../../../db/queries/operators/jobs.ts';
import { overdueDeadlines } from '../../../db/queries/operators/overdue.ts';
import {
  type Backlog,
  oldestUndelivered,
  openRecoveries,
  unstartedWorkflows,
} from '../../../db/queries/operators/platform-figures.ts';
import { unsettled } from '../waiting-work.ts';

/** What the platform does by itself, and is asked of it whether it is in time. */
export const TIMED_WORK = [
  'deadlines',
  'starts',
  'deliveries',
  'recoveries',
  'jobs',
  'mails',
  'statements',
] as const;

export interface OverdueWork {
  readonly work: (typeof TIMED_WORK)[number];
  /** How many are to be done by now; of deliveries nobody counts. */
  readonly count: number | null;
  /** How long the oldest has waited. */
  readonly oldestSeconds: number;
  /** Longer than such work takes, as alerts have it. */
  readonly isLate: boolean;
}

/** The oldest of each may have waited so long, in seconds: as alerts have it (test/deploy/limits.test.ts). */
export const LIMITS = {
  deadlines: 120,
  starts: 120,
  deliveries: 120,
  recoveries: 900,
  jobs: 300,
  mails: 3_600,
} as const;

/** Deadlines, starts, deliveries, jobs, the statements of the month: how much of each is to be done by now, and for how long. */
export async function readOverdue(orm: MikroORM, now: Date, timeZone: string): Promise<OverdueWork[]> {
  const em = () => orm.em.fork();
  const [deadlines, starts, undelivered, recoveries, jobs, statements] = await Promise.all([
    overdueDeadlines(em()),
    unstartedWorkflows(em()),
    oldestUndelivered(em()),
    openRecoveries(em()),
    jobBacklog(em()),
    unsettled(orm, now, timeZone),
  ]);
  const healthy = undelivered.find(({ label }) => label === 'healthy')?.value ?? 0;
  return [
    workOf('deadlines', deadlines),
    workOf('starts', starts),
    { ...workOf('deliveries', []), ...lateness('deliveries', healthy), count: null },
    workOf('recoveries', recoveries),
    workOf(
      'jobs',
      jobs.filter(({ label }) => label !== 'mail'),
    ),
    workOf(
      'mails',
      jobs.filter(({ label }) => label === 'mail'),
    ),
    {
      ...{ work: 'statements', count: statements.count, isLate: statements.count > 0 },
      oldestSeconds: statements.count === 0 ? 0 : secondsSince(statements.since, now),
    },
  ];
}

type Limited = keyof typeof LIMITS;

function workOf(work: Limited, backlogs: readonly Pick<Backlog, 'count' | 'oldestSeconds'>[]): OverdueWork {
  const count = backlogs.reduce((sum, backlog) => sum + backlog.count, 0);
  const oldest = backlogs.reduce((most, { oldestSeconds }) => Math.max(most, oldestSeconds), 0);
  return { work, count, ...lateness(work, oldest) };
}

const lateness = (work: Limited, seconds: number) => ({
  oldestSeconds: Math.round(seconds),
  isLate: seconds > LIMITS[work],
});

const secondsSince = (instant: string | null, now: Date) =>
  instant === null ? 0 : Math.round((now.getTime() - Date.parse(instant)) / 1_000);
