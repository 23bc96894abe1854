import { defineEntity, p } from '@mikro-orm/core';
import type { JWK } from 'jose';

const SigningKeySchema = defineEntity({
  name: 'SigningKey',
  tableName: 'signing_key',
  properties: {
    /** RFC 7638 thumbprint of the public key; the `kid` of tokens. */
    kid: p.string().length(64).primary(),
    publicJwk: p.json().$type<JWK>(),
    privateJwkEncrypted: p.text().hidden(),
    createdAt: p.datetime().defaultRaw('now()'),
    /** From then on it signs no token; tokens it signed stay valid until they expire. */
    retiredAt: p.datetime().nullable(),
  },
});

export class SigningKey extends SigningKeySchema.class {}
SigningKeySchema.setClass(SigningKey);
