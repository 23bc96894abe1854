import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { holdOperations } from '../../contract/operations/holds.ts';
import { ok } from '../../contract/schemas/envelope.ts';
import { allowNoBody } from '../../lib/http/plugins/content.ts';
import type { HoldService } from '../../services/holds/index.ts';
import { type CursorSeal, readPage } from '../../services/lists/sealed-cursor.ts';
import { type QuoteSeal, quoteNamedBy } from '../../services/orders/quote-seal.ts';

/** The hold endpoints, for the scope behind the token. */
export function holdRoutes(
  holds: HoldService,
  cursors: CursorSeal,
  quotes: QuoteSeal,
): FastifyPluginAsyncTypebox {
  return async function hold(scope) {
    scope.route({
      ...holdOperations.holdGuide,
      handler: async (request, reply) => {
        const key = request.headers['idempotency-key'];
        const { merchant, body } = request;
        const quote = quoteNamedBy(body, merchant, quotes);
        const { hold, isReplay } = await holds.hold(merchant, body, key, { quote });
        if (isReplay) reply.header('idempotent-replayed', 'true');
        return ok(hold);
      },
    });

    scope.route({
      ...holdOperations.getHold,
      handler: async (request) => ok(await holds.detail(request.merchant, request.params.holdId)),
    });

    scope.route({
      ...holdOperations.listHolds,
      handler: async ({ merchant, query }) => {
        const page = { list: 'order/hold/list', merchantKey: merchant.key, query };
        return ok(await readPage(cursors, page, (at) => holds.list(merchant, at)));
      },
    });

    scope.route({
      ...holdOperations.changeHold,
      handler: async ({ merchant, params, body }) => ok(await holds.change(merchant, params.holdId, body)),
    });

    scope.route({
      ...holdOperations.extendHold,
      preValidation: allowNoBody,
      handler: async ({ merchant, params, body }) =>
        ok(await holds.extend(merchant, params.holdId, body.holdSeconds)),
    });

    scope.route({
      ...holdOperations.releaseHold,
      handler: async ({ merchant, params }) => ok(await holds.release(merchant, params.holdId)),
    });
  };
}
