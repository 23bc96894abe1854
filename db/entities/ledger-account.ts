import { defineEntity, p } from '@mikro-orm/core';
import { ACCOUNT_KINDS } from '../../domain/ledger.ts';
import { Merchant } from './merchant.ts';

/** An account in one currency: a merchant's, or one of the platform's own (domain/ledger.ts derives the ids). */
const LedgerAccountSchema = defineEntity({
  name: 'LedgerAccount',
  tableName: 'ledger_account',
  indexes: [{ properties: ['merchantKey'] }],
  checks: [
    { name: 'ledger_account_owner_check', expression: "(kind = 'merchant') = (merchant_key is not null)" },
  ],
  properties: {
    id: p.string().length(90).primary(),
    kind: p.enum(ACCOUNT_KINDS),
    merchantKey: () => p.manyToOne(Merchant).mapToPk().fieldName('merchant_key').nullable(),
    currency: p.character().length(3),
    sandbox: p.boolean(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

export class LedgerAccount extends LedgerAccountSchema.class {}
LedgerAccountSchema.setClass(LedgerAccount);
