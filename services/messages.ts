import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type {
  MessageBody,
  MessageData,
  MessageList,
  MessageListQuery,
} from '../contract/schemas/messages.ts';
import { type Order, OrderMessage } from '../db/entities/index.ts';
import {
  findMessages,
  insertMessage,
  lockConversation,
  markRead,
  publishMessage,
} from '../db/queries/orders/order-messages.ts';
import { OrderStateForbids } from '../domain/errors.ts';
import { messageId } from '../domain/ids.ts';
import type { CallingMerchant } from '../domain/merchant.ts';
import { MAX_MESSAGES, MESSAGE_DAYS, messagesUntil, viewMessage } from '../domain/order-message.ts';
import { timeFor } from '../domain/sandbox.ts';
import { recordAudit } from './audit.ts';
import { findDone, noteDone } from './commands.ts';
import { findVisibleOrder } from './orders/reading.ts';

const SENT = 'message.sent';
const SUBJECT = 'message:';
const DEFAULT_SIZE = 50;

export interface MessageService {
  /**
   * Writes to the other side of an order.
   * @throws OrderNotFound, OrderStateForbids too long after the trip, or where the order has as many as there may be.
   */
  send(caller: CallingMerchant, orderId: string, body: MessageBody): Promise<MessageData>;
  /** A page of an order's messages; the other side's are read by that. @throws OrderNotFound */
  list(caller: CallingMerchant, orderId: string, query: MessageListQuery): Promise<MessageList>;
}

/** What agency and studio write to each other about an order. */
export function createMessageService({ orm, now }: { orm: MikroORM; now: () => Date }): MessageService {
  return {
    send: (caller, orderId, body) =>
      orm.em.fork().transactional((em) => sendMessage(em, caller, { orderId, text: body.text, now: now() })),
    list: (caller, orderId, query) =>
      orm.em.fork().transactional((em) => listMessages(em, caller, { orderId, query, now: now() })),
  };
}

async function sendMessage(
  em: EntityManager,
  caller: CallingMerchant,
  { orderId, text, now }: { readonly orderId: string; readonly text: string; readonly now: Date },
): Promise<MessageData> {
  const { order, viewer } = await findVisibleOrder(em, caller, orderId);
  await lockConversation(em, orderId);
  const earlier = await findDone<{ id: number }>(em, caller, SENT);
  if (earlier !== undefined)
    return viewMessage(await em.findOneOrFail(OrderMessage, earlier.id), order, viewer);
  const count = await em.count(OrderMessage, { orderId });
  const at = timeFor(order, now);
  refuse(order, count, at);
  const message = {
    orderId,
    senderKey: caller.key,
    actingKey: caller.via?.actingKey ?? null,
    text,
    createdAt: at,
  };
  const id = await insertMessage(em, message);
  await publishMessage(em, { orderId, messageId: id, sender: viewer, sequence: count + 1, occurredAt: at });
  // Without the text.
  await recordAudit(em, caller, {
    action: SENT,
    subject: `${SUBJECT}${messageId(id)}`,
    details: { orderId },
  });
  await noteDone(em, caller, SENT, { id });
  return viewMessage({ id, ...message }, order, viewer);
}

function refuse(order: Order, count: number, at: Date): void {
  if (at >= messagesUntil(order)) {
    throw new OrderStateForbids(`its sides may write until ${MESSAGE_DAYS} days after the trip's end`);
  }
  if (count >= MAX_MESSAGES) {
    throw new OrderStateForbids(`the order already has ${MAX_MESSAGES} messages, which is the limit`);
  }
}

async function listMessages(
  em: EntityManager,
  caller: CallingMerchant,
  { orderId, query, now }: { readonly orderId: string; readonly query: MessageListQuery; readonly now: Date },
): Promise<MessageList> {
  const { order, viewer } = await findVisibleOrder(em, caller, orderId);
  const at = timeFor(order, now);
  const { size = DEFAULT_SIZE, sort = 'oldest', since, cursor } = query;
  const filter = { orderId, isNewestFirst: sort === 'newest', since, after: cursor };
  const found = await findMessages(em, filter, size + 1);
  const page = found.slice(0, size);
  const isNew = ({ senderKey, readAt }: OrderMessage) => senderKey !== caller.key && readAt == null;
  await markRead(em, page.filter(isNew), at);
  return {
    list: page.map((one) => viewMessage({ ...one, readAt: isNew(one) ? at : one.readAt }, order, viewer)),
    nextCursor: found.length > size ? String(page.at(-1)?.id ?? 0) : null,
  };
}
