import { defineEntity, p } from '@mikro-orm/core';

/** A request that was carried out under an `Idempotency-Key`, and its answer. */
const IdempotencyKeySchema = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_key',
  indexes: [{ properties: ['createdAt'] }],
  properties: {
    /** Whose it is: a merchant's, or a person's at the console, `person:12`. */
    merchantKey: p.string().length(64).fieldName('merchant_key').primary(),
    key: p.string().length(255).primary(),
    /** SHA-256 of method, path and body. */
    requestHash: p.character().length(64),
    /** Null while the request is being carried out. */
    answer: p.json().$type<Record<string, unknown>>().nullable(),
    /** What was done, by the parts of the command; written in the transaction that did it (services/commands.ts). */
    done: p.json().$type<Record<string, unknown>>().nullable(),
    /** Until then nobody else may carry it out; a crash leaves it behind. */
    leasedUntil: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

export class IdempotencyKey extends IdempotencyKeySchema.class {}
IdempotencyKeySchema.setClass(IdempotencyKey);
