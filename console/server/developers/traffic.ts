import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { envelope, ok } from '../../../contract/schemas/envelope.ts';
import type { ErrorCode } from '../../../domain/errors.ts';
import { docUrlOf } from '../../../lib/http/plugins/errors.ts';
import { createCursorSeal, readPage } from '../../../services/lists/sealed-cursor.ts';
import { createDeliveryHistory } from '../../../services/notifications/delivery-history.ts';
import { createFailedRequests } from '../../../services/requests/failed-requests.ts';
import type { ConsoleContext } from '../context.ts';
import { ownMerchant } from './own-merchant.ts';
import { History, HistoryQuery, RequestList, RequestQuery } from './schemas.ts';

/** What the merchant sent us and failed, and how its endpoints did over time. */
export const trafficRoutes = ({ deps }: ConsoleContext): FastifyPluginAsyncTypebox =>
  async function traffic(scope) {
    const config = { action: 'deliveries.read' } as const;
    const requests = createFailedRequests(deps);
    const history = createDeliveryHistory(deps);
    const cursors = createCursorSeal(deps.cipher);

    scope.get('/requests', { schema: requestsRoute, config }, async (request) => {
      const { key } = ownMerchant(request);
      const page = { list: 'console/requests', merchantKey: key, query: request.query };
      const { list, nextCursor } = await readPage(cursors, page, (at) => requests.list(key, at));
      const { publicBaseUrl } = deps.config;
      const documented = list.map((one) => ({
        ...one,
        docUrl: one.code === null ? null : docUrlOf(publicBaseUrl, one.code as ErrorCode),
      }));
      return ok({ list: documented, nextCursor });
    });

    scope.get('/deliveries/history', { schema: historyRoute, config }, async (request) => {
      const { hours = 24 } = request.query;
      return ok({ list: await history.read(request.merchant.key, hours) });
    });
  };

const requestsRoute = { querystring: RequestQuery, response: { 200: envelope(RequestList) } };
const historyRoute = { querystring: HistoryQuery, response: { 200: envelope(History) } };
