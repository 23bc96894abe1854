import type { EntityManager } from '@mikro-orm/postgresql';
import { findCards, type OrderCardRow, type OrderSide } from '../../db/queries/console/trade-orders.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { toDecimal } from '../../domain/money.ts';
import { nextDeadline } from '../../domain/order-view.ts';
import { isOutsider } from './colleague.ts';

/** An order in one line of a list, with its guide's name, its next deadline and its unread messages. */
export type OrderCard = ReturnType<typeof viewCard>;

/** The orders that a merchant sees: a studio those of its guides, others those that they placed. */
export function sideOf({ kind, key }: CallingMerchant): OrderSide {
  return { side: kind === 'studio' ? 'studio_key' : 'merchant_key', key };
}

/** The lines of these orders, in this order. */
export async function readCards(
  em: EntityManager,
  merchant: CallingMerchant,
  orderIds: readonly string[],
): Promise<OrderCard[]> {
  const rows = await findCards(em, merchant.key, orderIds);
  const byId = new Map(rows.map((row) => [row.orderId, row]));
  return orderIds.flatMap((id) => byId.get(id) ?? []).map((row) => viewCard(row, merchant));
}

/** Who looks after it is for the merchant's own people. */
export function viewCard(row: OrderCardRow, merchant: CallingMerchant) {
  const { confirmBy: _confirmBy, changeId, answerBy, guests, ...shown } = row;
  const waitingChange = changeId === null ? null : { id: changeId, answerBy };
  return {
    ...shown,
    assigned: isOutsider(merchant) ? null : row.assigned,
    guests: [...(guests ?? [])],
    totalAmount: toDecimal(row.totalAmount, row.currency),
    nextDeadline: nextDeadline({ ...row, waitingChange }),
    tripStartAt: row.tripStartAt.toISOString(),
    tripEndAt: row.tripEndAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
