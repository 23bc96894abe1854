import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { SIGNATURE_SCHEMES } from '../../domain/callback-endpoint.ts';
import { index, uniqueIndex } from './index-on.ts';
import { Merchant } from './merchant.ts';

/**
 * Where a merchant receives notifications. Read at each attempt, so a corrected address applies to what is pending. Every merchant
 * has its first one from the beginning, without an address (db/queries/platform/new-merchant.ts): `callback/config` is about that.
 */
const CallbackEndpointSchema = defineEntity({
  name: 'CallbackEndpoint',
  tableName: 'callback_endpoint',
  indexes: [
    { properties: ['merchantKey', 'id'] },
    uniqueIndex('callback_endpoint_first', 'callback_endpoint (merchant_key) where is_first'),
    index(
      'callback_endpoint_in_trouble',
      'callback_endpoint ((coalesce(paused_at, failing_since))) ' +
        'where coalesce(paused_at, failing_since) is not null',
    ),
  ],
  properties: {
    /** `EP…`, see domain/ids.ts. */
    id: p
      .string()
      .length(20)
      .primary()
      .defaultRaw(`'EP' || nextval('callback_endpoint_number')`)
      .$type<Opt<string>>(),
    merchantKey: () => p.manyToOne(Merchant).mapToPk().fieldName('merchant_key'),
    isFirst: p.boolean().default(false),
    /** Null: nothing is sent there, what would be is skipped. */
    url: p.string().length(2_048).nullable(),
    description: p.string().length(200).default(''),
    /** `*`, families such as `order.*`, single types (domain/event-types.ts). */
    eventTypes: p.array().default(['*']),
    signatureScheme: p.enum(SIGNATURE_SCHEMES).default('v1'),
    /** `whsec_…`, or for `v1a` the private key `whsk_…`; encrypted. Null where there is no address. */
    secretEncrypted: p.text().hidden().nullable(),
    /** During a rotation both secrets sign. */
    previousSecretEncrypted: p.text().hidden().nullable(),
    previousSecretUntil: p.datetime().nullable(),
    /** The merchant's own headers as a JSON object, encrypted: one may be a password of its gateway. */
    headersEncrypted: p.text().hidden().nullable(),
    /** Requests per second at most; null: no limit of the merchant's own. */
    maxPerSecond: p.integer().nullable().check('max_per_second between 1 and 1000'),
    /** With such a limit: when the next request that asks may be sent (db/queries/notifications/pacing.ts). */
    pacedUntil: p.datetime().nullable(),
    /** Set by an answer 410; nothing is delivered until the merchant saves its address again. */
    pausedAt: p.datetime().nullable(),
    failingSince: p.datetime().nullable(),
    /** The receiver asked for no requests before (Retry-After). */
    heldUntil: p.datetime().nullable(),
    /**
     * The last state that its owner was notified of, by event and by e-mail; null: none yet, or that it works. `resumed`: the owner
     * was notified of trouble and has saved the address since; the next attempts show whether that helped.
     */
    notifiedState: p.enum(['failing', 'paused', 'resumed']).nullable(),
    /** The merchant removed it: it is no longer shown. Never set for the first one. */
    removedAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p.datetime().defaultRaw('now()'),
  },
});

export class CallbackEndpoint extends CallbackEndpointSchema.class {}
CallbackEndpointSchema.setClass(CallbackEndpoint);
