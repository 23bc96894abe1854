import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { NOTIFICATION_STATES } from '../../domain/notification.ts';
import { Merchant } from './merchant.ts';
import { Order } from './order.ts';
import { Settlement } from './settlement.ts';

/** One event of an order on its way to the ordering merchant, or of a settlement on its way to its own. */
const NotificationSchema = defineEntity({
  name: 'Notification',
  tableName: 'notification',
  uniques: [{ properties: ['subjectId', 'sequence'] }],

  checks: [{ name: 'notification_subject_check', expression: 'num_nonnulls(order_id, settlement_id) = 1' }],
  indexes: [
    { properties: ['merchantKey', 'createdAt', 'id'] },
    { properties: ['merchantKey', 'transactionId'] },
    {
      name: 'notification_due',
      expression:
        'create index notification_due on notification ((coalesce(next_attempt_at, created_at))) ' +
        "where status = 'pending'",
    },
    {
      name: 'notification_unacknowledged',
      expression:
        'create index notification_unacknowledged on notification (merchant_key, created_at, id) ' +
        "where status <> 'acknowledged'",
    },
  ],
  properties: {
    id: p.string().length(32).primary(),
    orderId: () => p.manyToOne(Order).mapToPk().fieldName('order_id').nullable(),
    settlementId: () => p.manyToOne(Settlement).mapToPk().fieldName('settlement_id').nullable(),
    /** Whichever it is; also the workflow that delivers it. Written by the database. */
    subjectId: p
      .string()
      .length(27)
      .generated('(COALESCE(order_id, settlement_id)) stored')
      .$type<Opt<string>>(),
    sequence: p.integer(),
    merchantKey: () => p.manyToOne(Merchant).mapToPk().fieldName('merchant_key'),
    status: p.enum(NOTIFICATION_STATES).default('pending'),
    /** The JSON that is signed and sent, as it was when the event happened: every attempt sends the same bytes. */
    body: p.text(),
    attempts: p.integer().default(0),
    nextAttemptAt: p.datetime().nullable(),
    /** An attempt is under way, and over by then; nobody begins another one before. */
    attemptingUntil: p.datetime().nullable(),
    /** The merchant asked for it by hand: also where the receiver wanted to be left alone for a while. */
    askedAt: p.datetime().nullable(),
    acknowledgedAt: p.datetime().nullable(),
    /** Set when it was sent again after it had been resolved; a redelivery workflow has it then, not its order's. */
    resentAt: p.datetime().nullable(),
    /** The operator's words. */
    abandonReason: p.string().length(500).nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    /** The writing transaction: the order of the pull feed (docs/decisions/0020). Written by the database. */
    transactionId: p.string().columnType('xid8').defaultRaw('pg_current_xact_id()'),
  },
});

export class Notification extends NotificationSchema.class {}
NotificationSchema.setClass(Notification);
