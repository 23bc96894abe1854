import { defineEntity, p } from '@mikro-orm/core';
import { Merchant } from './merchant.ts';

const CredentialSchema = defineEntity({
  name: 'Credential',
  tableName: 'credential',
  indexes: [{ properties: ['merchantKey'] }, { properties: ['parentId'] }],
  checks: [
    { name: 'credential_is_one_thing', expression: '(secret_encrypted is null) <> (key_hash is null)' },
  ],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    merchantKey: () => p.manyToOne(Merchant).mapToPk().fieldName('merchant_key'),
    /** The one that it replaced in a rotation; null: it was issued by an operator, or in the console. */
    parentId: () => p.manyToOne(Credential).mapToPk().fieldName('parent_id').nullable(),
    /** app_secret, encrypted: request signing needs the secret itself, a hash would not do. Null: it is an OCTO key. */
    secretEncrypted: p.text().hidden().nullable(),
    /** SHA-256 of an OCTO key, in base64url; null: it is an app_secret. */
    keyHash: p.string().length(43).hidden().nullable().unique(),
    /** The only products that an OCTO key sees; null: all of its merchant's. */
    products: p.array().nullable(),
    /** The name that its issuer gave it. */
    label: p.string().length(100).nullable(),
    /** What it may be used for; null: all that the merchant's kind allows. */
    scopes: p.array().nullable(),
    /** Requests under its tokens must be signed. */
    requireSignature: p.boolean().default(false),
    createdAt: p.datetime().defaultRaw('now()'),
    /** To the minute; written in batches. */
    lastUsedAt: p.datetime().nullable(),
    /** After this instant the secret and its tokens are refused; null: until revoked. */
    validUntil: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
  },
});

export class Credential extends CredentialSchema.class {}
CredentialSchema.setClass(Credential);
