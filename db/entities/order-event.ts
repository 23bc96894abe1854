import { defineEntity, p } from '@mikro-orm/core';
import { ACTOR_KINDS, ORDER_STATES, type ReasonCode } from '../../domain/order-state.ts';
import { notTruncated } from './append-only.ts';
import { Order } from './order.ts';

/** One line of an order's history; (order, sequence) is what makes recording a move idempotent. */
const OrderEventSchema = defineEntity({
  name: 'OrderEvent',
  tableName: 'order_event',
  triggers: [notTruncated('order_event')],
  properties: {
    orderId: () => p.manyToOne(Order).mapToPk().fieldName('order_id').primary(),
    sequence: p.integer().primary(),
    fromStatus: p.enum(ORDER_STATES).nullable(),
    toStatus: p.enum(ORDER_STATES),
    reason: p.string().length(40).$type<ReasonCode>(),
    actorKind: p.enum(ACTOR_KINDS),
    /** Merchant key of a merchant or studio; null for the platform and operators. */
    actorKey: p.string().length(64).nullable(),
    /** The provider that acted for the merchant in `actorKey`. */
    actingKey: p.string().length(64).nullable(),
    /** The Update that requested it, by which a repeated request finds its work done. */
    updateId: p.string().length(200).nullable(),
    /** What the actor wrote; see OrderCommand. */
    note: p.string().length(500).nullable(),
    occurredAt: p.datetime(),
    /** The id of the HTTP request that caused it, as in our logs; null where the clock or an operator did. */
    requestId: p.string().length(128).nullable(),
  },
});

export class OrderEvent extends OrderEventSchema.class {}
OrderEventSchema.setClass(OrderEvent);
