import type { FastifyInstance } from 'fastify';
import { Histogram, type Registry } from 'prom-client';
import type { WorkKind } from '../../../domain/heartbeat.ts';
import { collectProcessMetrics } from '../../operations/process-metrics.ts';

/** Machines ask for these, also while nobody uses the process. */
const PROBED = ['/healthz', '/readyz'];

/**
 * Measures every request by route (as declared, so that ids make no new series), method, status and code.
 * @param noteWork called after each that is not a probe's.
 */
export function registerMetrics(
  app: FastifyInstance,
  registry: Registry,
  noteWork?: (kind: WorkKind) => void,
): void {
  collectProcessMetrics(registry);
  const duration = new Histogram({
    name: 'guidepost_http_request_duration_seconds',
    help: 'Time from a request to its answer',
    labelNames: ['method', 'route', 'status', 'code'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: String(reply.statusCode),
      code: String(reply.refusedWith ?? 200),
    };
    duration.observe(labels, reply.elapsedTime / 1_000);
    if (!PROBED.includes(labels.route)) noteWork?.('request');
  });
}
