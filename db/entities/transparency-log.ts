import { defineEntity, p } from '@mikro-orm/core';
import { notTruncated } from './append-only.ts';

/** The transparency log over the audit log and the ledger (docs/decisions/0040): one row, made with its first leaf. */
const TransparencyLogSchema = defineEntity({
  name: 'TransparencyLog',
  tableName: 'transparency_log',
  triggers: [notTruncated('transparency_log')],
  checks: [{ name: 'transparency_log_singleton_check', expression: 'singleton' }],
  properties: {
    singleton: p.boolean().primary().default(true),
    /** The Ed25519 key that signs checkpoints, a JWK. */
    keyEncrypted: p.text().hidden(),
    /** The newest checkpoint, a signed note. */
    note: p.text(),
    createdAt: p.datetime().defaultRaw('now()'),
    signedAt: p.datetime().defaultRaw('now()'),
  },
});

export class TransparencyLog extends TransparencyLogSchema.class {}
TransparencyLogSchema.setClass(TransparencyLog);
