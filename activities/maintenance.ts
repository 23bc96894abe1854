import type { MikroORM } from '@mikro-orm/postgresql';
import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { refreshHolidays } from '../db/queries/guides/holidays.ts';
import { removeExpired } from '../db/queries/platform/expired.ts';
import { PRUNED_KINDS, type RetentionDays } from '../domain/retention.ts';
import { prune } from '../services/retention/index.ts';
import type { MaintenanceActivities } from '../workflows/maintenance-contract.ts';
import { guarded } from './guarded.ts';
import type { MeasureWork } from './settlements/metrics.ts';

export interface MaintenanceDeps {
  readonly orm: MikroORM;
  readonly now: () => Date;
  readonly retention: RetentionDays;
  /** This worker is stopped: what is under way ends after its step, and another worker continues. */
  readonly stop: AbortSignal;
  readonly measure?: MeasureWork | undefined;
}

/** What only a clock asks for (activities/schedules.ts), on the task queue `settlements`: the database's work, like statements. */
export function createMaintenanceActivities({
  orm,
  now,
  retention,
  stop,
  measure = (_work, run) => run(),
}: MaintenanceDeps): MaintenanceActivities {
  const stopping = () => AbortSignal.any([stop, Context.current().cancellationSignal]);
  return guarded<MaintenanceActivities>(measure, {
    removeExpired: async () => await removeExpired(orm.em.fork(), stopping()),
    refreshHolidays: async () => await refreshHolidays(orm.em.fork(), now()),
    prune: async () => {
      const deps = { orm, now, days: retention, stop: stopping() };
      const rows: Record<string, number> = {};
      for (const kind of PRUNED_KINDS) {
        const { end, removed } = await prune(kind, deps);
        if (end !== 'done' && end !== 'kept') throw ApplicationFailure.retryable(`${kind}: ${end}`, end);
        rows[kind] = removed;
      }
      return rows;
    },
  });
}
