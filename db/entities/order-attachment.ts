import { defineEntity, p } from '@mikro-orm/core';
import { Order } from './order.ts';
import { OrderMessage } from './order-message.ts';
import { StoredFile } from './stored-file.ts';

/** A file that came with a message of an order. */
const OrderAttachmentSchema = defineEntity({
  name: 'OrderAttachment',
  tableName: 'order_attachment',
  indexes: [{ properties: ['orderId', 'messageId'] }],
  properties: {
    fileId: () => p.manyToOne(StoredFile).mapToPk().fieldName('file_id').primary().deleteRule('cascade'),
    orderId: () => p.manyToOne(Order).mapToPk().fieldName('order_id'),
    messageId: () => p.manyToOne(OrderMessage).mapToPk().fieldName('message_id'),
    /** Of the form that it came with: the same form sent twice is one message. */
    formKey: p.string().length(40),
  },
});

export class OrderAttachment extends OrderAttachmentSchema.class {}
OrderAttachmentSchema.setClass(OrderAttachment);
