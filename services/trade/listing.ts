import type { Readable } from 'node:stream';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { OrderListQuery } from '../../contract/schemas/orders.ts';
import { countOrders } from '../../db/queries/orders/order-page.ts';
import { findOrdersByText } from '../../db/queries/orders/order-text.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import type { OrderSort } from '../../domain/order-sort.ts';
import { type CsvRow, csvOf, harmless } from '../lists/csv.ts';
import { listOrders } from '../orders/reading.ts';
import { assignedFilter } from './assigning.ts';
import { type OrderCard, readCards, sideOf } from './cards.ts';

const DEFAULT_SIZE = 50;

export interface CardListQuery extends Omit<OrderListQuery, 'updatedSince'> {
  /** In an order's id or reference, its guide's or its contact's name. Fewer than three letters are searched among the list's first 5,000; digits within an id among its first 100,000. */
  readonly text?: string | undefined;
  /** `me`, `nobody`, or the number of one of the merchant's own people. */
  readonly assigned?: string | undefined;
  /** Only these, of those that the merchant sees. */
  readonly orderIds?: readonly string[] | undefined;
  readonly sort?: OrderSort | undefined;
}

export interface CardList {
  readonly list: OrderCard[];
  readonly nextCursor: string | null;
}

/** Orders of an export; who needs more narrows the days. */
const MAX_EXPORT = 20_000;
const BATCH = 200;

const COLUMNS = [
  ...['orderId', 'status', 'clientReference', 'guideId', 'guideName', 'tripDate', 'startTime', 'tripDays'],
  ...['tripKindName', 'guestCount', 'language', 'totalAmount', 'currency', 'timeZone'],
  ...['tripStartAt', 'tripEndAt', 'createdAt', 'updatedAt'],
] as const;

/** All orders that the filter takes, at most MAX_EXPORT, as CSV. Nobody who travels is in it: files go where nobody erases. */
export function exportCards(
  em: EntityManager,
  merchant: CallingMerchant,
  filter: Omit<CardListQuery, 'cursor' | 'size'>,
): Readable {
  return csvOf(COLUMNS, exportRows(em, merchant, filter));
}

async function* exportRows(em: EntityManager, merchant: CallingMerchant, filter: CardListQuery) {
  let next: { cursor?: string } = {};
  for (let left = MAX_EXPORT; left > 0; left -= BATCH) {
    const { list, nextCursor } = await listCards(em, merchant, { ...filter, size: BATCH, ...next });
    for (const card of list) yield rowOf(card);
    if (nextCursor === null) return;
    next = { cursor: nextCursor };
  }
}

function rowOf(card: OrderCard): CsvRow {
  const { guests: _guests, nextDeadline: _deadline, unread: _unread, assigned: _assigned, ...shown } = card;
  const { clientReference, guideName, tripKindName } = card;
  return {
    ...shown,
    clientReference: harmless(clientReference),
    guideName: harmless(guideName),
    tripKindName: harmless(tripKindName),
  };
}

/** A page of order/list as cards; with a text those that have it and that the filter takes. */
export async function listCards(
  em: EntityManager,
  merchant: CallingMerchant,
  { text, assigned: who, ...given }: CardListQuery,
): Promise<CardList> {
  const query = { ...given, assigned: assignedFilter(merchant, who) };
  const size = query.size ?? DEFAULT_SIZE;
  if (text === undefined) {
    const { list, nextCursor } = await listOrders(em, merchant, { ...query, size });
    const ids = list.map(({ orderId }) => orderId);
    return { list: await readCards(em, merchant, ids), nextCursor };
  }
  const { cursor: after, ...filter } = query;
  const found = await findOrdersByText(em, sideOf(merchant), text, { ...filter, after, limit: size + 1 });
  const page = found.slice(0, size);
  const nextCursor = found.length > size ? (page.at(-1) ?? null) : null;
  return { list: await readCards(em, merchant, page), nextCursor };
}

/** Orders of a filter that are counted: who has more knows that there are many. */
const MOST_COUNTED = 1_000;

export interface CardCount {
  readonly count: number;
  /** Whether there are more than were counted. */
  readonly isMore: boolean;
}

/** How many orders the list has. @param filter the list's own. */
export async function countCards(
  em: EntityManager,
  merchant: CallingMerchant,
  { text, assigned: who, ...given }: Omit<CardListQuery, 'cursor' | 'size'>,
): Promise<CardCount> {
  const filter = { ...given, assigned: assignedFilter(merchant, who) };
  const side = sideOf(merchant);
  const most = MOST_COUNTED + 1;
  const found =
    text === undefined
      ? await countOrders(em, { ...filter, ...side }, most)
      : (await findOrdersByText(em, side, text, { ...filter, limit: most })).length;
  return { count: Math.min(found, MOST_COUNTED), isMore: found > MOST_COUNTED };
}
