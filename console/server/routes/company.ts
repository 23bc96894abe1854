import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { MerchantDirectory } from '../../../api/services/merchants.ts';
import { speakForMerchant } from './trade.ts';

/** Registers the console's own routes of a company's merchant: below `/api/:company/:world/console`, with `request.merchant`. */
export async function registerMerchantScope(
  app: FastifyInstance,
  merchants: MerchantDirectory,
  routes: readonly FastifyPluginAsync[],
): Promise<void> {
  await app.register(
    async (scope) => {
      scope.addHook('onRequest', async (request) => {
        const { action } = request.routeOptions.config;
        const isAdmitted = action !== undefined && action !== 'public';
        if (isAdmitted) await speakForMerchant(request, merchants, undefined);
      });
      for (const plugin of routes) await scope.register(plugin);
    },
    { prefix: '/api/:company/:world/console' },
  );
}
