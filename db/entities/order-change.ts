import { defineEntity, p } from '@mikro-orm/core';
import { CHANGE_END_REASONS, CHANGE_STATES, type ChangedOrder } from '../../domain/order-change.ts';
import { uniqueIndex } from './index-on.ts';
import { Order } from './order.ts';

/** A change of an order that its merchant requested, and its result (docs/orders.md, "Changes"). */
const OrderChangeSchema = defineEntity({
  name: 'OrderChange',
  tableName: 'order_change',
  indexes: [
    { properties: ['orderId', 'id'] },
    // One at a time waits for its studio.
    uniqueIndex('order_change_open', "order_change (order_id) where status = 'requested'"),
    // A command is prepared once, however often it is sent.
    uniqueIndex('order_change_prepared', "order_change (order_id, request_key) where status = 'prepared'"),
  ],
  properties: {
    /** `CHG` and digits. */
    id: p.string().length(27).primary(),
    orderId: () => p.manyToOne(Order).mapToPk().fieldName('order_id'),
    status: p.enum(CHANGE_STATES).default('prepared'),
    /** Number of the order's last event when it was worked out: of another order's state it says nothing. */
    basedOn: p.integer(),
    /** The guide as it was read for the price; null where the trip stays as it is. */
    guideVersion: p.integer().nullable(),
    /** The command's id, by which a repeated request finds what it did. */
    requestKey: p.string().length(64).nullable(),
    /** What it changes, and what that was. */
    before: p.json().$type<Partial<ChangedOrder>>(),
    after: p.json().$type<Partial<ChangedOrder>>(),
    /** Number of the event that it became. */
    sequence: p.integer().nullable(),
    /** The provider that acted for the merchant. */
    actingKey: p.string().length(64).nullable(),
    note: p.string().length(500).nullable(),
    /** The studio's words, where it declined. */
    answer: p.string().length(500).nullable(),
    /** Until then the studio may accept it. */
    answerBy: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    decidedAt: p.datetime().nullable(),
    /** Why it ended without an answer. */
    endReason: p.enum(CHANGE_END_REASONS).nullable(),
  },
});

export class OrderChange extends OrderChangeSchema.class {}
OrderChangeSchema.setClass(OrderChange);
