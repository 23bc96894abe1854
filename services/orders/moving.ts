import { randomUUID } from 'node:crypto';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { OrderDetail } from '../../contract/schemas/orders.ts';
import { Order, OrderCommand, OrderEvent } from '../../db/entities/index.ts';
import { findWithEvents } from '../../db/queries/orders/order-with-events.ts';
import { MerchantKindForbidden, OrderStateForbids } from '../../domain/errors.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import {
  availableActions,
  isLive,
  type OrderAction,
  transitionFor,
  triggerOf,
} from '../../domain/order-state.ts';
import type { Viewer } from '../../domain/order-view.ts';
import { CommandRefusedError } from '../../lib/temporal/calling.ts';
import type { Move } from '../../lib/temporal/order-gateway.ts';
import type { MoveResult } from '../../workflows/contract.ts';
import { recordProviderAct } from '../audit.ts';
import { commandId } from '../commands.ts';
import { actorOf } from './changes/parties.ts';
import type { OrderServiceDeps } from './deps.ts';
import { haveFollow } from './following.ts';
import { detailAfter } from './foreseen.ts';
import { findVisibleOrder, readOrder, seenBy } from './reading.ts';

/** What moving an order needs. */
export type MoveDeps = Pick<OrderServiceDeps, 'orm' | 'now'> & {
  readonly gateway: Pick<OrderServiceDeps['gateway'], 'move'>;
};

export interface MoveOptions {
  /** What the caller wrote; kept out of every workflow history. */
  readonly note?: string | undefined;
  readonly idempotencyKey?: string | undefined;
}

/** Which side may take which action. */
const ACTORS: Record<OrderAction, readonly Viewer[]> = {
  confirm: ['studio'],
  reject: ['studio'],
  start: ['studio'],
  complete: ['studio'],
  cancel: ['merchant', 'studio'],
};

/**
 * Confirm, reject, start, complete or cancel: sends the order's workflow an Update and returns the order as it
 * is then. Merchant and state are checked in PostgreSQL first, so a closed order never reaches Temporal.
 * @throws OrderNotFound, MerchantKindForbidden, OrderStateForbids, Unavailable
 */
export async function moveOrder(
  deps: MoveDeps,
  merchant: CallingMerchant,
  orderId: string,
  action: OrderAction,
  options: MoveOptions,
): Promise<OrderDetail> {
  const em = deps.orm.em.fork();
  const known = await findWithEvents(em, orderId);
  const { order, viewer } = seenBy(merchant, known?.order);
  const actor = ACTORS[action].find((side) => sideKey(order, side) === merchant.key);
  if (!actor)
    throw new MerchantKindForbidden(`only the order's ${ACTORS[action].join(' or ')} may ${action} it`);
  const trigger = triggerOf(action, actor);
  const updateId = updateIdOf(merchant, action, options.idempotencyKey);
  if (!transitionFor(order.status, trigger)) {
    if (await isDone(deps, orderId, updateId)) return await readOrder(em, merchant, orderId, deps.now());
    throw forbids(order, merchant);
  }

  if (options.note) await em.upsert(OrderCommand, { orderId, updateId, note: options.note });
  const move = { trigger, updateId, actor: actorOf(actor, merchant) };
  const before = { order, events: known?.events ?? [], viewer };
  return await carryOut(deps, merchant, order, move, (result) =>
    detailAfter(before, { ...move, note: options.note }, result),
  );
}

/** Sandbox only: the order's next timed step, now; under an idempotency key only one. @throws as moveOrder */
export async function advanceOrder(
  deps: MoveDeps,
  merchant: CallingMerchant,
  orderId: string,
  options: Pick<MoveOptions, 'idempotencyKey'> = {},
): Promise<OrderDetail> {
  const em = deps.orm.em.fork();
  const { order } = await findVisibleOrder(em, merchant, orderId);
  if (!merchant.sandbox) throw new MerchantKindForbidden('only sandbox merchants may advance an order');
  const updateId = updateIdOf(merchant, 'advance', options.idempotencyKey);
  // Most orders have a next step: what an earlier try has done must not be done again.
  if (await isDone(deps, orderId, updateId)) return await readOrder(em, merchant, orderId, deps.now());
  if (!isLive(order.status)) throw forbids(order, merchant);
  const detail = await carryOut(deps, merchant, order, { trigger: 'advance', updateId });
  // For the order it is the clock that moved it.
  const act = { action: 'order.advanced', subject: `order:${orderId}` };
  await recordProviderAct(deps.orm.em.fork(), merchant, act);
  return detail;
}

/** @param detailBy the answer, where the move's result is enough for it; else the order is read again. */
async function carryOut(
  deps: MoveDeps,
  merchant: CallingMerchant,
  order: Order,
  move: Move,
  detailBy: (result: MoveResult) => OrderDetail | undefined = () => undefined,
): Promise<OrderDetail> {
  let detail: OrderDetail | undefined;
  try {
    detail = detailBy(await deps.gateway.move(order, move));
  } catch (error) {
    if (!(error instanceof CommandRefusedError)) throw error;
    if (await isDone(deps, order.id, move.updateId)) {
      return await readOrder(deps.orm.em.fork(), merchant, order.id, deps.now());
    }
    const current = await deps.orm.em.fork().findOneOrFail(Order, order.id);
    throw forbids(current, merchant, error);
  }
  return detail ?? (await readOrder(deps.orm.em.fork(), merchant, order.id, deps.now()));
}

/** An earlier try of the same request got through, and a crash lost its answer. Its workflow follows. */
export async function isDone(
  { orm }: { readonly orm: MikroORM },
  orderId: string,
  updateId: string,
): Promise<boolean> {
  const em = orm.em.fork();
  const isWritten = (await em.count(OrderEvent, { orderId, updateId })) > 0;
  if (isWritten) await haveFollow(em, orderId);
  return isWritten;
}

function sideKey(order: Order, side: Viewer): string {
  return side === 'merchant' ? order.merchantKey : order.studioKey;
}

/** 40901, with what the caller may do with the order instead. */
export function forbids(
  order: Order,
  merchant: CallingMerchant,
  cause?: CommandRefusedError,
): OrderStateForbids {
  const sides = (['merchant', 'studio'] as const).filter((side) => sideKey(order, side) === merchant.key);
  const actions = sides.flatMap((side) => availableActions(order.status, side));
  return new OrderStateForbids(cause?.message ?? `the order is ${order.status}`, {
    data: { status: order.status, availableActions: [...new Set(actions)] },
    cause,
  });
}

/** The same request under the same idempotency key is the same Update, which Temporal carries out once. */
export function updateIdOf(merchant: CallingMerchant, action: string, key: string | undefined): string {
  return key === undefined ? randomUUID() : commandId(merchant.key, action, key);
}
