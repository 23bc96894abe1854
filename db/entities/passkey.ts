import { defineEntity, p } from '@mikro-orm/core';
import { audited } from './audited.ts';
import { Person } from './person.ts';

/** A WebAuthn credential of a person. */
const PasskeySchema = defineEntity({
  name: 'Passkey',
  tableName: 'passkey',
  indexes: [{ properties: ['personId'] }],
  triggers: [audited('passkey', ['insert', 'delete'])],
  properties: {
    /** Credential id, base64url. */
    id: p.string().length(1400).primary(),
    personId: () => p.manyToOne(Person).mapToPk().fieldName('person_id'),
    name: p.string().length(100),
    publicKey: p.blob(),
    /** Signature counter; one that goes back is a copy. */
    counter: p.bigint('number').default(0),
    transports: p.array().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    lastUsedAt: p.datetime().nullable(),
  },
});

export class Passkey extends PasskeySchema.class {}
PasskeySchema.setClass(Passkey);
