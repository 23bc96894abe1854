import { defineEntity, p } from '@mikro-orm/core';
import { audited } from './audited.ts';
import { Person } from './person.ts';

/** Signs in once where the second factor is lost. */
const RecoveryCodeSchema = defineEntity({
  name: 'RecoveryCode',
  tableName: 'recovery_code',
  triggers: [audited('recovery_code', ['insert'])],
  uniques: [{ properties: ['personId', 'codeHash'] }],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    personId: () => p.manyToOne(Person).mapToPk().fieldName('person_id'),
    /** SHA-256 of the code, which is random enough not to be guessed from it. */
    codeHash: p.character().length(64).hidden(),
    usedAt: p.datetime().nullable(),
  },
});

export class RecoveryCode extends RecoveryCodeSchema.class {}
RecoveryCodeSchema.setClass(RecoveryCode);
