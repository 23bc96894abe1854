import { defineEntity, p } from '@mikro-orm/core';
import { PROPOSAL_STATES, PROPOSED_ACTIONS, type ProposedAction } from '../../domain/operator-proposals.ts';
import { uniqueIndex } from './index-on.ts';

/** What an operator proposes; it has no effect until another one confirms it. What was proposed stays as it was. */
const OperatorProposalSchema = defineEntity({
  name: 'OperatorProposal',
  tableName: 'operator_proposal',
  indexes: [
    // One at a time waits; also what operators look at.
    uniqueIndex('operator_proposal_open', "operator_proposal (subject, action) where state = 'open'"),
  ],
  checks: [
    { name: 'operator_proposal_decided', expression: "(state = 'open') = (decided_at is null)" },
    {
      name: 'operator_proposal_two_people',
      expression: "state <> 'confirmed' or decided_by is distinct from proposed_by",
    },
  ],
  triggers: [
    {
      name: 'operator_proposal_frozen',
      timing: 'before',
      events: ['update'],
      body:
        "if old.state = 'open' and (new.id, new.action, new.subject, new.details, new.proposed_by, new.created_at) " +
        'is not distinct from (old.id, old.action, old.subject, old.details, old.proposed_by, old.created_at) ' +
        "then return new; end if; if old.state = 'confirmed' and old.collected_at is null " +
        "and to_jsonb(new) - 'collected_at' = to_jsonb(old) - 'collected_at' then return new; end if; raise exception 'what was proposed stays as it was';",
    },
  ],
  properties: {
    /** Shown as `PRP` and this number. */
    id: p.bigint('number').primary().autoincrement(),
    action: p.enum(Object.keys(PROPOSED_ACTIONS) as ProposedAction[]),
    /** As in the audit log: `settlement:STL…`. */
    subject: p.string().length(120),
    /** What the action is given. */
    details: p.json().$type<Readonly<Record<string, unknown>>>(),
    /** As the audit log has it: `person:17`, `operator:NAME`. */
    proposedBy: p.string().length(80),
    createdAt: p.datetime().defaultRaw('now()'),
    state: p.enum(PROPOSAL_STATES).default('open'),
    decidedBy: p.string().length(80).nullable(),
    decidedAt: p.datetime().nullable(),
    /** When who proposed it was handed what it is about: once. */
    collectedAt: p.datetime().nullable(),
  },
});

export class OperatorProposal extends OperatorProposalSchema.class {}
OperatorProposalSchema.setClass(OperatorProposal);
