import type { EntityManager } from '@mikro-orm/postgresql';
import type { OrderDetail, OrderList, OrderListQuery } from '../../contract/schemas/orders.ts';
import { Order, OrderEvent } from '../../db/entities/index.ts';
import { findOrderPage, type OrderFilter } from '../../db/queries/orders/order-page.ts';
import { readSnapshot } from '../../db/snapshot.ts';
import { invalidParameter, OrderNotFound } from '../../domain/errors.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { summarizeOrder, type Viewer, viewOrderDetail } from '../../domain/order-view.ts';
import { timeFor } from '../../domain/sandbox.ts';
import { findOpenChange, showChange } from './changes/open.ts';

/** Which side of the order the caller is, or undefined for a stranger. A merchant that is both counts as its buyer. */
function viewerOf(order: Order, merchant: CallingMerchant): Viewer | undefined {
  if (order.merchantKey === merchant.key) return 'merchant';
  return order.studioKey === merchant.key ? 'studio' : undefined;
}

/**
 * An order that the caller may see.
 * @throws OrderNotFound also for another merchant's order.
 */
export async function findVisibleOrder(
  em: EntityManager,
  merchant: CallingMerchant,
  orderId: string,
): Promise<{ order: Order; viewer: Viewer }> {
  return seenBy(merchant, await em.findOne(Order, orderId));
}

/** What was found, if the caller may see it. @throws OrderNotFound */
export function seenBy(
  merchant: CallingMerchant,
  order: Order | null | undefined,
): { order: Order; viewer: Viewer } {
  const viewer = order ? viewerOf(order, merchant) : undefined;
  if (!order || !viewer) throw new OrderNotFound();
  return { order, viewer };
}

/** Everything known of an order. @throws OrderNotFound */
export async function readOrder(
  em: EntityManager,
  merchant: CallingMerchant,
  orderId: string,
  now: Date,
): Promise<OrderDetail> {
  // A move between the two statements would show one state with the history of another.
  return await readSnapshot(em, async (inside) => {
    const { order, viewer } = await findVisibleOrder(inside, merchant, orderId);
    const events = await inside.find(OrderEvent, { orderId }, { orderBy: { sequence: 'asc' } });
    const open = await findOpenChange(inside, order, timeFor(order, now));
    // One that waits is of an order that was confirmed.
    const openChange = open ? showChange(open, order, { withContact: true, now }) : null;
    return { ...viewOrderDetail({ ...order, waitingChange: open }, events, viewer), openChange };
  });
}

/**
 * The caller's orders, newest first (by trip date if the query has trip dates, by their last change if it has changes, or by `sort`):
 * those it placed, or for a studio those of its guides. A page costs the same wherever it is.
 * @throws InvalidParameter where the query has both.
 */
export async function listOrders(
  em: EntityManager,
  merchant: CallingMerchant,
  { size = 10, cursor, ...filter }: OrderListQuery & Pick<OrderFilter, 'assigned' | 'orderIds' | 'sort'>,
): Promise<OrderList> {
  if (filter.updatedSince !== undefined && (filter.tripDateFrom ?? filter.tripDateTo) !== undefined)
    throw invalidParameter(
      'query.updatedSince',
      'conflicting_parameters',
      'cannot be sent together with trip dates',
    );
  const side = merchant.kind === 'studio' ? 'studio_key' : 'merchant_key';
  const orders = await findOrderPage(em, { ...filter, side, key: merchant.key, after: cursor }, size + 1);
  const page = orders.slice(0, size);
  const hasMore = orders.length > size;
  return {
    list: page.map((order) => ({ ...summarizeOrder(order), updatedAt: order.updatedAt.toISOString() })),
    nextCursor: hasMore ? (page.at(-1)?.position ?? null) : null,
  };
}
