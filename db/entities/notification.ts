import { defineEntity, p } from '@mikro-orm/core';
import type { EventType } from '../../domain/event-types.ts';
import { UNNOTICED_TYPES } from '../../domain/notices.ts';
import { NOTIFICATION_STATES } from '../../domain/notification.ts';
import { index } from './index-on.ts';
import { Merchant } from './merchant.ts';
import { Order } from './order.ts';
import { Settlement } from './settlement.ts';

/** SQL: what people's notices are made of. */
export const NOTICED = `in_feed and type not in (${UNNOTICED_TYPES.map((type) => `'${type}'`).join(', ')})`;

/** One event on its way to one endpoint of one merchant that it concerns (docs/notifications.md). */
const NotificationSchema = defineEntity({
  name: 'Notification',
  tableName: 'notification',
  uniques: [{ properties: ['subjectId', 'position', 'endpointId'] }],
  checks: [{ name: 'notification_subject_check', expression: 'num_nonnulls(order_id, settlement_id) <= 1' }],
  indexes: [
    { properties: ['merchantKey', 'createdAt', 'id'] },
    index(
      'notification_of_endpoint',
      "notification (endpoint_id, created_at, id) where status <> 'unsubscribed'",
    ),
    // Of the one type that most have, the index before this one finds enough.
    index(
      'notification_of_type',
      'notification (endpoint_id, type, created_at, id) ' +
        "where status <> 'unsubscribed' and type <> 'order.status_changed'",
    ),
    // Most are answered 200, and cost nothing here.
    index(
      'notification_of_answer',
      'notification (endpoint_id, last_http_status, created_at, id) ' +
        "where status <> 'unsubscribed' and last_http_status <> 200",
    ),
    index(
      'notification_feed',
      'notification (merchant_key, transaction_id, subject_id, position) where in_feed',
    ),
    // Its condition keeps it from the feeds of merchants, which have an index of their own.
    index('notification_to_notice', `notification (transaction_id, subject_id, position) where ${NOTICED}`),
    index('notification_to_wake', "notification (wake_at) where status = 'pending' and wake_at is not null"),
    index('notification_waiting', "notification (endpoint_id, created_at, id) where status = 'pending'"),
    index(
      'notification_due',
      "notification ((coalesce(next_attempt_at, created_at))) where status = 'pending'",
    ),
    index(
      'notification_unacknowledged',
      "notification (merchant_key, created_at, id) where status in ('pending', 'skipped', 'abandoned')",
    ),
  ],
  properties: {
    id: p.string().length(64).primary(),
    orderId: () => p.manyToOne(Order).mapToPk().fieldName('order_id').nullable(),
    settlementId: () => p.manyToOne(Settlement).mapToPk().fieldName('settlement_id').nullable(),
    /** The order, settlement, endpoint or merchant that it is about; one endpoint gets a subject's notifications in order. */
    subjectId: p.string().length(64),
    /** The number of the subject's event; an order's are those of its history. */
    sequence: p.integer(),
    /** Its place among the subject's events (domain/ids.ts): some events come between two of the history. */
    position: p.integer(),
    type: p.string().length(40).$type<EventType>(),
    merchantKey: () => p.manyToOne(Merchant).mapToPk().fieldName('merchant_key'),
    /** A CallbackEndpoint's. No foreign key: a long lock on that row must not hold up orders whose merchant is notified. */
    endpointId: p.string().length(20),
    /** The copy that the merchant's pull feed lists: the one for its first endpoint. */
    inFeed: p.boolean(),
    status: p.enum(NOTIFICATION_STATES).default('pending'),
    /** The JSON that is signed and sent, as it was when the event happened: every attempt sends the same bytes. */
    body: p.text(),
    attempts: p.integer().default(0),
    /** Of the last attempt; null without an answer, or without an attempt. */
    lastHttpStatus: p.integer().nullable(),
    nextAttemptAt: p.datetime().nullable(),
    /** An attempt is under way, and over by then; nobody begins another one before. */
    attemptingUntil: p.datetime().nullable(),
    /** The merchant requested it by hand: it is sent also while the receiver's Retry-After holds. */
    askedAt: p.datetime().nullable(),
    acknowledgedAt: p.datetime().nullable(),
    /** When it was requested again after it had been resolved. */
    resentAt: p.datetime().nullable(),
    /** Nobody announces it: its delivery is to be woken then. Null where that was done, or where its subject's workflow announces it. */
    wakeAt: p.datetime().nullable(),
    /** The operator's words. */
    abandonReason: p.string().length(500).nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    /** The writing transaction: the order of the pull feed (docs/decisions/0020). Written by the database. */
    transactionId: p.string().columnType('xid8').defaultRaw('feed_transaction()'),
  },
});

export class Notification extends NotificationSchema.class {}
NotificationSchema.setClass(Notification);
