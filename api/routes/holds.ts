import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { answers, ok } from '../../contract/schemas/envelope.ts';
import {
  HoldCreateBody,
  HoldDetailData,
  HoldExtendBody,
  HoldListData,
  HoldListQuery,
  HoldPath,
} from '../../contract/schemas/holds.ts';
import { IdempotencyHeaders } from '../../contract/schemas/idempotency.ts';
import type { HoldService } from '../../services/holds/index.ts';
import { type CursorSeal, readPage } from '../../services/lists/sealed-cursor.ts';
import { allowNoBody } from '../plugins/content.ts';

const TAGS = ['orders'];

/** The hold endpoints, for the scope behind the token. */
export function holdRoutes(holds: HoldService, cursors: CursorSeal): FastifyPluginAsyncTypebox {
  return async function hold(scope) {
    scope.post(
      '/open/v1/order/hold',
      { schema: makeRoute, config: { scope: 'order:write', idempotency: 'own' } },
      async (request, reply) => {
        const key = request.headers['idempotency-key'];
        const { hold, isReplay } = await holds.hold(request.merchant, request.body, key);
        if (isReplay) reply.header('idempotent-replayed', 'true');
        return ok(hold);
      },
    );

    scope.get(
      '/open/v1/order/hold/detail/:holdId',
      { schema: detailRoute, config: { scope: 'order:read' } },
      async (request) => ok(await holds.detail(request.merchant, request.params.holdId)),
    );

    scope.get(
      '/open/v1/order/hold/list',
      { schema: listRoute, config: { scope: 'order:read' } },
      async ({ merchant, query }) => {
        const page = { list: 'order/hold/list', merchantKey: merchant.key, query };
        return ok(await readPage(cursors, page, (at) => holds.list(merchant, at)));
      },
    );

    scope.post(
      '/open/v1/order/hold/extend/:holdId',
      { schema: extendRoute, config: { scope: 'order:write' }, preValidation: allowNoBody },
      async ({ merchant, params, body }) => ok(await holds.extend(merchant, params.holdId, body.holdSeconds)),
    );

    scope.post(
      '/open/v1/order/hold/release/:holdId',
      { schema: releaseRoute, config: { scope: 'order:write' } },
      async ({ merchant, params }) => ok(await holds.release(merchant, params.holdId)),
    );
  };
}

const makeRoute = {
  operationId: 'holdGuide',
  tags: TAGS,
  summary: 'Keep a guide’s time and price for a while, without contact data; order/create books it',
  description:
    'For agencies. For everybody else the guide is taken, as by an order, until the hold is booked by order/create with its `holdId`, released, or over. ' +
    'Refuses what order/create would refuse, with the same codes. You may have 100 open holds; one more is refused with 42902.',
  headers: IdempotencyHeaders,
  body: HoldCreateBody,
  response: answers(
    HoldDetailData,
    'guideForbidden',
    'merchantKindForbidden',
    'guideNotFound',
    'guideUnavailable',
    'priceChanged',
    'limitReached',
    'idempotencyKeyReused',
  ),
};

const detailRoute = {
  operationId: 'getHold',
  tags: TAGS,
  summary: 'Everything about one hold',
  description:
    'What it keeps, at which price, until when; its `status`, and the order that it became. Only your own: others are refused with 40013.',
  params: HoldPath,
  response: answers(HoldDetailData, 'holdNotFound'),
};

const listRoute = {
  operationId: 'listHolds',
  tags: TAGS,
  summary: 'Your holds, newest first',
  description: 'In whatever state, or in the `status` that you name. Pages go on by `cursor`.',
  querystring: HoldListQuery,
  response: answers(HoldListData),
};

const extendRoute = {
  operationId: 'extendHold',
  tags: TAGS,
  summary: 'Keep what is held for longer',
  description:
    'For who made it, while it is `held`. It never becomes shorter by it, lasts at most 48 h in all, and ends when the trip begins. ' +
    'One that has ended is refused with 40907, which tells how.',
  headers: IdempotencyHeaders,
  params: HoldPath,
  body: HoldExtendBody,
  response: answers(HoldDetailData, 'holdNotFound', 'holdStateForbids', 'limitReached'),
};

const releaseRoute = {
  operationId: 'releaseHold',
  tags: TAGS,
  summary: 'Give back what is held',
  description:
    'For who made it. The guide is free again for everybody at once, and who waits for it is told. What is released already is answered as it is; what is booked or expired is refused with 40907.',
  headers: IdempotencyHeaders,
  params: HoldPath,
  response: answers(HoldDetailData, 'holdNotFound', 'holdStateForbids'),
};
