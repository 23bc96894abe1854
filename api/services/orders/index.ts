import type { CallingMerchant } from '../../../domain/merchant.ts';
import type { OrderAction } from '../../../domain/order-state.ts';
import type { OrderListQuery } from '../../schemas/orders.ts';
import { createHoldService } from '../holds/index.ts';
import type { OrderServiceDeps } from './deps.ts';
import { createIntake } from './intake.ts';
import { advanceOrder, type MoveOptions, moveOrder } from './moving.ts';
import { listOrders, readOrder } from './reading.ts';

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
    advance: (merchant: CallingMerchant, orderId: string, options?: Pick<MoveOptions, 'idempotencyKey'>) =>
      advanceOrder(deps, merchant, orderId, options),
  };
}
