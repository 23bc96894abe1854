import { setTimeout as sleep } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import { Gauge, type Registry } from 'prom-client';
import { secondsUnlogged } from '../db/queries/transparency/leaves.ts';
import { LOGGED_TABLES } from '../db/queries/transparency/logged-rows.ts';
import { cached } from '../lib/operations/cached.ts';
import { type AppendDeps, appendNewRows } from '../services/transparency/appending.ts';
import type { Finding } from '../services/transparency/checking.ts';
import { createLogWatch, type LogWatch } from '../services/transparency/watching.ts';
import { type Loop, startLoop } from './loop.ts';

/** What was written is in the log so soon. */
const APPEND_EVERY_MS = 5_000;
/** Between two walks: what somebody changes is found within a minute, with what Prometheus takes. */
const WALK_EVERY_MS = 15_000;
/** Between two steps it rests as long as the last one took: half of one connection. */
const REST = 1;

export interface LogKeepingDeps extends AppendDeps {
  readonly registry: Registry;
  /** Called with what is newly found to be wrong. */
  readonly onFinding: (found: Finding) => void;
  /** Called with the error of a round that failed: the next one comes at its usual time. */
  readonly onError: (error: unknown) => void;
}

/**
 * Keeps the transparency log (docs/decisions/0040): appends what is new, and compares the whole log with the rows that it is of, again and
 * again. Runs in every process with the role `settlements`; killed, it leaves nothing behind.
 */
export function startLogKeeping({ registry, onFinding, onError, ...deps }: LogKeepingDeps): Loop {
  const watch = createLogWatch(deps);
  registerLogMetrics(registry, deps.orm, watch);
  const appending = startLoop({ everyMs: APPEND_EVERY_MS, round: () => appendNewRows(deps), onError });
  const walking = startLoop({
    everyMs: WALK_EVERY_MS,
    round: async (stopping) => {
      const pause = async (tookMs: number) => {
        stopping.throwIfAborted();
        await sleep(tookMs * REST, undefined, { signal: stopping });
      };
      await watch.walk({ pause, onNews: onFinding }).catch((error) => {
        if (!stopping.aborted) throw error;
      });
    },
    onError,
  });
  return {
    runNow: () => {
      appending.runNow();
      walking.runNow();
    },
    stop: async () => void (await Promise.all([appending.stop(), walking.stop()])),
  };
}

function registerLogMetrics(registry: Registry, orm: MikroORM, watch: LogWatch): void {
  new Gauge({
    name: 'guidepost_transparency_findings',
    help: 'What the last walk over the transparency log found to be wrong, by kind',
    labelNames: ['finding'],
    registers: [registry],
    collect() {
      for (const [finding, count] of Object.entries(watch.counts())) this.set({ finding }, count);
    },
  });
  new Gauge({
    name: 'guidepost_transparency_walk_age_seconds',
    help: 'Seconds since this process last compared the whole transparency log with its rows',
    registers: [registry],
    collect() {
      this.set(watch.secondsSinceWalk());
    },
  });
  const waiting = cached(() => {
    const ages = LOGGED_TABLES.map((table) => secondsUnlogged(orm.em.fork(), table));
    return Promise.all(ages);
  });
  new Gauge({
    name: 'guidepost_transparency_waiting_oldest_seconds',
    help: 'Seconds that the oldest entry of audit log or ledger has waited to be appended to the transparency log',
    registers: [registry],
    async collect() {
      this.set(Math.max(...(await waiting())));
    },
  });
}
