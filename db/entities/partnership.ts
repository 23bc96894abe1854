import { defineEntity, p } from '@mikro-orm/core';
import { noteGuideChange } from './guide-change.ts';
import { Merchant } from './merchant.ts';

/** A studio's permission for this merchant to see and book its guides of visibility `partners`. */
const PartnershipSchema = defineEntity({
  name: 'Partnership',
  tableName: 'partnership',
  indexes: [{ properties: ['partnerKey', 'studioKey'] }],
  triggers: [
    {
      // What the partner sees changes, also where no guide does.
      name: 'partnership_changed',
      timing: 'after',
      events: ['insert', 'delete'],
      body: `${noteGuideChange(
        'coalesce(new.partner_key, old.partner_key)',
        "select id, visibility from guide where studio_key = coalesce(new.studio_key, old.studio_key) and visibility = 'partners'",
      )}; return null;`,
    },
  ],
  properties: {
    studioKey: () => p.manyToOne(Merchant).mapToPk().fieldName('studio_key').primary(),
    partnerKey: () => p.manyToOne(Merchant).mapToPk().fieldName('partner_key').primary(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

export class Partnership extends PartnershipSchema.class {}
PartnershipSchema.setClass(Partnership);
