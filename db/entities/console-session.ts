import { defineEntity, p } from '@mikro-orm/core';
import { Person } from './person.ts';

/** A browser that is signed in to the console. Its cookie holds a random token, of which only a hash is here. */
const ConsoleSessionSchema = defineEntity({
  name: 'ConsoleSession',
  tableName: 'console_session',
  indexes: [
    { properties: ['personId', 'id'] },
    // Housekeeping.
    { properties: ['expiresAt'] },
  ],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    /** SHA-256 of the cookie's token. */
    tokenHash: p.character().length(64).unique().hidden(),
    /** Made with a key that the database has not: rows that somebody else wrote open nothing (services/accounts/session-seal.ts). */
    seal: p.character().length(128).nullable().hidden(),
    personId: () => p.manyToOne(Person).mapToPk().fieldName('person_id'),
    createdAt: p.datetime().defaultRaw('now()'),
    /** To the minute. */
    lastSeenAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime(),
    /** When password or passkey were last shown; null: neither yet (a challenge under way). */
    firstFactorAt: p.datetime().nullable(),
    /** When the second factor was last shown; null: not in this session. */
    secondFactorAt: p.datetime().nullable(),
    address: p.string().length(100),
    userAgent: p.string().length(300).nullable(),
    endedAt: p.datetime().nullable(),
  },
});

export class ConsoleSession extends ConsoleSessionSchema.class {}
ConsoleSessionSchema.setClass(ConsoleSession);
