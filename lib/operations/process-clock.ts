import type { MikroORM } from '@mikro-orm/postgresql';
import { Gauge, type Registry } from 'prom-client';
import { createDatabaseClock, type DatabaseClock } from '../../db/clock.ts';

/** The clock of a process that serves: it reports to operators when this machine's own differs from the database's. */
export function createProcessClock(deps: {
  readonly orm: MikroORM;
  readonly registry: Registry;
  readonly log: { warn(context: object, message: string): void };
}): DatabaseClock {
  const { orm, registry, log } = deps;
  const onWrong = (aheadMs: number) =>
    log.warn({ aheadMs }, "this machine's clock differs from the database's, whose time is used");
  const clock = createDatabaseClock({ orm, onWrong });
  new Gauge({
    name: 'guidepost_clock_ahead_seconds',
    help: "Seconds that this process's clock is ahead of the database's, or behind it where negative",
    registers: [registry],
    collect() {
      this.set((clock.aheadMs() ?? 0) / 1_000);
    },
  });
  return clock;
}
