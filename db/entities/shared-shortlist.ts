import { defineEntity, p } from '@mikro-orm/core';
import { Merchant } from './merchant.ts';

/**
 * Guides that an agency shows a customer of its own by a link, without prices (docs/console.md, "Shared with a customer"). The link is
 * made of the id and a key that the database has not. Deleted when it is ended or over: a title or a note may name the customer.
 */
const SharedShortlistSchema = defineEntity({
  name: 'SharedShortlist',
  tableName: 'shared_shortlist',
  indexes: [{ properties: ['merchantKey', 'id'] }, { properties: ['expiresAt'] }],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    merchantKey: () => p.manyToOne(Merchant).mapToPk().fieldName('merchant_key'),
    title: p.string().length(80),
    note: p.string().length(1000).nullable(),
    guideIds: p.array(),
    /** The days of the trip, both included; null where none were chosen. */
    tripFrom: p.date().nullable(),
    tripTo: p.date().nullable(),
    guestCount: p.integer().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime(),
  },
});

export class SharedShortlist extends SharedShortlistSchema.class {}
SharedShortlistSchema.setClass(SharedShortlist);
