import { defineEntity, p } from '@mikro-orm/core';
import { Person } from './person.ts';

/**
 * A browser in which a person signed in, or opened a link of their mailbox: its guesses are counted apart
 * (services/accounts/guess-limits.ts). Its cookie holds a random token, of which only a hash is here; several people of one browser
 * share the token.
 */
const KnownDeviceSchema = defineEntity({
  name: 'KnownDevice',
  tableName: 'known_device',
  uniques: [{ properties: ['personId', 'tokenHash'] }],
  indexes: [
    { properties: ['tokenHash'] },
    // Housekeeping.
    { properties: ['lastUsedAt'] },
  ],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    personId: () => p.manyToOne(Person).mapToPk().fieldName('person_id'),
    /** SHA-256 of the cookie's token. */
    tokenHash: p.character().length(64).hidden(),
    userAgent: p.string().length(300).nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    /** When the person last signed in there. */
    lastUsedAt: p.datetime().defaultRaw('now()'),
  },
});

export class KnownDevice extends KnownDeviceSchema.class {}
KnownDeviceSchema.setClass(KnownDevice);
