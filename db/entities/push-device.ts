import { defineEntity, p } from '@mikro-orm/core';
import { ConsoleSession } from './console-session.ts';
import { Person } from './person.ts';

/**
 * A browser that shows a person's notices as they come, by Web Push (RFC 8030). Nothing here is a secret of ours: a push service takes
 * messages with a signature of our key alone, which is not in the database.
 */
const PushDeviceSchema = defineEntity({
  name: 'PushDevice',
  tableName: 'push_device',
  indexes: [{ properties: ['personId'] }, { properties: ['sessionId'] }],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    personId: () => p.manyToOne(Person).mapToPk().fieldName('person_id'),
    /** The session that it was turned on in, or was last used in; null: that was over and is deleted. Whoever ends a session ends its devices. */
    sessionId: () =>
      p.manyToOne(ConsoleSession).mapToPk().fieldName('session_id').nullable().deleteRule('set null'),
    /** Where its push service takes messages; the browser chose it. */
    endpoint: p.string().length(1500).unique(),
    /** The browser's public key for messages, base64url (RFC 8291). */
    p256dh: p.string().length(100),
    /** Makes a message one for that browser, base64url (RFC 8291). */
    auth: p.string().length(50),
    /** Our public key that the browser has subscribed with, base64url (RFC 8292). */
    serverKey: p.string().length(100),
    /** Made with a key that the database has not: a row that somebody else wrote is sent nothing (services/notices/push-seal.ts). */
    seal: p.character().length(64),
    userAgent: p.string().length(300).nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    /** When a push service last took a message for it; null: none yet. */
    lastSentAt: p.datetime().nullable(),
  },
});

export class PushDevice extends PushDeviceSchema.class {}
PushDeviceSchema.setClass(PushDevice);
