import type { FastifyPluginAsync } from 'fastify';
import { answers, ok } from '../../../contract/schemas/envelope.ts';
import { DEFAULT_PLATFORM_TERMS } from '../../../domain/platform-terms.ts';
import { addRoutes } from '../../../lib/http/add-routes.ts';
import { createCredentialService } from '../../../services/credentials/credentials.ts';
import { createCursorSeal } from '../../../services/lists/sealed-cursor.ts';
import { createMerchantRegistry } from '../../../services/operators/registry/merchant-registry.ts';
import { search } from '../../../services/operators/search.ts';
import { readWaitingWork } from '../../../services/operators/waiting-work.ts';
import type { ConsoleContext } from '../context.ts';
import type { ConsoleDeps } from '../deps.ts';
import { Found, OperatorHome } from './answers.ts';
import { auditRoutes } from './audit.ts';
import { deliveryRoutes } from './deliveries.ts';
import { merchantRoutes } from './merchants.ts';
import { orderRoutes } from './orders.ts';
import { personalDataRoutes } from './personal-data.ts';
import { proposalRoutes } from './proposals.ts';
import { SearchBody } from './schemas.ts';
import { statusRoutes } from './status.ts';
import type { TypedRoutes } from './typed.ts';

/** The back office: what needs operators, search, merchants, deliveries, orders, the audit log. */
export const operatorRoutes = ({
  deps,
  decisions,
}: Pick<ConsoleContext, 'decisions' | 'deps'>): FastifyPluginAsync =>
  async function operators(scope) {
    const services = {
      ...deps,
      decisions,
      seal: createCursorSeal(deps.cipher),
      merchants: createMerchantRegistry(deps),
      credentials: createCredentialService(deps),
    };
    await addRoutes(scope, overviewRoutes(services));
    await addRoutes(scope, statusRoutes(deps));
    await addRoutes(scope, merchantRoutes(services));
    await addRoutes(scope, deliveryRoutes(services));
    await addRoutes(scope, orderRoutes(services));
    await addRoutes(scope, proposalRoutes(services));
    await addRoutes(scope, personalDataRoutes(services));
    await addRoutes(scope, auditRoutes(services));
  };

const overviewRoutes = ({ orm, now, config }: ConsoleDeps): TypedRoutes =>
  async function home(scope) {
    const { timeZone } = config.terms ?? DEFAULT_PLATFORM_TERMS;
    scope.get(
      '/api/operator/desk',
      { config: { action: 'operator.read' }, schema: { response: answers(OperatorHome) } },
      async () => ok({ piles: await readWaitingWork(orm, now(), timeZone) }),
    );
    // What is searched for may be somebody's phone number, which must not be in an address.
    scope.post(
      '/api/operator/search',
      {
        config: { action: 'operator.search', onlyReads: true },
        schema: { body: SearchBody, response: answers(Found) },
      },
      async ({ actor, body }) => ok(await search(orm, actor, body.text)),
    );
  };
