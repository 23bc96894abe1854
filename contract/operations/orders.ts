import type { OrderAction } from '../../domain/order-state.ts';
import { answers } from '../schemas/envelope.ts';
import { IdempotencyHeaders } from '../schemas/idempotency.ts';
import {
  OrderCreateBody,
  OrderDetailData,
  OrderListData,
  OrderListQuery,
  OrderMoveBody,
  OrderPath,
} from '../schemas/orders.ts';
import { CancelQuote } from '../schemas/quotes.ts';
import { defineOperations } from './define.ts';

const TAGS = ['orders'];

const ACTION_DESCRIPTIONS: Record<OrderAction, string> = {
  confirm:
    'For the studio, until `confirmBy` is over. The order is `confirmed`, the studio sees contact data from now on, and the merchant is notified by ' +
    '`order.status_changed`. An order in another state is refused with 40901, the merchant that ordered it with 40006.',
  reject:
    'For the studio, while the order is `pending`. The order is `cancelled`, its time is free again, nothing is charged, and the merchant is notified with your `reason`. ' +
    'Once it is confirmed use order/cancel: 40901.',
  start:
    'For the studio, of a `confirmed` order, from 24 hours before the trip; else it starts by itself when the trip begins. From then on neither side can cancel it. ' +
    'Too early, or in another state, is refused with 40901.',
  complete:
    'For the studio, of an order `in_progress`; else it completes by itself when the trip ends. What the order has earned is posted to both statements. ' +
    'In another state it is refused with 40901.',
  cancel:
    'The merchant that ordered cancels while the order is `pending`, for nothing, or `confirmed`, under its cancellation policy: order/cancel-quote answers the refund. ' +
    'The studio cancels a `confirmed` one, with a full refund. The time is free again, and both sides are notified. In another state it is refused with 40901.',
};

const ACTION_SUMMARIES: Record<OrderAction, string> = {
  confirm: 'Studio: confirm a pending order',
  reject: 'Studio: reject a pending order',
  start: 'Studio: start the trip',
  complete: 'Studio: complete the trip',
  cancel: 'Cancel an order: the merchant under the cancellation policy, the studio with a full refund',
};

function moving<const Action extends OrderAction>(action: Action) {
  return {
    route: `POST /open/v1/order/${action}/{orderId}` as const,
    sdk: `orders.${action}` as const,
    access: { scope: 'order:write' as const },
    schema: {
      tags: TAGS,
      summary: ACTION_SUMMARIES[action],
      description: ACTION_DESCRIPTIONS[action],
      headers: IdempotencyHeaders,
      params: OrderPath,
      body: OrderMoveBody,
      response: answers(OrderDetailData, 'orderNotFound', 'merchantKindForbidden', 'orderStateForbids'),
    },
  };
}

export const orderOperations = defineOperations({
  createOrder: {
    route: 'POST /open/v1/order/create',
    sdk: 'orders.create',
    access: { scope: 'order:write', idempotency: 'own' },
    schema: {
      tags: TAGS,
      summary: 'Book a guide, or what a hold keeps of it',
      description:
        'For agencies. Makes a `pending` order that holds the time, at the price and the terms of this moment; the studio has until `confirmBy` to confirm it, ' +
        'or it is confirmed at once where the guide says so. Both sides are notified by `order.status_changed`. Days that are taken or closed are refused with 40902, ' +
        'a price other than `expectedTotal` with 40908. Send an `Idempotency-Key`: a repeat gets the first answer.',
      headers: IdempotencyHeaders,
      body: OrderCreateBody,
      response: answers(
        OrderDetailData,
        'guideForbidden',
        'merchantKindForbidden',
        'guideNotFound',
        'guideUnavailable',
        'limitReached',
        'holdNotFound',
        'holdStateForbids',
        'priceChanged',
        'idempotencyKeyReused',
        'referenceTaken',
      ),
    },
  },
  getOrder: {
    route: 'GET /open/v1/order/detail/{orderId}',
    sdk: 'orders.get',
    access: { scope: 'order:read' },
    schema: {
      tags: TAGS,
      summary: 'Everything about one order',
      description:
        'For the merchant that ordered it and for its studio, with its history and what you may do now (`availableActions`). The studio sees name, phone number and ' +
        'what else is personal once it has confirmed. An order of others is refused like one that does not exist.',
      params: OrderPath,
      response: answers(OrderDetailData, 'orderNotFound'),
    },
  },
  listOrders: {
    route: 'GET /open/v1/order/list',
    sdk: 'orders.list',
    noun: 'order',
    access: { scope: 'order:read' },
    schema: {
      tags: TAGS,
      summary:
        'Orders placed by the merchant, or for the studio’s guides; newest first, latest trip first when filtered by trip date, earliest change first with `updatedSince`',
      querystring: OrderListQuery,
      description:
        'Each in one line; order/detail has the rest. Pages go on by `cursor`. `updatedSince` keeps a copy in step, and is refused together with trip dates (40001).',
      response: answers(OrderListData),
    },
  },
  confirmOrder: moving('confirm'),
  rejectOrder: moving('reject'),
  startOrder: moving('start'),
  completeOrder: moving('complete'),
  quoteCancellation: {
    route: 'GET /open/v1/order/cancel-quote/{orderId}',
    sdk: 'orders.quoteCancellation',
    noun: 'quote',
    access: { scope: 'order:read' },
    schema: {
      tags: TAGS,
      summary: 'What cancelling an order would refund now, and when that changes next',
      description:
        'For both sides, each as it may cancel; nothing is changed. Until `nextChange`, order/cancel refunds exactly this, unless the order is changed or refunded meanwhile. Where you ' +
        'may not cancel, `cancellable` is false and `refund` null.',
      params: OrderPath,
      response: answers(CancelQuote, 'orderNotFound'),
    },
  },
  cancelOrder: moving('cancel'),
});
