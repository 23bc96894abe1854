import { answers } from '../schemas/envelope.ts';
import {
  ChangeAnswerBody,
  ChangedData,
  ChangeListData,
  ChangeQuote,
  ChangeQuoteBody,
  OrderChangeBody,
  RefundBody,
} from '../schemas/order-changes.ts';
import { OrderDetailData, OrderPath } from '../schemas/orders.ts';
import { defineOperations } from './define.ts';

const TAGS = ['orders'];

type AnswerStep = 'accept' | 'decline' | 'withdraw';

const ANSWER_DESCRIPTIONS: Record<AnswerStep, string> = {
  accept:
    'For the studio, until `answerBy`. The order is changed as requested, at the price of the request, and both sides are notified by `order.changed`. If someone else has taken the days by ' +
    'then, it is refused with 40902, and the change keeps waiting. Send `changeId` to accept exactly the change that you have read.',
  decline:
    'For the studio, until `answerBy`. The order stays as it is, and the merchant is notified by `order.change_declined` with your `reason`. If no change is waiting, it is refused with 40901.',
  withdraw:
    'For the merchant that ordered, until the studio has answered. The order stays as it is, and both sides are notified by `order.change_withdrawn`. If no change is waiting, it is refused with 40901.',
};

const ANSWER_SUMMARIES: Record<AnswerStep, string> = {
  accept: 'Studio: accept the waiting change',
  decline: 'Studio: decline the waiting change',
  withdraw: 'Merchant: withdraw the waiting change',
};

function answering<const Step extends AnswerStep>(step: Step) {
  return {
    route: `POST /open/v1/order/change-${step}/{orderId}` as const,
    sdk: `orders.${step}Change` as const,
    noun: 'changed',
    access: { scope: 'order:write' as const },
    schema: {
      tags: TAGS,
      summary: ANSWER_SUMMARIES[step],
      description: ANSWER_DESCRIPTIONS[step],
      params: OrderPath,
      body: ChangeAnswerBody,
      response: answers(
        ChangedData,
        'orderNotFound',
        'merchantKindForbidden',
        'orderStateForbids',
        'guideUnavailable',
      ),
    },
  };
}

export const orderChangeOperations = defineOperations({
  quoteOrderChange: {
    route: 'POST /open/v1/order/change-quote/{orderId}',
    sdk: 'orders.quoteChange',
    noun: 'quote',
    access: { scope: 'order:read', idempotency: 'none', onlyReads: true },
    schema: {
      tags: TAGS,
      summary: 'Read what a change of an order would cost, and whether it is possible',
      description:
        'For the merchant that ordered. Returns the new price, the difference, the fee, whether the studio must agree and until when, and what prevents it (`obstacles`); nothing is held or changed. ' +
        'Refuses what order/change would refuse as malformed. As long as neither the guide nor the order changes, order/change has exactly this result.',
      params: OrderPath,
      body: ChangeQuoteBody,
      response: answers(ChangeQuote, 'orderNotFound', 'merchantKindForbidden'),
    },
  },
  changeOrder: {
    route: 'POST /open/v1/order/change/{orderId}',
    sdk: 'orders.change',
    noun: 'changed',
    access: { scope: 'order:write' },
    schema: {
      tags: TAGS,
      summary: 'Change an order, or ask its studio to agree',
      description:
        'For the ordering merchant, while the order is pending or confirmed. For a confirmed order, changes of trip, guests and language need the ' +
        "studio's consent unless the guide's `changeRule` is `instant`; everything else is changed at once. A new request replaces a waiting one.",
      params: OrderPath,
      body: OrderChangeBody,
      response: answers(
        ChangedData,
        'orderNotFound',
        'merchantKindForbidden',
        'orderStateForbids',
        'guideUnavailable',
        'priceChanged',
      ),
    },
  },
  listOrderChanges: {
    route: 'GET /open/v1/order/changes/{orderId}',
    sdk: 'orders.listChanges',
    noun: 'change',
    access: { scope: 'order:read' },
    schema: {
      tags: TAGS,
      summary: 'List all changes of an order, newest first',
      description:
        'For both sides: what was asked for, before and after, and how it ended. The studio sees contact details once the order is confirmed.',
      params: OrderPath,
      response: answers(ChangeListData, 'orderNotFound'),
    },
  },
  acceptOrderChange: answering('accept'),
  declineOrderChange: answering('decline'),
  withdrawOrderChange: answering('withdraw'),
  refundOrder: {
    route: 'POST /open/v1/order/refund/{orderId}',
    sdk: 'orders.refund',
    access: { scope: 'order:write' },
    schema: {
      tags: TAGS,
      summary: 'Studio: refund part of the price',
      description:
        'For an order that is confirmed, in progress or completed; at most what has not been refunded yet. The merchant is notified by `order.refunded`. In any other state it is refused with 40901. Use an `Idempotency-Key`: without one, each request is another refund.',
      params: OrderPath,
      body: RefundBody,
      response: answers(OrderDetailData, 'orderNotFound', 'merchantKindForbidden', 'orderStateForbids'),
    },
  },
});
