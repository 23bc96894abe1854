import { defineEntity, p } from '@mikro-orm/core';

/** This platform, as its database knows itself: one row, made at the first start (docs/decisions/0039). */
const InstallationSchema = defineEntity({
  name: 'Installation',
  tableName: 'installation',
  checks: [
    { name: 'installation_singleton_check', expression: 'singleton' },
    {
      name: 'installation_ramp_check',
      expression:
        '(ramp_program is null) = (ramp_percent is null) and ramp_program > 0 and ramp_percent between 0 and 100',
    },
  ],
  properties: {
    /** A UUID; the Temporal namespace carries it too. */
    id: p.uuid().primary(),
    /** True: there is no second row. */
    singleton: p.boolean().default(true).unique(),
    createdAt: p.datetime().defaultRaw('now()'),
    /** The id, encrypted with ENCRYPTION_KEY: a process that can't decrypt it has another key. */
    keyCheck: p.text().nullable().hidden(),
    /** Comes before the numbers of transactions in the feeds' order: one more with each PostgreSQL server that the data moves to. */
    feedEpoch: p.integer().default(0),
    /** The server that the epoch is of, and its timeline; null until the first start. */
    feedCluster: p.text().nullable(),
    /** When the newest backup that an operator noted was taken (`admin backup-noted`); null: none was. */
    backupAt: p.datetime().nullable(),
    /** Mails to addresses of that domain come to the platform (`admin mail receive`); null: none do. */
    mailDomain: p.string().length(253).nullable(),
    /** The program of the release that is tried beside the running one, or was withdrawn (domain/ramp.ts); null: there is none. */
    rampProgram: p.integer().nullable(),
    /** Of 100 new orders; 0: it was withdrawn. */
    rampPercent: p.smallint().nullable(),
  },
});

export class Installation extends InstallationSchema.class {}
InstallationSchema.setClass(Installation);
