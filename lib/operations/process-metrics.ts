import { collectDefaultMetrics, type Registry } from 'prom-client';

/** The library's 10 ms would cost a process that has nothing to do half a percent of a core. */
const LOOP_SAMPLE_MS = 100;

/**
 * Memory, CPU, handles, garbage and event loop of this process. What is reported of the event loop is the time from one reading to
 * the next: a tenth of a second more than its lag.
 */
export function collectProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOP_SAMPLE_MS });
}
