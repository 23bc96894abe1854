import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { CSV_CONTENT_TYPE, CSV_TYPE } from '../../../contract/operations/settlements.ts';
import { answers, ok } from '../../../contract/schemas/envelope.ts';
import { OrderPath } from '../../../contract/schemas/orders.ts';
import { sendFile } from '../../../lib/http/send-file.ts';
import { createGuideChoices } from '../../../services/guides/choices.ts';
import { createCursorSeal, readPage } from '../../../services/lists/sealed-cursor.ts';
import { readHome } from '../../../services/trade/home.ts';
import { readInbox } from '../../../services/trade/inbox.ts';
import { countCards, exportCards, listCards } from '../../../services/trade/listing.ts';
import { readOrderPeople } from '../../../services/trade/people.ts';
import { readTripPrices } from '../../../services/trade/trip-prices.ts';
import { mayShow } from '../acting.ts';
import type { ConsoleDeps } from '../deps.ts';
import {
  CardCount,
  CardExportQuery,
  CardFilters,
  CardList,
  CardListQuery,
  GuideChoices,
  Home,
  Inbox,
  OrderPeople,
  TripPriceQuery,
  TripPrices,
} from './schemas.ts';

/** What the trade pages show of a merchant beside the API's own operations. */
export function tradePageRoutes({ deps }: { readonly deps: ConsoleDeps }): FastifyPluginAsyncTypebox {
  const cursors = createCursorSeal(deps.cipher);
  const { settlements } = deps;
  const config = { action: 'orders.read' } as const;
  const find = { action: 'guides.read' } as const;
  const choices = createGuideChoices(deps.orm);
  const fork = () => deps.orm.em.fork();
  return async (scope) => {
    scope.get('/home', { config, schema: { response: answers(Home) } }, async (request) => {
      const home = await readHome(fork(), request.merchant, {
        now: deps.now(),
        settlements: mayShow(request, 'settlement:read') ? settlements : undefined,
      });
      return ok({ ...home, endpoints: mayShow(request, 'notification') ? home.endpoints : [] });
    });
    scope.get('/inbox', { config, schema: { response: answers(Inbox) } }, async ({ merchant }) =>
      ok(await readInbox(fork(), merchant, deps.now())),
    );
    scope.get(
      '/orders',
      { config, schema: { querystring: CardListQuery, response: answers(CardList) } },
      async ({ merchant, query }) => {
        const page = { list: 'console/orders', merchantKey: merchant.key, query };
        return ok(await readPage(cursors, page, (at) => listCards(fork(), merchant, at)));
      },
    );
    scope.get(
      '/orders/count',
      { config, schema: { querystring: CardFilters, response: answers(CardCount) } },
      async ({ merchant, query }) => ok(await countCards(fork(), merchant, query)),
    );
    scope.get(
      '/orders.csv',
      { config: { ...config, produces: [CSV_TYPE] }, schema: { querystring: CardExportQuery } },
      async ({ merchant, query: { orderIds, ...filter } }, reply) =>
        sendFile(reply, CSV_CONTENT_TYPE, {
          name: `orders-${merchant.key.replaceAll(/[^\w-]/g, '_')}.csv`,
          content: exportCards(fork(), merchant, { ...filter, orderIds: orderIds?.split(',') }),
        }),
    );
    scope.get(
      '/find/prices',
      { config: find, schema: { querystring: TripPriceQuery, response: answers(TripPrices) } },
      async ({ merchant, query: { guideIds, ...wish } }) => {
        const wished = { ...wish, guideIds: guideIds.split(',') };
        return ok({ list: await readTripPrices(fork(), merchant, wished, deps.now()) });
      },
    );
    scope.get(
      '/find/choices',
      { config: find, schema: { response: answers(GuideChoices) } },
      async (request) => ok(await choices(request.merchant.sandbox)),
    );
    scope.get(
      '/orders/:orderId/people',
      { config, schema: { params: OrderPath, response: answers(OrderPeople, 'orderNotFound') } },
      async ({ merchant, params }) => ok(await readOrderPeople(fork(), merchant, params.orderId)),
    );
  };
}
