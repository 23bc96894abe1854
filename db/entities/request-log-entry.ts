import { defineEntity, p } from '@mikro-orm/core';

/**
 * A request of a merchant that was refused or failed; for its developers (services/requests/request-log.ts). Its content
 * is named by its operation: no address, query or body is kept. No foreign key: nobody who holds a merchant's row for long
 * holds up this.
 */
const RequestLogEntrySchema = defineEntity({
  name: 'RequestLogEntry',
  tableName: 'request_log',
  indexes: [
    { properties: ['occurredAt'] },
    { properties: ['requestId'] },
    { properties: ['merchantKey', 'occurredAt', 'id'] },
    { properties: ['merchantKey', 'operation', 'occurredAt', 'id'] },
    { properties: ['merchantKey', 'code', 'occurredAt', 'id'] },
  ],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    /** The merchant that it was sent for. */
    merchantKey: p.string().length(64),
    /** The provider that acted, where it was one. */
    actingKey: p.string().length(64).nullable(),
    credentialId: p.bigint('number').nullable(),
    requestId: p.string().length(128),
    /** The operation's name in the OpenAPI document. */
    operation: p.string().length(100),
    method: p.string().length(10),
    httpStatus: p.integer(),
    /** The platform's code (domain/errors.ts); null where the answer had none. */
    code: p.integer().nullable(),
    /** The first of the refusal's details: where and why. */
    path: p.string().length(100).nullable(),
    reason: p.string().length(40).nullable(),
    durationMs: p.integer(),
    occurredAt: p.datetime(),
  },
});

export class RequestLogEntry extends RequestLogEntrySchema.class {}
RequestLogEntrySchema.setClass(RequestLogEntry);
