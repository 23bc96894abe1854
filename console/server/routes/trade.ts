import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { registerTradeRoutes } from '../../../api/trade-routes.ts';
import { mayInCompany } from '../../../domain/console-roles.ts';
import { MerchantKindForbidden } from '../../../domain/errors.ts';
import { clientAddress } from '../../../lib/admission/client-address.ts';
import { countRequest } from '../../../lib/admission/requests.ts';
import { addRoutes } from '../../../lib/http/add-routes.ts';
import type { AppDeps } from '../../../lib/http/deps.ts';
import {
  actingFor,
  callerOfPerson,
  merchantOf,
  namedMerchant,
} from '../../../services/credentials/caller.ts';
import { createCursorSeal } from '../../../services/lists/sealed-cursor.ts';
import type { MerchantDirectory } from '../../../services/merchants.ts';
import { sideOf } from '../place.ts';
import { signedIn } from '../plugins/access.ts';
import { MerchantUnavailable } from '../refusals.ts';
import { tradeAccess } from '../trade-access.ts';

const PREFIX = '/api/:company/:world';
/** For routes that act for a merchant: they count against the same budget as its requests to the API. */
export const MERCHANT_LIMITS = ['address', 'person', 'merchant'] as const;

/**
 * The API's own operations on guides, orders, notifications and money, for a person in the company: same routes, same schemas,
 * same refusals; only whose requests they are, and what they may do, the session and the role say.
 */
export async function registerTrade(app: FastifyInstance, deps: AppDeps, merchants: MerchantDirectory) {
  const cursors = createCursorSeal(deps.cipher);
  await addRoutes(
    app,
    async function trade(scope: FastifyInstance) {
      scope.addHook('onRoute', (route) => {
        const { url, config = {} } = route;
        // Answers of OPTIONS and of wrong methods are for anybody.
        const isPublic = config.scope === 'public';
        const access = isPublic ? {} : tradeAccess(url, config);
        const counted = isPublic ? {} : { limits: MERCHANT_LIMITS };
        route.config = { ...config, ...access, ...counted, isAuthenticated: true };
      });
      scope.addHook('onRequest', async (request, reply) => {
        const { scope: needed } = request.routeOptions.config;
        if (needed !== 'public') await speakForMerchant(request, reply, merchants, needed);
      });
      await registerTradeRoutes(scope, deps, { merchants, cursors });
    },
    { prefix: PREFIX },
  );
}

/**
 * Sets `request.merchant`: the company's merchant of the address's environment, or the one that it acts for by the address (or by
 * `On-Behalf-Of`). The operation's schema
 * does not know the address's first parts: they are taken from the parameters.
 * @throws NoSuchPlace, MerchantUnavailable, MerchantKindForbidden, RateLimited
 */
export async function speakForMerchant(
  request: FastifyRequest,
  reply: FastifyReply,
  merchants: MerchantDirectory,
  scope: string | undefined,
): Promise<void> {
  const params = request.params as { company?: string; world?: string };
  const { world, actingFor: place } = sideOf(params.world);
  delete params.company;
  delete params.world;
  const { sandboxKey, liveKey } = request.company;
  const key = world === 'sandbox' ? sandboxKey : liveKey;
  if (key === null) throw new MerchantUnavailable('not_live_yet');
  const holder = await merchants.find(key);
  if (holder === undefined) throw new MerchantUnavailable('suspended');
  await countRequest(request, reply, 'merchant', holder.key);
  const { person } = signedIn(request);
  const caller = callerOfPerson(holder, person.id);
  const named = place ?? request.headers['on-behalf-of'];
  const acting = named === undefined ? caller : await actingFor(caller, namedMerchant(named), merchants);
  if (scope !== undefined && !acting.scopes.some((one) => one === scope))
    throw new MerchantKindForbidden(`this merchant lacks the scope ${scope}`);
  request.caller = acting;
  request.merchant = merchantOf(acting, {
    personId: person.id,
    address: clientAddress(request.ip),
    requestId: request.id,
    mayNotManageEndpoints: !mayInCompany(request.company.role, 'endpoints.write'),
  });
}
