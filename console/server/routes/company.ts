import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import { type CompanyAction, mayByLink } from '../../../domain/console-roles.ts';
import { MerchantKindForbidden } from '../../../domain/errors.ts';
import { addRoutes } from '../../../lib/http/add-routes.ts';
import type { MerchantDirectory } from '../../../services/merchants.ts';
import { isActing } from '../acting.ts';
import type { ConsoleAccess } from '../plugins/access.ts';
import { MERCHANT_LIMITS, speakForMerchant } from './trade.ts';

/** Registers the console's own routes of a company's merchant: below `/api/:company/:world/console`, with `request.merchant`. */
export async function registerMerchantScope(
  app: FastifyInstance,
  merchants: MerchantDirectory,
  routes: readonly FastifyPluginAsync[],
): Promise<void> {
  await addRoutes(
    app,
    async function company(scope: FastifyInstance) {
      scope.addHook('onRoute', (route) => {
        const { action } = route.config ?? {};
        const isPublic = action === undefined || action === 'public';
        if (!isPublic) route.config = { ...route.config, limits: MERCHANT_LIMITS };
      });
      scope.addHook('onRequest', async (request, reply) => {
        const { action } = request.routeOptions.config;
        if (action === undefined || action === 'public') return;
        await speakForMerchant(request, reply, merchants, undefined);
        if (isActing(request)) requireLinked(request, action);
      });
      for (const plugin of routes) await addRoutes(scope, plugin);
    },
    { prefix: '/api/:company/:world/console' },
  );
}

/** What a link does not allow, its provider's people do for their own company only. @throws MerchantKindForbidden */
function requireLinked({ caller }: FastifyRequest, action: ConsoleAccess): void {
  if (!mayByLink(caller.scopes, action as CompanyAction))
    throw new MerchantKindForbidden('the link with this merchant does not allow that');
}
