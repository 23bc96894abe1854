import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type {
  MessageBody,
  MessageData,
  MessageList,
  MessageListQuery,
} from '../contract/schemas/messages.ts';
import type { Cipher } from '../db/cipher.ts';
import { type Order, OrderMessage } from '../db/entities/index.ts';
import {
  findMessages,
  insertMessage,
  lockConversation,
  markRead,
  publishMessage,
} from '../db/queries/orders/order-messages.ts';
import { invalidParameter, OrderStateForbids } from '../domain/errors.ts';
import { messageId } from '../domain/ids.ts';
import type { CallingMerchant } from '../domain/merchant.ts';
import { MAX_MESSAGES, MESSAGE_DAYS, messagesUntil, viewMessage } from '../domain/order-message.ts';
import { timeFor } from '../domain/sandbox.ts';
import { MESSAGE_FILE_RULES } from '../domain/stored-file.ts';
import { attachFiles, attachmentsOf, findSentForm, openAttachment, refuseFullOrder } from './attachments.ts';
import { recordAudit } from './audit.ts';
import { findDone, noteDone } from './commands.ts';
import { type ReceivedFile, withReceived } from './files/intake.ts';
import type { ReadMessage } from './files/message.ts';
import type { OpenedFile } from './files/stored.ts';
import { findVisibleOrder } from './orders/reading.ts';

const SENT = 'message.sent';
const SUBJECT = 'message:';
const DEFAULT_SIZE = 50;

/** A message of an order, as it was sent. */
interface Sent {
  readonly orderId: string;
  readonly text: string;
  /** What it came with from a form. */
  readonly form?: { readonly formKey: string; readonly files: readonly ReceivedFile[] };
  readonly now: Date;
}

export interface MessageService {
  /**
   * Writes to the other side of an order.
   * @throws OrderNotFound, OrderStateForbids too long after the trip, or where the order has as many as there may be.
   */
  send(caller: CallingMerchant, orderId: string, body: MessageBody): Promise<MessageData>;
  /** The same with files. Nothing is read before the order is known to be the caller's. @throws InvalidParameter, and as `send` does. */
  sendForm(caller: CallingMerchant, orderId: string, readMessage: ReadMessage): Promise<MessageData>;
  /** A page of an order's messages; the other side's are read by that. @throws OrderNotFound */
  list(caller: CallingMerchant, orderId: string, query: MessageListQuery): Promise<MessageList>;
  /** A file that came with a message. @throws OrderNotFound for whatever is none of this order. */
  file(caller: CallingMerchant, orderId: string, fileId: string): Promise<OpenedFile>;
}

interface MessageDeps {
  readonly orm: MikroORM;
  readonly cipher: Cipher;
  readonly now: () => Date;
}

/** What agency and studio write to each other about an order. */
export function createMessageService({ orm, cipher, now }: MessageDeps): MessageService {
  const inTransaction = (caller: CallingMerchant, message: Omit<Sent, 'now'>) =>
    orm.em.fork().transactional((em) => sendMessage(em, caller, { ...message, now: now() }));
  return {
    send: (caller, orderId, { text }) => inTransaction(caller, { orderId, text }),
    sendForm: async (caller, orderId, readMessage) => {
      await findVisibleOrder(orm.em.fork(), caller, orderId);
      return await withReceived(orm.em.fork(), cipher, MESSAGE_FILE_RULES, async (receive) => {
        const { key: formKey, text, files } = await readMessage(receive);
        if (files.length === 0) throw invalidParameter('body.file', 'missing', 'is missing');
        return await inTransaction(caller, { orderId, text, form: { formKey, files } });
      });
    },
    list: (caller, orderId, query) =>
      orm.em.fork().transactional((em) => listMessages(em, caller, { orderId, query, now: now() })),
    file: async (caller, orderId, fileId) => {
      const em = orm.em.fork();
      await findVisibleOrder(em, caller, orderId);
      return await openAttachment(em, cipher, orderId, fileId);
    },
  };
}

async function sendMessage(em: EntityManager, caller: CallingMerchant, sent: Sent): Promise<MessageData> {
  const { orderId, text, form, now } = sent;
  const { order, viewer } = await findVisibleOrder(em, caller, orderId);
  await lockConversation(em, orderId);
  const earlier = await findEarlier(em, caller, sent);
  if (earlier !== undefined) {
    const files = await attachmentsOf(em, orderId, [earlier.id]);
    return viewMessage(earlier, order, viewer, files.get(earlier.id) ?? []);
  }
  const count = await em.count(OrderMessage, { orderId });
  const at = timeFor(order, now);
  refuse(order, count, at);
  if (form) await refuseFullOrder(em, orderId, form.files.length);
  const message = {
    orderId,
    senderKey: caller.key,
    actingKey: caller.via?.actingKey ?? null,
    text,
    createdAt: at,
  };
  const id = await insertMessage(em, message);
  const attached = form
    ? await attachFiles(em, { orderId, messageId: id, formKey: form.formKey }, form.files, at)
    : [];
  await publishMessage(em, { orderId, messageId: id, sender: viewer, sequence: count + 1, occurredAt: at });
  // Without the text.
  await recordAudit(em, caller, {
    action: SENT,
    subject: `${SUBJECT}${messageId(id)}`,
    details: { orderId, ...(form && { files: form.files.length }) },
  });
  await noteDone(em, caller, SENT, { id });
  return viewMessage({ id, ...message }, order, viewer, attached);
}

/** The same, sent before. */
async function findEarlier(
  em: EntityManager,
  caller: CallingMerchant,
  { orderId, form }: Sent,
): Promise<OrderMessage | undefined> {
  if (form) return await findSentForm(em, { orderId, formKey: form.formKey, senderKey: caller.key });
  const done = await findDone<{ id: number }>(em, caller, SENT);
  return done && (await em.findOneOrFail(OrderMessage, done.id));
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
  const files = await attachmentsOf(
    em,
    orderId,
    page.map(({ id }) => id),
  );
  const view = (one: OrderMessage) =>
    viewMessage({ ...one, readAt: isNew(one) ? at : one.readAt }, order, viewer, files.get(one.id) ?? []);
  return {
    list: page.map(view),
    nextCursor: found.length > size ? String(page.at(-1)?.id ?? 0) : null,
  };
}
