import type { EntityManager } from '@mikro-orm/postgresql';
import type { OrderListQuery } from '../../contract/schemas/orders.ts';
import { findOrdersByText } from '../../db/queries/orders/order-text.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { listOrders } from '../orders/reading.ts';
import { type OrderCard, readCards, sideOf } from './cards.ts';

const DEFAULT_SIZE = 50;

export interface CardListQuery extends Omit<OrderListQuery, 'updatedSince'> {
  /** In an order's id or reference, its guide's or its contact's name; the newest first. Fewer than three letters are searched among the last 5,000. */
  readonly text?: string | undefined;
}

export interface CardList {
  readonly list: OrderCard[];
  readonly nextCursor: string | null;
}

/** A page of order/list as cards; with a text those that have it and that the filter takes. */
export async function listCards(
  em: EntityManager,
  merchant: CallingMerchant,
  { text, ...query }: CardListQuery,
): Promise<CardList> {
  const size = query.size ?? DEFAULT_SIZE;
  if (text === undefined) {
    const { list, nextCursor } = await listOrders(em, merchant, { ...query, size });
    const ids = list.map(({ orderId }) => orderId);
    return { list: await readCards(em, merchant.key, ids), nextCursor };
  }
  const { cursor: after, ...filter } = query;
  const found = await findOrdersByText(em, sideOf(merchant), text, { ...filter, after, limit: size + 1 });
  const page = found.slice(0, size);
  const nextCursor = found.length > size ? (page.at(-1) ?? null) : null;
  return { list: await readCards(em, merchant.key, page), nextCursor };
}
