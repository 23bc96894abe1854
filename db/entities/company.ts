import { defineEntity, p } from '@mikro-orm/core';
import { MERCHANT_KINDS } from '../../domain/merchant.ts';
import { index } from './index-on.ts';
import { Merchant } from './merchant.ts';

/** What registers and is verified. It has a sandbox merchant at once, and a live one once its verification is approved. */
const CompanySchema = defineEntity({
  name: 'Company',
  tableName: 'company',
  indexes: [index('company_by_text', 'company using gin (name gin_trgm_ops)')],
  properties: {
    /** `CO1001`: ids that people can say. */
    id: p.string().length(20).primary(),
    name: p.string().length(200),
    kind: p.enum(MERCHANT_KINDS),
    /** ISO 3166-1 alpha-2. */
    country: p.character().length(2),
    sandboxKey: () => p.manyToOne(Merchant).mapToPk().fieldName('sandbox_key').unique(),
    liveKey: () => p.manyToOne(Merchant).mapToPk().fieldName('live_key').unique().nullable(),
    /** Its owner demands a second factor of everybody. */
    needsSecondFactor: p.boolean().default(false),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

export class Company extends CompanySchema.class {}
CompanySchema.setClass(Company);
