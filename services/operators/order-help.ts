import type { MikroORM } from '@mikro-orm/postgresql';
import { Notification, Order, OrderCommand } from '../../db/entities/index.ts';
import { abandonWaiting } from '../../db/queries/notifications/abandon.ts';
import { firstWaitingOf } from '../../db/queries/operators/order.ts';
import {
  NotificationNotFound,
  NotificationStateForbids,
  OrderNotFound,
  OrderStateForbids,
} from '../../domain/errors.ts';
import type { NotificationState } from '../../domain/notification.ts';
import { transitionFor } from '../../domain/order-state.ts';
import { CommandRefusedError } from '../../lib/temporal/calling.ts';
import type { NotificationGateway } from '../../lib/temporal/notification-gateway.ts';
import type { OrderGateway } from '../../lib/temporal/order-gateway.ts';
import { type AuditActor, actorName, recordAudit } from '../audit.ts';
import { commandOfWords } from '../commands.ts';
import { type SendingDeps, sendNow, wake } from '../notifications/sending.ts';
import { following } from '../orders/following.ts';
import { isDone } from '../orders/moving.ts';

export interface OrderHelpDeps {
  readonly orm: MikroORM;
  readonly now: () => Date;
  readonly orders: OrderGateway;
  readonly notifications: NotificationGateway;
}

/**
 * What operators do for an order. Each is in the audit log before it is done, so that one which is killed in the middle is there too;
 * the order's own history says whether it was carried out.
 */
export function createOrderHelp({ orders, ...others }: OrderHelpDeps) {
  const deps = { ...others, orders: following(others.orm, orders) };
  return {
    cancel: (actor: AuditActor, orderId: string, reason: string) => cancel(deps, actor, orderId, reason),
    retry: (actor: AuditActor, orderId: string) => retry(deps, actor, orderId),
    abandon: (actor: AuditActor, notificationId: string, reason: string) =>
      abandon(deps, actor, notificationId, reason),
  };
}

export type OrderHelp = ReturnType<typeof createOrderHelp>;

/**
 * Cancels with a full refund; both parties are notified, with the reason. If the same operator repeats it with the same reason, since no
 * answer came, it does nothing where the first try succeeded.
 * @throws OrderNotFound, OrderStateForbids, Unavailable
 */
async function cancel(
  deps: OrderHelpDeps,
  actor: AuditActor,
  orderId: string,
  reason: string,
): Promise<void> {
  const order = await find(deps.orm, orderId);
  const updateId = commandOfWords(actorName(actor), orderId, reason);
  if (transitionFor(order.status, 'cancelByOperator') === undefined) {
    if (await isDone(deps, orderId, updateId)) return;
    throw forbids(order);
  }
  await deps.orm.em.fork().transactional(async (em) => {
    // The words never pass through a history; recording the move copies them to the event.
    await em.upsert(OrderCommand, { orderId, updateId, note: reason });
    await note(em, actor, order, 'order.cancelled', { reason, from: order.status });
  });
  try {
    await deps.orders.move(order, { trigger: 'cancelByOperator', updateId });
  } catch (error) {
    if (!(error instanceof CommandRefusedError)) throw error;
    if (!(await isDone(deps, orderId, updateId))) throw forbids(await find(deps.orm, orderId), error);
  }
}

/** Has all that waits of an order tried now, at each endpoint. @returns at how many. @throws OrderNotFound, Unavailable */
async function retry(deps: OrderHelpDeps, actor: AuditActor, orderId: string): Promise<number> {
  const order = await find(deps.orm, orderId);
  const em = deps.orm.em.fork();
  const ids = await firstWaitingOf(em, orderId);
  await note(em, actor, order, 'order.notifications_retried', { notifications: ids });
  const sending: SendingDeps = { orm: deps.orm, now: deps.now, gateway: deps.notifications };
  for (const id of ids) await sendNow(sending, await em.findOneOrFail(Notification, id));
  return ids.length;
}

/**
 * Gives up on a notification; the next one is sent.
 * @returns its state then: `acknowledged` where the merchant was quicker.
 * @throws NotificationNotFound, NotificationStateForbids
 */
async function abandon(
  { orm, now, notifications }: OrderHelpDeps,
  actor: AuditActor,
  notificationId: string,
  reason: string,
): Promise<NotificationState> {
  const em = orm.em.fork();
  const found = await em.findOne(Notification, notificationId);
  if (found === null) throw new NotificationNotFound();
  if (found.status !== 'pending') throw new NotificationStateForbids(`the notification is ${found.status}`);
  const { endpointId, merchantKey, orderId } = found;
  const subject = orderId == null ? `notification:${notificationId}` : `order:${orderId}`;
  const details = { notificationId, endpointId, reason };
  const status = await em.transactional(async (tx) => {
    await recordAudit(tx, actor, { action: 'notification.abandoned', subject, merchantKey, details });
    return await abandonWaiting(tx, notificationId, reason);
  });
  // If this fails, the next one is found as stalled.
  await wake({ orm, now, gateway: notifications }, found).catch(() => undefined);
  return status;
}

async function find(orm: MikroORM, orderId: string): Promise<Order> {
  const order = await orm.em.fork().findOne(Order, orderId);
  if (order === null) throw new OrderNotFound();
  return order;
}

async function note(
  em: Parameters<typeof recordAudit>[0],
  actor: AuditActor,
  { id, merchantKey }: Order,
  action: string,
  details: Record<string, unknown>,
): Promise<void> {
  await recordAudit(em, actor, { action, subject: `order:${id}`, merchantKey, details });
}

function forbids(order: Order, cause?: CommandRefusedError): OrderStateForbids {
  const msg = cause?.message ?? `the order is ${order.status}`;
  return new OrderStateForbids(msg, { data: { status: order.status, availableActions: [] }, cause });
}
