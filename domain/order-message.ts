/** Messages between the two sides of an order (docs/orders.md, "Messages"). */
import type { EventType } from './event-types.ts';
import { messageId } from './ids.ts';
import type { Viewer } from './order-view.ts';
import type { FileFacts } from './stored-file.ts';

const MESSAGE_RECEIVED = 'message.received' satisfies EventType;

/** For one order, both sides together. */
export const MAX_MESSAGES = 1_000;
/** Characters. */
export const MAX_MESSAGE_LENGTH = 2_000;
/** How long after a trip's end its two sides may still write. */
export const MESSAGE_DAYS = 90;
const DAY_MS = 86_400_000;

/** Until when the sides of an order may write to each other, in whatever state it is. */
export function messagesUntil({ tripEndAt }: { readonly tripEndAt: Date }): Date {
  return new Date(tripEndAt.getTime() + MESSAGE_DAYS * DAY_MS);
}

/** What the database knows of a message. */
export interface MessageFacts {
  readonly id: number;
  readonly senderKey: string;
  /** The provider that acted for the sender. */
  readonly actingKey?: string | null | undefined;
  readonly text: string;
  readonly createdAt: Date;
  readonly readAt?: Date | null | undefined;
}

/** A message as one side sees it. Only the side that a provider acted for sees which one, as in an order's history. */
export function viewMessage(
  message: MessageFacts,
  order: { readonly studioKey: string },
  viewer: Viewer,
  attachments: readonly FileFacts[],
) {
  const sender: Viewer = message.senderKey === order.studioKey ? 'studio' : 'merchant';
  return {
    messageId: messageId(message.id),
    sender,
    actedBy: sender === viewer ? (message.actingKey ?? null) : null,
    text: message.text,
    attachments: [...attachments],
    createdAt: message.createdAt.toISOString(),
    readAt: message.readAt?.toISOString() ?? null,
  };
}

/** The notification to the other side: that there is a message, not what it says. JSON without the notification's id. */
export function messageReceivedBody(facts: {
  readonly orderId: string;
  readonly messageId: number;
  readonly sender: Viewer;
  /** Number of the message among those of the order. */
  readonly sequence: number;
  readonly occurredAt: Date;
}): string {
  const { orderId, sender, sequence, occurredAt } = facts;
  return JSON.stringify({
    type: MESSAGE_RECEIVED,
    orderId,
    messageId: messageId(facts.messageId),
    sender,
    sequence,
    occurredAt: occurredAt.toISOString(),
    link: `/open/v1/order/messages/${orderId}`,
  });
}
