import type { MikroORM } from '@mikro-orm/postgresql';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

export interface NotificationMetrics {
  /** Counts a run of the activity by its outcome: one of few fixed words, so that the number of series is bounded. */
  count(word: string): void;
  /** Milliseconds from the event to its acknowledgement. */
  acknowledged(afterMs: number): void;
}

/** How notifications fare, in a worker's /metrics. No label names a merchant or an order. */
export function createNotificationMetrics(registry: Registry, orm: MikroORM): NotificationMetrics {
  const deliveries = new Counter({
    name: 'guidepost_notification_deliveries_total',
    help: 'Runs of deliverNotification by outcome: acknowledged, or why not',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const latency = new Histogram({
    name: 'guidepost_notification_latency_seconds',
    help: 'Time from an event to the acknowledgement of its notification',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 3_600, 21_600, 86_400],
    registers: [registry],
  });
  registerEndpointGauge(registry, orm);
  return {
    count: (outcome) => deliveries.inc({ outcome }),
    acknowledged: (afterMs) => latency.observe(afterMs / 1_000),
  };
}

/** Asked of the database when Prometheus asks; every worker tells the same. */
function registerEndpointGauge(registry: Registry, orm: MikroORM): void {
  new Gauge({
    name: 'guidepost_callback_endpoints',
    help: "Merchants' callback addresses by state: healthy, failing, paused",
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const [row] = await orm.em.getConnection().execute<Record<string, number>[]>(COUNT_ENDPOINTS);
      for (const [state, count] of Object.entries(row ?? {})) this.set({ state }, count);
    },
  });
}

const COUNT_ENDPOINTS = `
  select count(*) filter (where paused_at is null and failing_since is null)::int as healthy,
    count(*) filter (where paused_at is null and failing_since is not null)::int as failing,
    count(*) filter (where paused_at is not null)::int as paused
  from callback_endpoint where url is not null`;
