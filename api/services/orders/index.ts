import type { CallingMerchant } from '../../../domain/merchant.ts';
import type { OrderAction } from '../../../domain/order-state.ts';
import type { ChangeRequest, OrderChange, Refund } from '../../schemas/order-changes.ts';
import type { OrderListQuery } from '../../schemas/orders.ts';
import { createHoldService } from '../holds/index.ts';
import { type AnswerOptions, type AnswerStep, answerChange } from './changes/answering.ts';
import { changeOrder } from './changes/changing.ts';
import { quoteChange } from './changes/quoting.ts';
import { listChanges } from './changes/reading.ts';
import type { OrderServiceDeps } from './deps.ts';
import { createIntake } from './intake.ts';
import { advanceOrder, type MoveOptions, moveOrder } from './moving.ts';
import { listOrders, readOrder } from './reading.ts';
import { refundOrder } from './refunding.ts';

export type OrderService = ReturnType<typeof createOrderService>;

/** What merchants can do with orders; each function is one endpoint. */
export function createOrderService(deps: OrderServiceDeps) {
  return {
    create: createIntake(deps),
    holds: createHoldService(deps),
    detail: (merchant: CallingMerchant, orderId: string) => readOrder(deps.orm.em.fork(), merchant, orderId),
    list: (merchant: CallingMerchant, query: OrderListQuery) =>
      listOrders(deps.orm.em.fork(), merchant, query),
    move: (merchant: CallingMerchant, orderId: string, action: OrderAction, options: MoveOptions) =>
      moveOrder(deps, merchant, orderId, action, options),
    changeQuote: (merchant: CallingMerchant, orderId: string, request: ChangeRequest) =>
      quoteChange(deps, merchant, orderId, request),
    change: (merchant: CallingMerchant, orderId: string, request: OrderChange) =>
      changeOrder(deps, merchant, orderId, request),
    changes: (merchant: CallingMerchant, orderId: string) =>
      listChanges(deps.orm.em.fork(), merchant, orderId, deps.now()),
    answerChange: (merchant: CallingMerchant, orderId: string, step: AnswerStep, options?: AnswerOptions) =>
      answerChange(deps, merchant, orderId, step, options),
    refund: (merchant: CallingMerchant, orderId: string, refund: Refund) =>
      refundOrder(deps, merchant, orderId, refund),
    advance: (merchant: CallingMerchant, orderId: string, options?: Pick<MoveOptions, 'idempotencyKey'>) =>
      advanceOrder(deps, merchant, orderId, options),
  };
}
