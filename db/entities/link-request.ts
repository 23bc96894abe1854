import { defineEntity, p } from '@mikro-orm/core';
import { LINK_REQUEST_STATES } from '../../domain/link-request.ts';
import { uniqueIndex } from './index-on.ts';
import { Merchant } from './merchant.ts';

/** A provider asks a merchant to let it act for it, or an operator asks in its place; the merchant answers. */
const LinkRequestSchema = defineEntity({
  name: 'LinkRequest',
  tableName: 'link_request',
  indexes: [
    { properties: ['providerKey', 'id'] },
    { properties: ['merchantKey', 'id'] },
    uniqueIndex('link_request_open', "link_request (provider_key, merchant_key) where state = 'open'"),
  ],
  properties: {
    /** Shown as `LNK` and this number. */
    id: p.bigint('number').primary().autoincrement(),
    providerKey: () => p.manyToOne(Merchant).mapToPk().fieldName('provider_key'),
    /** As the provider wrote it: no foreign key, so that nobody learns by it which merchants there are. */
    merchantKey: p.string().length(64),
    scopes: p.array(),
    /** The operator who asks in the provider's place, as the audit log has it; null: the provider itself. */
    askedBy: p.string().length(80).nullable(),
    /** The provider's words. */
    message: p.string().length(500).nullable(),
    state: p.enum(LINK_REQUEST_STATES).default('open'),
    createdAt: p.datetime().defaultRaw('now()'),
    answeredAt: p.datetime().nullable(),
  },
});

export class LinkRequest extends LinkRequestSchema.class {}
LinkRequestSchema.setClass(LinkRequest);
