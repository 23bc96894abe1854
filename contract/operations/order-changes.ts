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
    'For the studio, until `answerBy`. The order becomes what the change says, at the price of the request, and both sides are notified by `order.changed`. Days that somebody else ' +
    'has by now are refused with 40902, and the change still waits. Send `changeId` to accept just what you saw.',
  decline:
    'For the studio, until `answerBy`. The order stays as it is, and the merchant is notified by `order.change_declined` with your `reason`. Where no change waits it is refused with 40901.',
  withdraw:
    'For the merchant that ordered, until the studio has answered. The order stays as it is, and both sides are notified by `order.change_withdrawn`. Where no change waits it is refused with 40901.',
};

const ANSWER_SUMMARIES: Record<AnswerStep, string> = {
  accept: 'Studio: accept the change that waits',
  decline: 'Studio: decline the change that waits',
  withdraw: 'Merchant: withdraw the change that waits for the studio',
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
      summary: 'What a change of an order would cost, and whether it is possible',
      description:
        'For the merchant that ordered. Answers the new price, the difference, the fee, who must agree and until when, and what prevents it (`obstacles`); nothing is held or changed. ' +
        'Refuses what order/change would refuse as malformed. Until the guide or the order changes, order/change takes exactly this.',
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
        'The ordering merchant, while the order is pending or confirmed. Trip, guests and language of a confirmed order need the ' +
        "studio's consent unless the guide's `changeRule` is `instant`; everything else is done at once. A further request takes the place of one that waits.",
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
      summary: 'All changes of an order, newest first',
      description:
        'For both sides: what was asked for, before and after, and how it ended. The studio sees contact data once the order was confirmed.',
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
      summary: 'Studio: give a part of the price back',
      description:
        'Of a confirmed order, one in progress or a completed one; at most what was not refunded yet. The merchant is notified by `order.refunded`. In another state it is refused with 40901. Use an `Idempotency-Key`: without one, each request is another refund.',
      params: OrderPath,
      body: RefundBody,
      response: answers(OrderDetailData, 'orderNotFound', 'merchantKindForbidden', 'orderStateForbids'),
    },
  },
});
