import { defineEntity, p } from '@mikro-orm/core';
import { uniqueIndex } from './index-on.ts';
import { Merchant } from './merchant.ts';

/**
 * What the platform keeps from a studio's orders, from a day on: of one agency's orders, or (without agency) of
 * everybody's. The newest rule that is in effect counts. Rules are added, never changed.
 */
const CommissionRuleSchema = defineEntity({
  name: 'CommissionRule',
  tableName: 'commission_rule',
  indexes: [
    uniqueIndex(
      'commission_rule_once',
      'commission_rule (studio_key, agency_key, effective_from) nulls not distinct',
    ),
  ],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    studioKey: () => p.manyToOne(Merchant).mapToPk().fieldName('studio_key'),
    agencyKey: () => p.manyToOne(Merchant).mapToPk().fieldName('agency_key').nullable(),
    /** Basis points; null ends the agreement: from then on the next wider rule counts. */
    rate: p.integer().nullable().check('rate >= 0 and rate <= 10000'),
    /** A day in the platform's time zone. */
    effectiveFrom: p.date(),
    operator: p.string().length(80),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

export class CommissionRule extends CommissionRuleSchema.class {}
CommissionRuleSchema.setClass(CommissionRule);
