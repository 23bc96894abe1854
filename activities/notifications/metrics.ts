import { Counter, Histogram, type Registry } from 'prom-client';
import type { WorkKind } from '../../domain/heartbeat.ts';

export interface NotificationMetrics {
  /** Counts an attempt, or why none was made, by its outcome: one of few fixed words, so that the number of series is bounded. */
  count(word: string): void;
  /** Milliseconds from the event to its acknowledgement. */
  acknowledged(afterMs: number): void;
}

/** How notifications fare, in a worker's /metrics. No label names a merchant or an order. */
export function createNotificationMetrics(
  registry: Registry,
  noteWork?: (kind: WorkKind) => void,
): NotificationMetrics {
  const deliveries = new Counter({
    name: 'guidepost_notification_deliveries_total',
    help: 'Attempts to deliver by outcome: acknowledged, or why not',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const latency = new Histogram({
    name: 'guidepost_notification_latency_seconds',
    help: 'Time from an event to the acknowledgement of its notification',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 3_600, 21_600, 86_400],
    registers: [registry],
  });
  return {
    count: (outcome) => deliveries.inc({ outcome }),
    acknowledged: (afterMs) => {
      latency.observe(afterMs / 1_000);
      noteWork?.('acknowledgement');
    },
  };
}
