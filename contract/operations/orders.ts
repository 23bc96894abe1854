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
    'For the studio, until `confirmBy`. The order becomes `confirmed`, the studio sees contact details from now on, and the merchant is notified by ' +
    '`order.status_changed`. In any other state it is refused with 40901; for the merchant that ordered, with 40006.',
  reject:
    'For the studio, while the order is `pending`. The order becomes `cancelled`, its time is free again, nothing is charged, and the merchant is notified with your `reason`. ' +
    'Once it is confirmed, this is refused with 40901: use order/cancel.',
  start:
    'For the studio and a `confirmed` order, at the earliest 24 hours before the trip. Otherwise it starts automatically when the trip begins. From then on, neither side can cancel it. ' +
    'If it is too early, or in any other state, it is refused with 40901.',
  complete:
    'For the studio and an order `in_progress`. Otherwise it completes automatically when the trip ends. What the order has earned is posted to both statements. ' +
    'In any other state it is refused with 40901.',
  cancel:
    'The merchant that ordered can cancel while the order is `pending`, free of charge, or `confirmed`, under its cancellation policy: order/cancel-quote returns the refund. ' +
    'The studio can cancel a `confirmed` order, with a full refund. The time is free again, and both sides are notified. In any other state it is refused with 40901.',
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
      summary: 'Book a guide, or what a hold keeps',
      description:
        'For agencies. Places a `pending` order that takes the time, at the current price and terms. The studio has until `confirmBy` to confirm it, ' +
        'or it is confirmed at once if the guide has instant confirmation. Both sides are notified by `order.status_changed`. Days that are taken or closed are refused with 40902, ' +
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
      summary: 'Read one order',
      description:
        "For the merchant that ordered and the studio, with its history and what you can do now (`availableActions`). The studio sees the contact's name, phone number and " +
        "other personal data once it has confirmed. Other merchants' orders are refused as if they didn't exist.",
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
        'List the merchant’s orders, or those for the studio’s guides: newest first, latest trip first with trip dates, earliest change first with `updatedSince`',
      querystring: OrderListQuery,
      description:
        "A summary of each; order/detail has the rest. Use `cursor` for further pages. `updatedSince` keeps a copy in step, and can't be combined with trip dates (40001).",
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
      summary: 'Read what cancelling an order would refund now, and when that changes',
      description:
        'For both sides, each for its own way to cancel; nothing is changed. Until `nextChange`, order/cancel refunds exactly this, unless the order is changed or refunded in the meantime. If you ' +
        "can't cancel, `cancellable` is false and `refund` is null.",
      params: OrderPath,
      response: answers(CancelQuote, 'orderNotFound'),
    },
  },
  cancelOrder: moving('cancel'),
});
