import { defineEntity, p } from '@mikro-orm/core';
import { Merchant } from './merchant.ts';
import { Order } from './order.ts';

/** What one side of an order wrote to the other. */
const OrderMessageSchema = defineEntity({
  name: 'OrderMessage',
  tableName: 'order_message',
  indexes: [{ properties: ['orderId', 'id'] }],
  properties: {
    /** Shown as `MSG` and this number. */
    id: p.bigint('number').primary().autoincrement(),
    orderId: () => p.manyToOne(Order).mapToPk().fieldName('order_id'),
    senderKey: () => p.manyToOne(Merchant).mapToPk().fieldName('sender_key'),
    /** The provider that acted for the sender. */
    actingKey: p.string().length(64).nullable(),
    text: p.string().length(2_000),
    createdAt: p.datetime().defaultRaw('now()'),
    /** When it first was in an answer to the other side. */
    readAt: p.datetime().nullable(),
  },
});

export class OrderMessage extends OrderMessageSchema.class {}
OrderMessageSchema.setClass(OrderMessage);
