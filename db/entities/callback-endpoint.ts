import { defineEntity, p } from '@mikro-orm/core';
import { Merchant } from './merchant.ts';

/** Where a merchant receives notifications. Read at each attempt, so a corrected address heals what waits. */
const CallbackEndpointSchema = defineEntity({
  name: 'CallbackEndpoint',
  tableName: 'callback_endpoint',
  properties: {
    merchantKey: () => p.manyToOne(Merchant).mapToPk().fieldName('merchant_key').primary(),
    url: p.string().length(2_048),
    /** `whsec_…`, encrypted. */
    secretEncrypted: p.text().hidden(),
    /** During a rotation both secrets sign. */
    previousSecretEncrypted: p.text().hidden().nullable(),
    previousSecretUntil: p.datetime().nullable(),
    /** Set by an answer 410; nothing is delivered until the merchant saves its address again. */
    pausedAt: p.datetime().nullable(),
    failingSince: p.datetime().nullable(),
    /** The receiver asked for no requests before (Retry-After). */
    heldUntil: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p.datetime().defaultRaw('now()'),
  },
});

export class CallbackEndpoint extends CallbackEndpointSchema.class {}
CallbackEndpointSchema.setClass(CallbackEndpoint);
