import { defineEntity, p } from '@mikro-orm/core';
import { MAX_NOTE_LENGTH } from '../../domain/order-note.ts';
import { Merchant } from './merchant.ts';
import { Order } from './order.ts';
import { Person } from './person.ts';

/** What somebody of one side noted about an order for their own company. Its text is personal data: `erase_order` deletes it. */
const OrderNoteSchema = defineEntity({
  name: 'OrderNote',
  tableName: 'order_note',
  indexes: [{ properties: ['orderId', 'ownerKey', 'id'] }],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    orderId: () => p.manyToOne(Order).mapToPk().fieldName('order_id'),
    /** The merchant whose people see it: one of the order's two sides. */
    ownerKey: () => p.manyToOne(Merchant).mapToPk().fieldName('owner_key'),
    personId: () => p.manyToOne(Person).mapToPk().fieldName('person_id'),
    text: p.string().length(MAX_NOTE_LENGTH),
    createdAt: p.datetime(),
  },
});

export class OrderNote extends OrderNoteSchema.class {}
OrderNoteSchema.setClass(OrderNote);
