import type { EntityManager } from '@mikro-orm/postgresql';
import { bodyWithoutWords } from '../../../domain/order-notification.ts';
import { Notification } from '../../entities/index.ts';

/**
 * By the owner's function (db/migrations, ERASURE, says what it empties), and in the bodies of the order's notifications.
 * Idempotent; call it in a transaction. @returns false where the order is not over.
 */
export async function eraseOrder(em: EntityManager, orderId: string): Promise<boolean> {
  const [row] = await em.execute<[{ erased: boolean }]>('select erase_order(?) as erased', [orderId]);
  if (!row.erased) return false;
  const where = { subjectId: orderId, type: { $ne: 'review.created' } } as const;
  const notifications = await em.find(Notification, where, {
    fields: ['id', 'body'],
    disableIdentityMap: true,
  });
  const bodies = notifications.map(({ id, body }) => ({ id, body: bodyWithoutWords(body) }));
  await em.execute(
    `update notification n set body = given.body from jsonb_to_recordset(?::jsonb) as given (id text, body text)
     where n.id = given.id`,
    [JSON.stringify(bodies)],
  );
  return true;
}

const DUE = "contact_name <> '' and status in ('completed', 'cancelled') and trip_end_at < ?::timestamptz";

/** Erases the first of those whose trip ended before that. @returns how many; fewer than the limit: none is due any longer. */
export async function eraseDueOrders(em: EntityManager, endedBefore: Date, limit: number): Promise<number> {
  const due = await em.execute<{ id: string }[]>(
    `select id from orders where ${DUE} order by trip_end_at limit ? for update skip locked`,
    [endedBefore, limit],
  );
  for (const { id } of due) await eraseOrder(em, id);
  return due.length;
}

/** How many are due. */
export async function countDueOrders(em: EntityManager, endedBefore: Date): Promise<number> {
  const [row] = await em.execute<[{ count: number }]>(
    `select count(*)::int as count from orders where ${DUE}`,
    [endedBefore],
  );
  return row.count;
}
