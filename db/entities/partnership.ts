import { defineEntity, p } from '@mikro-orm/core';
import { Merchant } from './merchant.ts';

/** A studio's permission for this merchant to see and book its guides of visibility `partners`. */
const PartnershipSchema = defineEntity({
  name: 'Partnership',
  tableName: 'partnership',
  indexes: [{ properties: ['partnerKey', 'studioKey'] }],
  properties: {
    studioKey: () => p.manyToOne(Merchant).mapToPk().fieldName('studio_key').primary(),
    partnerKey: () => p.manyToOne(Merchant).mapToPk().fieldName('partner_key').primary(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

export class Partnership extends PartnershipSchema.class {}
PartnershipSchema.setClass(Partnership);
