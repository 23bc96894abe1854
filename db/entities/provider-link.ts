import { defineEntity, p } from '@mikro-orm/core';
import { Merchant } from './merchant.ts';

/** A merchant lets a provider act for it, within these scopes. */
const ProviderLinkSchema = defineEntity({
  name: 'ProviderLink',
  tableName: 'provider_link',
  indexes: [{ properties: ['providerKey'] }],
  properties: {
    merchantKey: () => p.manyToOne(Merchant).mapToPk().fieldName('merchant_key').primary(),
    providerKey: () => p.manyToOne(Merchant).mapToPk().fieldName('provider_key').primary(),
    scopes: p.array(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

export class ProviderLink extends ProviderLinkSchema.class {}
ProviderLinkSchema.setClass(ProviderLink);
