import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Registry } from 'prom-client';
import { Type } from 'typebox';
import { oneOf } from '../schemas/common.ts';
import { envelope, errorAnswers, ok } from '../schemas/envelope.ts';
import { checkReadiness, type HealthDeps } from '../services/health.ts';

/** For whoever runs the platform: alive, ready, measured. None needs a token; keep /metrics inside at the proxy. */
export const operationRoutes = (deps: HealthDeps & { registry: Registry }): FastifyPluginAsyncTypebox =>
  async function operations(scope) {
    // Asked every few seconds by machines: only their failures are worth a log line.
    // Nor do they count against any limit.
    const quiet = { logLevel: 'warn', config: { quota: 'none' } } as const;

    scope.get('/healthz', { ...quiet, schema: healthRoute }, async () => ok({ status: 'alive' as const }));

    scope.get('/readyz', { ...quiet, schema: readyRoute }, async () =>
      ok({ components: await checkReadiness(deps) }),
    );

    scope.get('/metrics', { ...quiet, schema: metricsRoute }, async (_request, reply) => {
      reply.type(deps.registry.contentType);
      return deps.registry.metrics();
    });
  };

const state = oneOf(['up', 'away', 'unknown']);

const healthRoute = {
  operationId: 'checkAlive',
  tags: ['operations'],
  summary: 'The process is alive',
  security: [],
  response: { 200: envelope(Type.Object({ status: Type.Literal('alive') })), ...errorAnswers('internal') },
};

const readyRoute = {
  operationId: 'checkReady',
  tags: ['operations'],
  summary: 'The process can serve requests; needs the database, not Temporal',
  security: [],
  response: {
    200: envelope(Type.Object({ components: Type.Object({ database: state, temporal: state }) })),
    ...errorAnswers('internal', 'unavailable'),
  },
};

const metricsRoute = {
  operationId: 'getMetrics',
  tags: ['operations'],
  summary: 'Metrics for Prometheus',
  security: [],
  produces: ['text/plain'],
  response: { 200: Type.String({ description: 'Prometheus text format' }) },
};
