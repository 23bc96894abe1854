import { defineEntity, p } from '@mikro-orm/core';
import { RETRY_KINDS } from '../../domain/notification.ts';
import { Merchant } from './merchant.ts';

/**
 * A merchant's waiting notifications are to be tried now: a request that any API process works off (api/background/retries.ts). It is written in
 * the transaction that gives the reason, so that no crash forgets it, and removed when it is done.
 */
const NotificationReleaseSchema = defineEntity({
  name: 'NotificationRelease',
  tableName: 'notification_release',
  properties: {
    merchantKey: () => p.manyToOne(Merchant).mapToPk().fieldName('merchant_key').primary(),
    kind: p.enum(RETRY_KINDS).primary(),
    /** Notifications of events before it are left alone; null: none are. */
    since: p.datetime().nullable(),
    requestedAt: p.datetime().defaultRaw('now()'),
    /** How far it is: what comes up to here is done. */
    doneUntil: p.datetime().nullable(),
    doneUntilId: p.string().length(32).nullable(),
    /** Whoever works on it has until then; afterwards another process goes on. */
    leasedUntil: p.datetime().nullable(),
  },
});

export class NotificationRelease extends NotificationReleaseSchema.class {}
NotificationReleaseSchema.setClass(NotificationRelease);
