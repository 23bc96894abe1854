/** Messages of an order. Those who write to one order take turns: each message is numbered and published behind the ones before it. */
import { type EntityManager, raw } from '@mikro-orm/postgresql';
import { conversationOf, MESSAGE_TAG, positionOf } from '../../../domain/ids.ts';
import { type MessageFacts, messageReceivedBody } from '../../../domain/order-message.ts';
import type { Viewer } from '../../../domain/order-view.ts';
import { holdLock } from '../../advisory-locks.ts';
import { OrderMessage } from '../../entities/index.ts';
import { publishToParties } from '../notifications/notify.ts';

/**
 * Until the transaction ends nobody else writes to the order. Not by the order's row: it is its workflow's, which waits
 * for nobody who writes.
 */
export async function lockConversation(em: EntityManager, orderId: string): Promise<void> {
  await holdLock(em, 'conversations', orderId);
}

/** A message as it is sent. */
export interface NewMessage {
  readonly orderId: string;
  readonly senderKey: string;
  readonly actingKey: string | null;
  readonly text: string;
  readonly createdAt: Date;
}

/** @returns its id. */
export async function insertMessage(em: EntityManager, message: NewMessage): Promise<number> {
  return Number(await em.insert(OrderMessage, message));
}

/** There is no workflow behind it: its deliveries bring it to everyone. */
const PUBLISH_MESSAGE = `
with published as (
  select o.id, ?::text as conversation, side.key as merchant_key, side.key as studio_key, ?::int as sequence,
    ?::int as position, '${MESSAGE_TAG}' as tag, ?::text as merchant_body, ?::text as studio_body,
    now() as happened_at, now() as wake_at
  from orders o, lateral (select case when ? = 'studio' then o.merchant_key else o.studio_key end as key) side
  where o.id = ?
)${publishToParties('published', 'message.received', 'o.conversation')}`;

/** Publishes a message to the other side, and who acts for it, in the transaction that wrote the message. @param sequence its number. */
export async function publishMessage(
  em: EntityManager,
  message: {
    readonly orderId: string;
    readonly messageId: number;
    readonly sender: Viewer;
    readonly sequence: number;
    readonly occurredAt: Date;
  },
): Promise<void> {
  const { orderId, sender, sequence } = message;
  const body = messageReceivedBody(message);
  await em.execute(PUBLISH_MESSAGE, [
    ...[conversationOf(orderId), sequence, positionOf(sequence), body, body],
    ...[sender, orderId],
  ]);
}

export interface MessageFilter {
  readonly orderId: string;
  readonly isNewestFirst: boolean;
  /** RFC 3339: only those that were sent from then on. */
  readonly since?: string | undefined;
  /** Id of the last message of the page before. */
  readonly after?: string | undefined;
}

/** Up to `limit` messages; ids of one order are in the order in which they were sent. */
export async function findMessages(
  em: EntityManager,
  { orderId, isNewestFirst, since, after }: MessageFilter,
  limit: number,
): Promise<OrderMessage[]> {
  const behind = isNewestFirst ? '$lt' : '$gt';
  return await em.find(
    OrderMessage,
    {
      orderId,
      // PostgreSQL reads it: it knows leap seconds.
      ...(since === undefined ? {} : { createdAt: { $gte: raw('?::timestamptz', [since]) } }),
      ...(after === undefined ? {} : { id: { [behind]: Number(after) } }),
    },
    { orderBy: { id: isNewestFirst ? 'desc' : 'asc' }, limit },
  );
}

/** Notes that the other side has read these messages; those that somebody else notes at this moment are left to them. */
export async function markRead(
  em: EntityManager,
  messages: readonly Pick<MessageFacts, 'id'>[],
  at: Date,
): Promise<void> {
  if (messages.length === 0) return;
  await em.execute(
    `update order_message set read_at = ? where id in (
       select m.id from order_message m where m.id in (select jsonb_array_elements_text(?::jsonb)::bigint)
         and m.read_at is null order by m.id for no key update skip locked)`,
    [at, JSON.stringify(messages.map(({ id }) => id))],
  );
}
