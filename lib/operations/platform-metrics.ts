import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { Gauge, type Registry } from 'prom-client';
import { jobBacklog } from '../../db/queries/operators/jobs.ts';
import { overdueDeadlines } from '../../db/queries/operators/overdue.ts';
import {
  type Backlog,
  endpointStates,
  type Figure,
  oldestUndelivered,
  openRecoveries,
  stuckByCause,
  unsettledStatements,
  unstartedWorkflows,
  waitingMails,
} from '../../db/queries/operators/platform-figures.ts';
import { backupAge } from '../../db/queries/platform/backups.ts';
import { type Presence, polledQueues, presentRoles, workAges } from '../../db/queries/platform/heartbeats.ts';
import { TASK_QUEUES } from '../../workflows/contract.ts';
import { cached } from './cached.ts';

export interface PlatformMetricsDeps {
  readonly orm: MikroORM;
  /** The platform's, which months end in. */
  readonly timeZone: string;
  /** Backups are expected then. */
  readonly isProduction: boolean;
}

interface GaugeOptions<Row> {
  readonly name: string;
  readonly help: string;
  readonly label?: string;
  readonly read: () => Promise<readonly Row[]>;
  readonly value: (row: Row) => number;
}

/**
 * Metrics of the platform as a whole, in the registry of each process with the role `settlements`: one process where
 * there is one, and where there are more each reports the same. They are read from the database when Prometheus asks; requests
 * within some seconds share the answer (docs/decisions/0100).
 */
export function registerPlatformMetrics(
  registry: Registry,
  { orm, timeZone, isProduction }: PlatformMetricsDeps,
): void {
  const source = <Row>(read: (em: EntityManager) => Promise<readonly Row[]>) =>
    cached(() => read(orm.em.fork()));
  const gauge = <Row extends { readonly label: string }>(options: GaugeOptions<Row>) =>
    registerGauge(registry, options);
  const figures = (name: string, help: string, label: string, read: () => Promise<readonly Figure[]>) =>
    gauge({ name, help, label, read, value: (figure) => figure.value });
  const backlog = (name: string, what: string, label: string, read: () => Promise<readonly Backlog[]>) => {
    gauge({ name, help: what, label, read, value: ({ count }) => count });
    const help = `${what}: seconds that the oldest has waited`;
    gauge({ name: `${name}_oldest_seconds`, help, label, read, value: ({ oldestSeconds }) => oldestSeconds });
  };

  figures(
    'guidepost_callback_endpoints',
    "Merchants' callback addresses by state: healthy, failing, paused",
    'state',
    source(endpointStates),
  );
  figures(
    'guidepost_notifications_oldest_seconds',
    'Seconds that the oldest undelivered notification has waited, by the state of its endpoint',
    'endpoint',
    source(oldestUndelivered),
  );
  figures(
    'guidepost_notifications_stuck',
    'Notifications not delivered after ten minutes, or whose endpoint is paused, by cause; at most 1,000 of each endpoint',
    'cause',
    source(stuckByCause),
  );
  const help = 'Orders and holds whose workflow is not known to run';
  backlog('guidepost_workflows_unstarted', help, 'kind', source(unstartedWorkflows));
  const recoveries = source(openRecoveries);
  backlog(
    'guidepost_recoveries',
    'Requests to retry notifications that are not worked off',
    'kind',
    recoveries,
  );
  gauge({
    name: 'guidepost_recoveries_notifications',
    help: 'Notifications that open requests to retry have left to take',
    label: 'kind',
    read: recoveries,
    value: ({ left }) => left,
  });
  const jobs = source(jobBacklog);
  backlog('guidepost_jobs_waiting', 'Jobs that might be done by now', 'kind', jobs);
  gauge({
    name: 'guidepost_jobs_failing',
    help: 'Jobs whose last attempt failed',
    label: 'kind',
    read: jobs,
    value: ({ failing }) => failing,
  });
  const mails = source(async (em) => [await waitingMails(em)]);
  gauge({
    name: 'guidepost_mails_waiting',
    help: 'Mails to be sent',
    read: mails,
    value: ({ count }) => count,
  });
  gauge({
    name: 'guidepost_mails_waiting_oldest_seconds',
    help: 'Seconds that the oldest mail to be sent has waited',
    read: mails,
    value: ({ oldestSeconds }) => oldestSeconds,
  });
  const overdue = source(async (em) => [{ label: '', value: await unsettledStatements(em, timeZone) }]);
  gauge({
    name: 'guidepost_settlements_overdue',
    help: 'Statements of months that are over which no settlement run has closed',
    read: overdue,
    value: ({ value }) => value,
  });
  backlog(
    'guidepost_deadlines_overdue',
    'Orders, changes and holds whose deadline is more than a minute past',
    'kind',
    source(overdueDeadlines),
  );
  registerBackups(registry, orm, isProduction);
  registerPresence(registry, orm);
}

function registerBackups(registry: Registry, orm: MikroORM, isProduction: boolean): void {
  const age = cached(() => backupAge(orm.em.fork()));
  registerGauge<Figure>(registry, {
    name: 'guidepost_backup_age_seconds',
    help: 'Seconds since the newest backup that was noted (admin backup-noted); absent where none was',
    label: 'backup',
    read: async () => {
      const value = await age();
      return value === undefined ? [] : [{ label: 'database', value }];
    },
    value: ({ value }) => value,
  });
  registerGauge<Figure>(registry, {
    name: 'guidepost_backups_missing',
    help: '1 where this is production and no backup was ever noted, else 0',
    read: async () => [{ label: '', value: isProduction && (await age()) === undefined ? 1 : 0 }],
    value: ({ value }) => value,
  });
}

/** What heartbeats say (lib/operations/heartbeat.ts). */
function registerPresence(registry: Registry, orm: MikroORM): void {
  const roles = cached(() => presentRoles(orm.em.fork()));
  registerGauge<Presence>(registry, {
    name: 'guidepost_processes',
    help: 'Processes with a role that write their heartbeat',
    label: 'role',
    read: roles,
    value: ({ live }) => live,
  });
  registerGauge<Presence>(registry, {
    name: 'guidepost_processes_silent',
    help: 'Processes that have written no heartbeat for twenty seconds and did not end in order',
    label: 'role',
    read: roles,
    value: ({ silent }) => silent,
  });
  registerGauge<Presence>(registry, {
    name: 'guidepost_task_queue_processes',
    help: 'Processes that write their heartbeat and poll a task queue of Temporal',
    label: 'queue',
    read: cached(() => polledQueues(orm.em.fork(), Object.values(TASK_QUEUES))),
    value: ({ live }) => live,
  });
  registerGauge<Figure>(registry, {
    name: 'guidepost_work_age_seconds',
    help: 'Seconds since any process that is known did work of a kind; absent where none has',
    label: 'work',
    read: cached(() => workAges(orm.em.fork())),
    value: ({ value }) => value,
  });
}

function registerGauge<Row extends { readonly label: string }>(
  registry: Registry,
  { name, help, label, read, value }: GaugeOptions<Row>,
): void {
  new Gauge({
    name,
    help,
    labelNames: label === undefined ? [] : [label],
    registers: [registry],
    async collect() {
      const rows = await read();
      this.reset();
      for (const row of rows) this.set(label === undefined ? {} : { [label]: row.label }, value(row));
    },
  });
}
