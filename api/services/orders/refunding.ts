import type { EntityManager } from '@mikro-orm/postgresql';
import { type Order, OrderEvent } from '../../../db/entities/index.ts';
import { lockOrder, type UnmovedEvent, writeUnmoved } from '../../../db/queries/change-order.ts';
import { postStudioRefund } from '../../../db/queries/corrections.ts';
import { type ErrorDetail, InvalidParameter, OrderStateForbids } from '../../../domain/errors.ts';
import type { CallingMerchant } from '../../../domain/merchant.ts';
import { toDecimalText, toMinor } from '../../../domain/money.ts';
import { orderRefundBodies } from '../../../domain/order-notification.ts';
import type { OrderState } from '../../../domain/order-state.ts';
import { timeFor } from '../../../domain/sandbox.ts';
import type { Refund } from '../../schemas/order-changes.ts';
import type { OrderDetail } from '../../schemas/orders.ts';
import { findDone, recordAudit } from '../audit.ts';
import { refuseOtherThan } from './changes/parties.ts';
import type { OrderServiceDeps } from './deps.ts';
import { forbids } from './moving.ts';
import { findVisibleOrder, readOrder } from './reading.ts';

const REFUNDED = 'order.refunded';
const REFUNDABLE: readonly OrderState[] = ['confirmed', 'in_progress', 'completed'];
/** Keeps an order's history within bounds. */
const MAX_REFUNDS = 100;

/**
 * The studio gives a part of the price back. Before the trip is completed that lowers what is posted then; afterwards it
 * is a posting of its own (docs/settlement.md). The order's workflow takes no part: also one that has ended can be refunded.
 * @throws OrderNotFound, MerchantKindForbidden, InvalidParameter, OrderStateForbids
 */
export async function refundOrder(
  deps: Pick<OrderServiceDeps, 'orm' | 'now' | 'terms'>,
  merchant: CallingMerchant,
  orderId: string,
  refund: Refund,
): Promise<OrderDetail> {
  await deps.orm.em.fork().transactional(async (tx) => {
    const seen = await findVisibleOrder(tx, merchant, orderId);
    refuseOtherThan('studio', seen.order, merchant);
    await lockOrder(tx, orderId);
    if (await findDone(tx, merchant, REFUNDED)) return;
    await give(tx, deps, merchant, await tx.refreshOrFail(seen.order), refund);
  });
  return await readOrder(deps.orm.em.fork(), merchant, orderId);
}

async function give(
  tx: EntityManager,
  { now, terms }: Pick<OrderServiceDeps, 'now' | 'terms'>,
  merchant: CallingMerchant,
  order: Order,
  { amount: decimal, reason }: Refund,
): Promise<void> {
  if (!REFUNDABLE.includes(order.status)) throw forbids(order, merchant);
  const amount = amountOf(order, decimal);
  const events = await tx.find(OrderEvent, { orderId: order.id }, { orderBy: { sequence: 'asc' } });
  if (events.filter((event) => event.reason === 'refunded_by_studio').length >= MAX_REFUNDS) {
    const { data } = forbids(order, merchant);
    throw new OrderStateForbids(`the order was refunded ${MAX_REFUNDS} times: no more is possible`, { data });
  }
  const at = timeFor(order, now());
  const sequence = order.sequence + 1;
  if (order.status === 'completed') {
    await postStudioRefund(tx, order, amount, { sequence, reason, at, timeZone: terms.timeZone });
  } else order.refundAmount = (order.refundAmount ?? 0) + amount;
  Object.assign(order, { sequence, updatedAt: at });
  await tx.flush();
  const event = eventOf(order, merchant, { reason, at });
  const bodies = orderRefundBodies(order, [...events, event], amount);
  await writeUnmoved(tx, event, bodies, { isHandedOver: true });
  const details = { amount, currency: order.currency };
  await recordAudit(tx, merchant, { action: REFUNDED, subject: `order:${order.id}`, details });
}

/** @throws InvalidParameter */
function amountOf(order: Order, decimal: number): number {
  const { currency } = order;
  const amount = toMinor(decimal, currency);
  const left = order.totalAmount - (order.refundAmount ?? 0);
  if (amount !== undefined && amount > 0 && amount <= left) return amount;
  const detail: Pick<ErrorDetail, 'reason' | 'msg'> =
    amount === undefined
      ? { reason: 'too_many_decimals', msg: `must have no more decimals than ${currency} has` }
      : {
          reason: 'too_large',
          msg: `must be at most ${toDecimalText(left, currency)} ${currency}: what was not given back yet`,
        };
  throw new InvalidParameter([{ path: 'body.amount', ...detail }]);
}

function eventOf(
  { id, sequence, status }: Order,
  { key, via }: CallingMerchant,
  { reason: note, at }: { readonly reason: string; readonly at: Date },
): UnmovedEvent {
  return {
    orderId: id,
    sequence,
    fromStatus: status,
    toStatus: status,
    reason: 'refunded_by_studio',
    actorKind: 'studio',
    actorKey: key,
    actingKey: via?.actingKey ?? null,
    updateId: null,
    note,
    requestId: via?.requestId ?? null,
    occurredAt: at,
  };
}
