import { defineEntity, p } from '@mikro-orm/core';
import { appendOnly } from './append-only.ts';
import { index } from './index-on.ts';

/** Who changed what, when, from where. Written in the transaction of the change itself; never changed, never a secret. */
const AuditEntrySchema = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entry',
  triggers: appendOnly('audit_entry'),
  indexes: [
    { properties: ['merchantKey', 'id'] },
    { properties: ['subject', 'id'] },
    { properties: ['actor', 'id'] },
    { properties: ['action', 'id'] },
    { properties: ['occurredAt'] },
    index('audit_entry_request', 'audit_entry (request_id, id) where request_id is not null'),
    index('audit_entry_request_key', 'audit_entry (request_key) where request_key is not null'),
  ],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    occurredAt: p.datetime().defaultRaw('now()'),
    /** Such as `guide.updated`. */
    action: p.string().length(60),
    /** Such as `guide:G1001`. */
    subject: p.string().length(120),
    /** The merchant or company that it concerns; no foreign key, so that the entry outlives everything. */
    merchantKey: p.string().length(64).nullable(),
    /** A merchant key, `person:<id>` at the console, `operator:<name>` at the command line, or `platform`. */
    actor: p.string().length(80),
    /** The merchant that a provider acted for. */
    onBehalfOf: p.string().length(64).nullable(),
    credentialId: p.string().length(20).nullable(),
    /** IP address, or the host of an operator. */
    address: p.string().length(100).nullable(),
    requestId: p.string().length(128).nullable(),
    /** Names the command: the request under its `Idempotency-Key`. */
    requestKey: p.character().length(64).nullable(),
    details: p.json().$type<Record<string, unknown>>().defaultRaw(`'{}'`),
  },
});

export class AuditEntry extends AuditEntrySchema.class {}
AuditEntrySchema.setClass(AuditEntry);
