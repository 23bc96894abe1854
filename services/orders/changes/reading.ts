import type { EntityManager } from '@mikro-orm/postgresql';
import type { Changed, ChangeList } from '../../../contract/schemas/order-changes.ts';
import { type Order, OrderChange, OrderEvent } from '../../../db/entities/index.ts';
import { readSnapshot } from '../../../db/snapshot.ts';
import type { CallingMerchant } from '../../../domain/merchant.ts';
import { MAX_CHANGES } from '../../../domain/order-change.ts';
import type { Viewer } from '../../../domain/order-view.ts';
import { findVisibleOrder, readOrder } from '../reading.ts';
import { showChange } from './open.ts';

/** An order's changes, newest first. @throws OrderNotFound */
export async function listChanges(
  em: EntityManager,
  merchant: CallingMerchant,
  orderId: string,
  now: Date,
): Promise<ChangeList> {
  return await readSnapshot(em, async (inside) => {
    const { order, viewer } = await findVisibleOrder(inside, merchant, orderId);
    const withContact = await seesContact(inside, order, viewer);
    const changes = await inside.find(
      OrderChange,
      { orderId, status: { $ne: 'prepared' } },
      { orderBy: { id: 'desc' }, limit: MAX_CHANGES },
    );
    return { list: changes.map((change) => showChange(change, order, { withContact, now })) };
  });
}

/** One change, and the order as it is now. */
export async function readChanged(
  em: EntityManager,
  merchant: CallingMerchant,
  orderId: string,
  changeId: string,
  now: Date,
): Promise<Changed> {
  const { order, viewer } = await findVisibleOrder(em, merchant, orderId);
  const change = await em.findOneOrFail(OrderChange, { id: changeId, orderId });
  const withContact = await seesContact(em, order, viewer);
  return {
    change: showChange(change, order, { withContact, now }),
    order: await readOrder(em.fork(), merchant, orderId, now),
  };
}

async function seesContact(em: EntityManager, order: Order, viewer: Viewer): Promise<boolean> {
  if (viewer === 'merchant') return true;
  return (await em.count(OrderEvent, { orderId: order.id, toStatus: 'confirmed' })) > 0;
}
