import { defineEntity, p } from '@mikro-orm/core';
import { DEVICE_KINDS } from '../../domain/push-message.ts';
import { ConsoleSession } from './console-session.ts';
import { Person } from './person.ts';

/**
 * What shows a person's notices as they come: a browser by Web Push (RFC 8030), or a chat by its incoming webhook. Of a browser nothing here is
 * a secret of ours: a push service takes messages with a signature of our key alone, which is not in the database. A chat's address is one: who
 * has it can write there.
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
    kind: p.enum(DEVICE_KINDS).default('browser'),
    /** Of a browser where its push service takes messages; of a chat a hash of person and address. */
    endpoint: p.string().length(1500).unique(),
    /** Of a chat; encrypted. */
    urlEncrypted: p.text().nullable().hidden(),
    /** The browser's public key for messages, base64url (RFC 8291); of a chat this and the next two are empty. */
    p256dh: p.string().length(100),
    /** Makes a message one for that browser, base64url (RFC 8291). */
    auth: p.string().length(50),
    /** Our public key that the browser has subscribed with, base64url (RFC 8292). */
    serverKey: p.string().length(100),
    /** Made with a key that the database has not: a row that somebody else wrote is sent nothing (services/notices/push-seal.ts). */
    seal: p.character().length(64),
    /** Of a chat the host of its address. */
    userAgent: p.string().length(300).nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    /** When a push service last took a message for it; null: none yet. */
    lastSentAt: p.datetime().nullable(),
  },
});

export class PushDevice extends PushDeviceSchema.class {}
PushDeviceSchema.setClass(PushDevice);
