import { defineEntity, p } from '@mikro-orm/core';
import { NOTIFICATION_STATES } from '../../domain/notification.ts';
import { Merchant } from './merchant.ts';
import { Order } from './order.ts';

/** One order event on its way to the ordering merchant. */
const NotificationSchema = defineEntity({
  name: 'Notification',
  tableName: 'notification',
  uniques: [{ properties: ['orderId', 'sequence'] }],
  indexes: [
    { properties: ['merchantKey', 'createdAt', 'id'] },
    {
      name: 'notification_waiting',
      expression:
        "create index notification_waiting on notification (merchant_key, created_at) where status = 'pending'",
    },
  ],
  properties: {
    id: p.string().length(32).primary(),
    orderId: () => p.manyToOne(Order).mapToPk().fieldName('order_id'),
    sequence: p.integer(),
    merchantKey: () => p.manyToOne(Merchant).mapToPk().fieldName('merchant_key'),
    status: p.enum(NOTIFICATION_STATES).default('pending'),
    /** The JSON that is signed and sent, as it was when the event happened: every attempt sends the same bytes. */
    body: p.text(),
    attempts: p.integer().default(0),
    nextAttemptAt: p.datetime().nullable(),
    acknowledgedAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

export class Notification extends NotificationSchema.class {}
NotificationSchema.setClass(Notification);
