import { defineEntity, p } from '@mikro-orm/core';
import type { RecoveryFilter } from '../../domain/notification.ts';
import { CallbackEndpoint } from './callback-endpoint.ts';
import { Merchant } from './merchant.ts';

/**
 * Notifications that a merchant asked to be sent again, many at once; a job of kind `recovery` does it (jobs/retries.ts). It stays for a
 * while when it has ended, so that the merchant sees how it went.
 */
const RecoverySchema = defineEntity({
  name: 'Recovery',
  tableName: 'recovery',
  indexes: [{ properties: ['merchantKey', 'requestedAt'] }],
  properties: {
    /** `RCV…`, see domain/ids.ts. */
    id: p.string().length(20).primary().defaultRaw(`'RCV' || nextval('recovery_number')`),
    merchantKey: () => p.manyToOne(Merchant).mapToPk().fieldName('merchant_key'),
    /** Null: of all endpoints. */
    endpointId: () => p.manyToOne(CallbackEndpoint).mapToPk().fieldName('endpoint_id').nullable(),
    /** Which notifications. */
    filter: p.json().$type<RecoveryFilter>().defaultRaw(`'{}'`),
    /** Notifications that matched when it was asked for, and those that were taken so far. */
    total: p.integer().default(0),
    taken: p.integer().default(0),
    requestedAt: p.datetime().defaultRaw('now()'),
    finishedAt: p.datetime().nullable(),
    /** The merchant stopped it; `finishedAt` is set as well. */
    cancelledAt: p.datetime().nullable(),
  },
});

export class Recovery extends RecoverySchema.class {}
RecoverySchema.setClass(Recovery);
