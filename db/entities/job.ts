import { defineEntity, p } from '@mikro-orm/core';

/**
 * Something that the platform has to do by itself, written in the transaction that causes it (docs/jobs.md). Any API process takes
 * it, with a lease; the process that does it deletes it.
 */
const JobSchema = defineEntity({
  name: 'Job',
  tableName: 'job',
  indexes: [
    { name: 'job_due', expression: 'create index job_due on job (kind, run_at, id)' },
    { name: 'job_single', expression: 'create unique index job_single on job (kind, subject) where single' },
    { name: 'job_failed', expression: 'create index job_failed on job (id) where last_error is not null' },
  ],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    kind: p.string().length(40),
    /** The id of what it is about. */
    subject: p.string().length(64),
    /**
     * At most one of its kind and subject exists. Other jobs have no limit, and adding one waits for nobody
     * who adds another.
     */
    single: p.boolean().default(false),
    payload: p.json().nullable(),
    addedAt: p.datetime().defaultRaw('now()'),
    runAt: p.datetime().defaultRaw('now()'),
    /** A process has it until then; null: none has. */
    leasedUntil: p.datetime().nullable(),
    /** Counts the leases, so that a process whose lease has ended changes nothing. */
    lease: p.integer().default(0),
    /** It was added once more while a process had it: it is run once more. */
    again: p.boolean().default(false),
    /** Since it was added or last went well. */
    attempts: p.integer().default(0),
    lastError: p.string().length(300).nullable(),
  },
});

export class Job extends JobSchema.class {}
JobSchema.setClass(Job);
