import type { ChangeRequest, OrderChange, Refund } from '../../contract/schemas/order-changes.ts';
import type { OrderListQuery } from '../../contract/schemas/orders.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import type { OrderAction } from '../../domain/order-state.ts';
import { createHoldService } from '../holds/index.ts';
import { type AnswerOptions, type AnswerStep, answerChange } from './changes/answering.ts';
import { changeOrder } from './changes/changing.ts';
import { quoteChange } from './changes/quoting.ts';
import { listChanges } from './changes/reading.ts';
import type { OrderServiceDeps } from './deps.ts';
import { createIntake } from './intake.ts';
import { advanceOrder, type MoveOptions, moveOrder } from './moving.ts';
import { ANSWER_ACTS, MOVE_ACTS, noteActOfPerson } from './noting.ts';
import { listOrders, readOrder } from './reading.ts';
import { refundOrder } from './refunding.ts';

export type OrderService = ReturnType<typeof createOrderService>;

/** What merchants can do with orders; each function is one endpoint. */
export function createOrderService(deps: OrderServiceDeps) {
  const { orm } = deps;
  const intake = createIntake(deps);
  return {
    create: async (merchant: CallingMerchant, ...booking: IntakeArguments) => {
      const result = await intake(merchant, ...booking);
      if (!result.isReplay) await noteActOfPerson(orm, merchant, 'order.created', result.created.orderId);
      return result;
    },
    holds: createHoldService(deps),
    detail: (merchant: CallingMerchant, orderId: string) =>
      readOrder(orm.em.fork(), merchant, orderId, deps.now()),
    list: (merchant: CallingMerchant, query: OrderListQuery) => listOrders(orm.em.fork(), merchant, query),
    move: async (merchant: CallingMerchant, orderId: string, action: OrderAction, options: MoveOptions) => {
      const order = await moveOrder(deps, merchant, orderId, action, options);
      await noteActOfPerson(orm, merchant, MOVE_ACTS[action], orderId);
      return order;
    },
    changeQuote: (merchant: CallingMerchant, orderId: string, request: ChangeRequest) =>
      quoteChange(deps, merchant, orderId, request),
    change: async (merchant: CallingMerchant, orderId: string, request: OrderChange) => {
      const changed = await changeOrder(deps, merchant, orderId, request);
      await noteActOfPerson(orm, merchant, 'order.change-requested', orderId);
      return changed;
    },
    changes: (merchant: CallingMerchant, orderId: string) =>
      listChanges(orm.em.fork(), merchant, orderId, deps.now()),
    answerChange: async (
      merchant: CallingMerchant,
      orderId: string,
      step: AnswerStep,
      options?: AnswerOptions,
    ) => {
      const changed = await answerChange(deps, merchant, orderId, step, options);
      await noteActOfPerson(orm, merchant, ANSWER_ACTS[step], orderId);
      return changed;
    },
    refund: (
      merchant: CallingMerchant,
      orderId: string,
      refund: Refund,
      options?: Pick<MoveOptions, 'idempotencyKey'>,
    ) => refundOrder(deps, merchant, orderId, refund, options),
    advance: (merchant: CallingMerchant, orderId: string, options?: Pick<MoveOptions, 'idempotencyKey'>) =>
      advanceOrder(deps, merchant, orderId, options),
  };
}

type Intake = ReturnType<typeof createIntake>;
type IntakeArguments = Parameters<Intake> extends [CallingMerchant, ...infer Rest] ? Rest : never;
