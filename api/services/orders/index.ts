import type { MikroORM } from '@mikro-orm/postgresql';
import type { CallingMerchant } from '../../../domain/merchant.ts';
import type { OrderAction } from '../../../domain/order-state.ts';
import type { PlatformTerms } from '../../../domain/platform-terms.ts';
import type { Launcher } from '../../launcher.ts';
import type { OrderCreate, OrderListQuery } from '../../schemas/orders.ts';
import type { OrderGateway } from '../../temporal.ts';
import { createOrder } from './intake.ts';
import { advanceOrder, type MoveOptions, moveOrder } from './moving.ts';
import { listOrders, readOrder } from './reading.ts';

export interface OrderServiceDeps {
  readonly orm: MikroORM;
  /** Starts workflows of new orders, after the answer. */
  readonly launcher: Pick<Launcher, 'launch'>;
  /** Moves orders through their workflows. */
  readonly gateway: Pick<OrderGateway, 'move'>;
  readonly now: () => Date;
  readonly terms: PlatformTerms;
}

export type OrderService = ReturnType<typeof createOrderService>;

/** What merchants can do with orders; each function is one endpoint. */
export function createOrderService(deps: OrderServiceDeps) {
  return {
    create: (merchant: CallingMerchant, request: OrderCreate, idempotencyKey: string | undefined) =>
      createOrder(deps, merchant, request, idempotencyKey),
    detail: (merchant: CallingMerchant, orderId: string) => readOrder(deps.orm.em.fork(), merchant, orderId),
    list: (merchant: CallingMerchant, query: OrderListQuery) =>
      listOrders(deps.orm.em.fork(), merchant, query),
    move: (merchant: CallingMerchant, orderId: string, action: OrderAction, options: MoveOptions) =>
      moveOrder(deps, merchant, orderId, action, options),
    advance: (merchant: CallingMerchant, orderId: string) => advanceOrder(deps, merchant, orderId),
  };
}
