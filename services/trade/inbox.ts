import type { EntityManager } from '@mikro-orm/postgresql';
import type { Changed } from '../../contract/schemas/order-changes.ts';
import { Order, OrderChange } from '../../db/entities/index.ts';
import {
  findChangesThatWait,
  findNeighbours,
  findPendingCards,
  type NeighbourRow,
} from '../../db/queries/console/trade-orders.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { isOpen } from '../../domain/order-change.ts';
import { timeFor } from '../../domain/sandbox.ts';
import { showChange } from '../orders/changes/open.ts';
import { type OrderCard, readCards, sideOf, viewCard } from './cards.ts';

const MOST = 100;

/** What else the guide has from the day before until the day after: another order, or what somebody holds (status null). */
interface Neighbour extends Pick<NeighbourRow, 'status' | 'guestCount'> {
  /** Null for what somebody holds: a hold is its agency's own. */
  readonly orderId: string | null;
  readonly startAt: string;
  readonly endAt: string;
}

export interface Inbox {
  /** Orders to confirm, the earliest deadline first; at most a hundred. */
  readonly orders: (OrderCard & { neighbours: Neighbour[] })[];
  /** Changes that the studio has to answer, the earliest deadline first. */
  readonly changes: { order: OrderCard; change: Changed['change'] }[];
}

/** What waits for a studio's word; for an agency, what it waits for. */
export async function readInbox(em: EntityManager, merchant: CallingMerchant, now: Date): Promise<Inbox> {
  const side = sideOf(merchant);
  const pending = (await findPendingCards(em, side, MOST)).map((row) => viewCard(row, merchant));
  const ids = pending.map(({ orderId }) => orderId);
  const neighbours = Map.groupBy(await findNeighbours(em, ids), ({ orderId }) => orderId);
  const orders = pending.map((card) => ({
    ...card,
    neighbours: (neighbours.get(card.orderId) ?? []).map(viewNeighbour),
  }));
  return { orders, changes: await readWaitingChanges(em, merchant, now) };
}

/** Changes of confirmed orders that their studio may still answer, the earliest deadline first. */
export async function readWaitingChanges(
  em: EntityManager,
  merchant: CallingMerchant,
  now: Date,
): Promise<Inbox['changes']> {
  const found = await findChangesThatWait(em, sideOf(merchant), MOST);
  const changes = await em.find(OrderChange, { id: { $in: found.map(({ changeId }) => changeId) } });
  const orders = await em.find(Order, { id: { $in: found.map(({ orderId }) => orderId) } });
  const cards = await readCards(
    em,
    merchant,
    found.map(({ orderId }) => orderId),
  );
  return cards.flatMap((order) => {
    const change = changes.find(({ orderId }) => orderId === order.orderId);
    const row = orders.find(({ id }) => id === order.orderId);
    if (!change || !row || !isOpen(change, row.status, timeFor(row, now))) return [];
    return [{ order, change: showChange(change, row, { withContact: true, now }) }];
  });
}

function viewNeighbour({ neighbourId, status, guestCount, startAt, endAt }: NeighbourRow): Neighbour {
  const orderId = status === null ? null : neighbourId;
  return { orderId, status, guestCount, startAt: startAt.toISOString(), endAt: endAt.toISOString() };
}
