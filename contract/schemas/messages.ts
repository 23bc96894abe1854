/** Messages between the two sides of an order (docs/orders.md, "Messages"). */
import { type Static, Type } from 'typebox';
import { MESSAGE_ID_PATTERN } from '../../domain/ids.ts';
import { MAX_MESSAGE_LENGTH } from '../../domain/order-message.ts';
import { Cursor, Instant, nullable, oneOf, Prose } from './common.ts';
import { GivenInstant } from './notification-filters.ts';

export const MessageId = Type.String({
  pattern: MESSAGE_ID_PATTERN,
  maxLength: 21,
  description: 'Message identifier: `MSG` and digits',
  examples: ['MSG1207'],
});
export const Sender = oneOf(['merchant', 'studio'], 'The side that wrote it: who ordered, or the studio');

export const MessageBody = Type.Object(
  { text: Prose(MAX_MESSAGE_LENGTH, 'For the other side', true) },
  { additionalProperties: false },
);
export type MessageBody = Static<typeof MessageBody>;

export const MessageData = Type.Object({
  messageId: MessageId,
  sender: Sender,
  actedBy: nullable(
    Type.String({
      description: 'The provider that wrote it for you (`On-Behalf-Of`); null for the other side’s messages',
    }),
  ),
  text: Type.String({ description: 'What was written' }),
  createdAt: Instant,
  readAt: nullable(
    Type.String({ ...Instant, description: 'When it first was in an answer to the other side' }),
  ),
});
export type MessageData = Static<typeof MessageData>;

export const MessageListQuery = Type.Object(
  {
    size: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, default: 50, description: 'Items per page' }),
    ),
    cursor: Type.Optional(Cursor),
    sort: Type.Optional({
      ...oneOf(['oldest', 'newest'], 'Which comes first'),
      default: 'oldest',
    }),
    since: Type.Optional(GivenInstant('Only messages that were sent from this instant on')),
  },
  { additionalProperties: false },
);
export type MessageListQuery = Static<typeof MessageListQuery>;

export const MessageList = Type.Object({
  list: Type.Array(MessageData),
  nextCursor: nullable(Type.String({ description: 'Null on the last page' })),
});
export type MessageList = Static<typeof MessageList>;
