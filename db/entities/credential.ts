import { defineEntity, p } from '@mikro-orm/core';
import { Merchant } from './merchant.ts';

const CredentialSchema = defineEntity({
  name: 'Credential',
  tableName: 'credential',
  indexes: [{ properties: ['merchantKey'] }],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    merchantKey: () => p.manyToOne(Merchant).mapToPk().fieldName('merchant_key'),
    /** app_secret, encrypted: request signing needs the secret itself, a hash would not do. */
    secretEncrypted: p.text().hidden(),
    createdAt: p.datetime().defaultRaw('now()'),
    /** After this instant the secret is refused; null: until revoked. */
    validUntil: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
  },
});

export class Credential extends CredentialSchema.class {}
CredentialSchema.setClass(Credential);
