import { defineEntity, p } from '@mikro-orm/core';
import { Order } from './order.ts';

/**
 * The free text that came with a request to move an order. It waits here under the Update's id, so that it never
 * passes through a workflow history; recording the move copies it to the event.
 */
const OrderCommandSchema = defineEntity({
  name: 'OrderCommand',
  tableName: 'order_command',
  properties: {
    orderId: () => p.manyToOne(Order).mapToPk().fieldName('order_id').primary(),
    updateId: p.string().length(200).primary(),
    note: p.string().length(500),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

export class OrderCommand extends OrderCommandSchema.class {}
OrderCommandSchema.setClass(OrderCommand);
