import { defineEntity, p } from '@mikro-orm/core';
import { index } from './index-on.ts';
import { Membership } from './membership.ts';
import { Merchant } from './merchant.ts';
import { Order } from './order.ts';

/** Who of one side's people looks after an order. It ends in the statement that ends the membership. */
const OrderAssignmentSchema = defineEntity({
  name: 'OrderAssignment',
  tableName: 'order_assignment',
  // Somebody's orders, for the list and for the end of a membership.
  indexes: [index('order_assignment_of_person', 'order_assignment (person_id, owner_key, order_id)')],
  properties: {
    orderId: () => p.manyToOne(Order).mapToPk().fieldName('order_id').primary(),
    /** The merchant whose people see it: one of the order's two sides. */
    ownerKey: () => p.manyToOne(Merchant).mapToPk().fieldName('owner_key').primary(),
    membership: () =>
      p.manyToOne(Membership).mapToPk().joinColumns('company_id', 'person_id').deleteRule('cascade'),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

export class OrderAssignment extends OrderAssignmentSchema.class {}
OrderAssignmentSchema.setClass(OrderAssignment);
