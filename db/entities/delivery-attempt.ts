import { defineEntity, p } from '@mikro-orm/core';
import { index } from './index-on.ts';
import { Notification } from './notification.ts';

/** One HTTP POST of a notification, as it went. */
const DeliveryAttemptSchema = defineEntity({
  name: 'DeliveryAttempt',
  tableName: 'delivery_attempt',
  indexes: [
    // With what a picture of an endpoint's deliveries needs, so that it's drawn from the index alone.
    index(
      'delivery_attempt_of_endpoint',
      'delivery_attempt (endpoint_id, started_at) include (error) where endpoint_id is not null',
    ),
  ],
  properties: {
    notificationId: () => p.manyToOne(Notification).mapToPk().fieldName('notification_id').primary(),
    number: p.integer().primary(),
    /** Its notification's; null for attempts of before it was kept here. */
    endpointId: p.string().length(20).nullable(),
    startedAt: p.datetime(),
    durationMs: p.integer(),
    httpStatus: p.integer().nullable(),
    /** Null when acknowledged; else one of domain/notification.ts ATTEMPT_ERRORS. */
    error: p.string().length(40).nullable(),
    /** The first 1 KiB of the answer. */
    responseExcerpt: p.string().length(1_024).nullable(),
    /** What was sent with it; the merchant's own headers without their values. */
    requestHeaders: p.json().$type<Readonly<Record<string, string>>>().nullable(),
    /** What came back with the answer; the first ones, cut where long. */
    responseHeaders: p.json().$type<Readonly<Record<string, string>>>().nullable(),
  },
});

export class DeliveryAttempt extends DeliveryAttemptSchema.class {}
DeliveryAttemptSchema.setClass(DeliveryAttempt);
