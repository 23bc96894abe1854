import type { Pool } from 'pg';
import { Gauge, Histogram, type Registry } from 'prom-client';

export interface PoolMetrics {
  /** Measures a pool from its making on; for `onPool` of createOrm. */
  readonly watch: (pool: Pool) => void;
}

/** How a process's database connections are used, and how long it waits for one. */
export function createPoolMetrics(registry: Registry): PoolMetrics {
  const pools = new Set<Pool>();
  const sum = (count: (pool: Pool) => number) => [...pools].reduce((total, pool) => total + count(pool), 0);
  new Gauge({
    name: 'guidepost_database_pool_connections',
    help: "This process's database connections: used, idle; waiting: what waits for one",
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set(
        { state: 'used' },
        sum(({ totalCount, idleCount }) => totalCount - idleCount),
      );
      this.set(
        { state: 'idle' },
        sum(({ idleCount }) => idleCount),
      );
      this.set(
        { state: 'waiting' },
        sum(({ waitingCount }) => waitingCount),
      );
    },
  });
  const waits = new Histogram({
    name: 'guidepost_database_pool_wait_seconds',
    help: 'Time until a database connection was there, also where none came',
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 3],
    registers: [registry],
  });
  return {
    watch: (pool) => {
      pools.add(pool);
      measureWaits(pool, (seconds) => waits.observe(seconds));
    },
  };
}

/** The pool does not report how long it took, so its only entrance is measured. */
function measureWaits(pool: Pool, observe: (seconds: number) => void): void {
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown;
  Object.assign(pool, {
    connect(...args: unknown[]): unknown {
      const beganAt = performance.now();
      const waited = connect(...args);
      const note = () => observe((performance.now() - beganAt) / 1_000);
      if (waited instanceof Promise) waited.then(note, note);
      return waited;
    },
  });
}
