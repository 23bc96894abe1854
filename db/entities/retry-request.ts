import { defineEntity, p } from '@mikro-orm/core';
import type { RecoveryFilter } from '../../domain/notification.ts';
import { RETRY_KINDS } from '../../domain/notification.ts';
import { CallbackEndpoint } from './callback-endpoint.ts';
import { index, uniqueIndex } from './index-on.ts';
import { Merchant } from './merchant.ts';

/**
 * Notifications are to be tried now: a request that any API process works off (jobs/retries.ts). It is written in
 * the transaction that gives the reason, so that no crash forgets it. A `wake` is removed when it is done; a `recover`
 * stays for a while, so that the merchant sees how it went.
 */
const RetryRequestSchema = defineEntity({
  name: 'RetryRequest',
  tableName: 'retry_request',
  indexes: [
    { properties: ['merchantKey', 'requestedAt'] },
    uniqueIndex('retry_request_wake', "retry_request (endpoint_id) where kind = 'wake'"),
    index('retry_request_open', 'retry_request (leased_until) where finished_at is null'),
  ],
  properties: {
    /** `RCV…`, see domain/ids.ts. */
    id: p.string().length(20).primary().defaultRaw(`'RCV' || nextval('retry_request_number')`),
    kind: p.enum(RETRY_KINDS),
    merchantKey: () => p.manyToOne(Merchant).mapToPk().fieldName('merchant_key'),
    /** Null for a `recover` of all endpoints. */
    endpointId: () => p.manyToOne(CallbackEndpoint).mapToPk().fieldName('endpoint_id').nullable(),
    /** For a `recover`: which notifications. */
    filter: p.json().$type<RecoveryFilter>().defaultRaw(`'{}'`),
    /** For a `recover`: notifications that matched when it was requested, and those that were taken so far. */
    total: p.integer().default(0),
    taken: p.integer().default(0),
    requestedAt: p.datetime().defaultRaw('now()'),
    /** How far it is: what comes up to here is done. */
    doneUntil: p.datetime().nullable(),
    doneUntilId: p.string().length(64).nullable(),
    /** The lease of the process that works on it; afterwards another process continues. */
    leasedUntil: p.datetime().nullable(),
    finishedAt: p.datetime().nullable(),
    /** The merchant stopped it; `finishedAt` is set as well. */
    cancelledAt: p.datetime().nullable(),
  },
});

export class RetryRequest extends RetryRequestSchema.class {}
RetryRequestSchema.setClass(RetryRequest);
