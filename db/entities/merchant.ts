import { defineEntity, p } from '@mikro-orm/core';
import { MERCHANT_KINDS, MERCHANT_STATUSES, VERIFICATIONS } from '../../domain/merchant.ts';
import { index } from './index-on.ts';

const MerchantSchema = defineEntity({
  name: 'Merchant',
  tableName: 'merchant',
  indexes: [
    // For the operators' list and search.
    { properties: ['createdAt', 'key'] },
    index('merchant_by_text', "merchant using gin ((key || ' ' || name) gin_trgm_ops)"),
    index('merchant_by_contact', 'merchant (lower(contact_email))'),
  ],
  properties: {
    /** The merchant key: public identifier and OAuth `client_id`. */
    key: p.string().length(64).primary(),
    name: p.string().length(200),
    kind: p.enum(MERCHANT_KINDS),
    status: p.enum(MERCHANT_STATUSES).default('active'),
    /** The operator's check of the company; only approved merchants get tokens. */
    verification: p.enum(VERIFICATIONS).default('pending'),
    /** ISO 3166-1 alpha-2; where a phone number without `+` is dialled. */
    country: p.character().length(2),
    /** Sandbox merchants see only the sandbox's guides, and may advance time. */
    sandbox: p.boolean().default(false),
    /** Basis points of a studio's gross that the platform keeps where no CommissionRule is; null: the platform's own. */
    commissionRate: p.integer().nullable().check('commission_rate >= 0 and commission_rate <= 10000'),
    /** The e-mail address for trouble with its endpoints; null: none. */
    contactEmail: p.string().length(254).nullable(),
    /** Milliseconds that a sandbox merchant's clock is ahead (docs/sandbox.md). */
    clockAheadMs: p.bigint('number').default(0).check('clock_ahead_ms >= 0'),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

export class Merchant extends MerchantSchema.class {}
MerchantSchema.setClass(Merchant);
