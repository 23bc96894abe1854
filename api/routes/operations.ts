import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { envelope, errorAnswers, ok } from '../../contract/schemas/envelope.ts';
import { Health, Readiness } from '../../contract/schemas/health.ts';
import { checkReadiness, type HealthDeps } from '../../services/health.ts';

/** For whoever runs the platform: alive, ready. None needs a token; metrics have a port of their own. */
export const operationRoutes = (deps: HealthDeps): FastifyPluginAsyncTypebox =>
  async function operations(scope) {
    // Asked every few seconds by machines: only their failures are worth a log line.
    // Nor do they count against any limit: however many ask at once, a probe asks its part once.
    const quiet = { logLevel: 'warn', config: { limits: [] } } as const;

    scope.get('/healthz', { ...quiet, schema: healthRoute }, async () => ok({ status: 'alive' as const }));

    scope.get('/readyz', { ...quiet, schema: readyRoute }, async () =>
      ok({ components: await checkReadiness(deps) }),
    );
  };

const healthRoute = {
  operationId: 'checkAlive',
  tags: ['operations'],
  summary: 'The process is alive',
  description: 'For probes; it asks nothing else, and counts against no limit.',
  security: [],
  response: { 200: envelope(Health), ...errorAnswers('invalidParameter', 'internal') },
};

const readyRoute = {
  operationId: 'checkReady',
  tags: ['operations'],
  summary: 'The process can serve requests; needs the database and its key, not Temporal',
  description: 'For load balancers; it counts against no limit.',
  security: [],
  response: {
    200: envelope(Readiness),
    ...errorAnswers('invalidParameter', 'internal', 'unavailable'),
  },
};
