import { defineEntity, p } from '@mikro-orm/core';
import { type RefusedFields, SUBMISSION_STATES, type VerificationForm } from '../../domain/verification.ts';
import { Company } from './company.ts';
import { index, uniqueIndex } from './index-on.ts';
import { Person } from './person.ts';

/**
 * What a company sent to be verified. Frozen when it is sent: from then on only its decision is written, once
 * (docs/decisions/0095).
 */
const VerificationSubmissionSchema = defineEntity({
  name: 'VerificationSubmission',
  tableName: 'verification_submission',
  uniques: [{ properties: ['companyId', 'number'] }],
  indexes: [
    // One at a time is written or waits for its decision.
    uniqueIndex(
      'verification_submission_open',
      "verification_submission (company_id) where state in ('draft', 'submitted')",
    ),
    // The operators' queue, oldest first.
    index(
      'verification_submission_queue',
      "verification_submission (submitted_at, id) where state = 'submitted'",
    ),
    index(
      'verification_submission_decided',
      "verification_submission (decided_at, id) where state in ('approved', 'refused')",
    ),
  ],
  checks: [
    {
      name: 'verification_submission_sent',
      expression: "(state = 'draft') = (submitted_at is null)",
    },
    {
      name: 'verification_submission_decision',
      expression: "(state in ('approved', 'refused')) = (decided_at is not null)",
    },
  ],
  triggers: [
    {
      name: 'verification_submission_frozen',
      timing: 'before',
      events: ['update'],
      body:
        "if (old.state = 'draft' and new.state in ('draft', 'submitted')) or (old.state = 'submitted' " +
        'and (new.company_id, new.number, new.form, new.version, new.submitted_at) ' +
        'is not distinct from (old.company_id, old.number, old.form, old.version, old.submitted_at)) ' +
        "then return new; end if; raise exception 'what was sent for verification stays as it was';",
    },
  ],
  properties: {
    /** Shown as `VER` and this number. */
    id: p.bigint('number').primary().autoincrement(),
    companyId: () => p.manyToOne(Company).mapToPk().fieldName('company_id'),
    /** Among its company's, from 1. */
    number: p.integer(),
    state: p.enum(SUBMISSION_STATES).default('draft'),
    form: p.json().$type<VerificationForm>(),
    /** The draft's version, so that two people who write at once don't overwrite each other. */
    version: p.integer().default(1),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p.datetime().defaultRaw('now()'),
    submittedAt: p.datetime().nullable(),
    submittedBy: () => p.manyToOne(Person).mapToPk().fieldName('submitted_by').nullable(),
    decidedAt: p.datetime().nullable(),
    /** As the audit log has it: `person:17`, `operator:NAME`. */
    decidedBy: p.string().length(80).nullable(),
    /** The operator's words of each field that is wrong. */
    refused: p.json().$type<RefusedFields>().defaultRaw(`'{}'`),
    /** The operator's words of all of it. */
    note: p.string().length(500).nullable(),
  },
});

export class VerificationSubmission extends VerificationSubmissionSchema.class {}
VerificationSubmissionSchema.setClass(VerificationSubmission);
