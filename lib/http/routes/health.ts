import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { healthOperations } from '../../../contract/operations/health.ts';
import { ok } from '../../../contract/schemas/envelope.ts';
import { checkReadiness, type HealthDeps } from '../../../services/health.ts';

/** For operators: alive, ready. None needs a token; metrics have their own port. */
export const operationRoutes = (deps: HealthDeps): FastifyPluginAsyncTypebox =>
  async function operations(scope) {
    // Asked every few seconds by machines: only their failures are worth a log line.
    const quiet = { logLevel: 'warn' } as const;

    scope.route({
      ...healthOperations.checkAlive,
      ...quiet,
      handler: async () => ok({ status: 'alive' as const }),
    });

    scope.route({
      ...healthOperations.checkReady,
      ...quiet,
      handler: async () => ok({ components: await checkReadiness(deps) }),
    });
  };
