/** Messages between the two sides of an order (docs/orders.md, "Messages"). */
import { type Static, Type } from 'typebox';
import { FILE_ID_PATTERN, MESSAGE_ID_PATTERN } from '../../domain/ids.ts';
import { MAX_MESSAGE_LENGTH } from '../../domain/order-message.ts';
import { FILE_TYPES } from '../../domain/stored-file.ts';
import { Cursor, Instant, nullable, oneOf, Prose } from './common.ts';
import { GivenInstant } from './notification-filters.ts';
import { OrderId } from './orders.ts';

export const MessageId = Type.String({
  pattern: MESSAGE_ID_PATTERN,
  maxLength: 21,
  description: 'Message identifier: `MSG` and digits',
  examples: ['MSG1207'],
});
const FileId = Type.String({
  pattern: FILE_ID_PATTERN,
  maxLength: 18,
  description: 'File identifier: `FIL` and digits',
  examples: ['FIL318'],
});
export const Sender = oneOf(
  ['merchant', 'studio'],
  'The side that wrote it: the merchant that ordered, or the studio',
);

/** A file that came with a message. */
export const MessageAttachment = Type.Object(
  {
    fileId: FileId,
    name: Type.String({
      description: "The sender's name for it, without characters that file systems don't allow",
      examples: ['voucher.pdf'],
    }),
    type: oneOf(FILE_TYPES, 'Determined by its content'),
    size: Type.Integer({ description: 'Bytes', minimum: 1 }),
  },
  { description: 'A file that came with a message' },
);
export const MessageFilePath = Type.Object({ orderId: OrderId, fileId: FileId });

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
  text: Type.String({ description: 'The text' }),
  attachments: Type.Array(MessageAttachment, {
    description: 'Files that came with it; none once the order’s personal data has been erased',
  }),
  createdAt: Instant,
  readAt: nullable(Type.String({ ...Instant, description: 'When it was first returned to the other side' })),
});
export type MessageData = Static<typeof MessageData>;

export const MessageListQuery = Type.Object(
  {
    size: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, default: 50, description: 'Items per page' }),
    ),
    cursor: Type.Optional(Cursor),
    sort: Type.Optional({
      ...oneOf(['oldest', 'newest'], 'Which messages come first'),
      default: 'oldest',
    }),
    since: Type.Optional(GivenInstant('Only messages sent since this instant')),
  },
  { additionalProperties: false },
);
export type MessageListQuery = Static<typeof MessageListQuery>;

export const MessageList = Type.Object({
  list: Type.Array(MessageData),
  nextCursor: nullable(Type.String({ description: 'Null on the last page' })),
});
export type MessageList = Static<typeof MessageList>;
