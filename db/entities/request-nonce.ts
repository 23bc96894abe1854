import { defineEntity, p } from '@mikro-orm/core';
import { Merchant } from './merchant.ts';

/** A nonce that signed a request: the same one signs no other while its timestamp would still be accepted. */
const RequestNonceSchema = defineEntity({
  name: 'RequestNonce',
  tableName: 'request_nonce',
  indexes: [{ properties: ['expiresAt'] }],
  properties: {
    merchantKey: () => p.manyToOne(Merchant).mapToPk().fieldName('merchant_key').primary(),
    nonce: p.string().length(128).primary(),
    expiresAt: p.datetime(),
  },
});

export class RequestNonce extends RequestNonceSchema.class {}
RequestNonceSchema.setClass(RequestNonce);
