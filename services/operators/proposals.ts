/**
 * Four eyes (docs/decisions/0140): what one operator proposes, another confirms; until then it has no effect.
 *
 * What this rules out (test/console/operators/proposals.test.ts):
 * - An operator confirms their own proposal: refused here, and by the table's constraint.
 * - Two confirm one at once: its row is locked, and the second one's is refused, since it is decided.
 * - What was proposed has become impossible meanwhile: it is carried out by the service that one operator would use, which checks again;
 *   the proposal then stays open, and is declined.
 * - Who proposed it is no operator any more, or has another role: refused, so that no proposal outlives its author's role.
 * - It was carried out and the process ended before that was written: each action is done once however often it is confirmed, or refuses.
 */
import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { OperatorProposal, Person } from '../../db/entities/index.ts';
import { lockRow } from '../../db/lock-row.ts';
import { findProposals, type ProposalRow } from '../../db/queries/operators/proposals.ts';
import { mayOperate } from '../../domain/console-roles.ts';
import { type InvalidParameter, invalidParameter } from '../../domain/errors.ts';
import { numberedId, numberOf } from '../../domain/ids.ts';
import {
  type OperatorsNeeded,
  PROPOSED_ACTIONS,
  type ProposedAction,
} from '../../domain/operator-proposals.ts';
import type { RefusalReason } from '../../domain/refusal-reasons.ts';
import { type AuditActor, actorName, recordAudit } from '../audit.ts';

export type ProposalDetails = Readonly<Record<string, unknown>>;

/** How an action that takes two operators is previewed and done. */
export interface Proposable {
  /** Whether it is about something real: of the sandbox one operator is enough. @throws where there is no such thing. */
  isReal(details: ProposalDetails): Promise<boolean>;
  /** Before it is proposed. @throws where it would be refused. */
  check?(details: ProposalDetails): Promise<void>;
  /** @param key of the request, or of its proposal: under the same one it is done once. */
  carryOut(actor: AuditActor, details: ProposalDetails, key: string | undefined): Promise<unknown>;
}

export interface NewProposal {
  readonly action: ProposedAction;
  readonly subject: string;
  readonly details: ProposalDetails;
  readonly key?: string | undefined;
}

/** The result of a request: it was done, or waits for another operator. */
export type Submitted<Result> =
  | { readonly result: Result; readonly proposalId: null }
  | { readonly result: null; readonly proposalId: string };

interface ProposalDeps {
  readonly orm: MikroORM;
  readonly now: () => Date;
  readonly operatorsNeeded: OperatorsNeeded;
  readonly actions: Readonly<Record<ProposedAction, Proposable>>;
}

export function createProposals({ orm, now, operatorsNeeded, actions }: ProposalDeps) {
  const decide = (id: string, work: (em: EntityManager, proposal: OperatorProposal) => Promise<void>) =>
    orm.em.fork().transactional(async (em) => work(em, await lockOpen(em, id)));

  return {
    operatorsNeeded,

    /** Those that wait, the oldest first; or those decided recently, the newest first. */
    list: (state: 'decided' | 'open'): Promise<ProposalRow[]> => findProposals(orm.em.fork(), state),

    /** Does it at once where one operator is enough, else writes it down for another. @throws as the action does; InvalidParameter */
    async submit<Result>(actor: AuditActor, proposal: NewProposal): Promise<Submitted<Result>> {
      const { action, subject, details, key } = proposal;
      const isReal = await actions[action].isReal(details);
      if (!isReal || operatorsNeeded === 1) {
        const result = (await actions[action].carryOut(actor, details, key)) as Result;
        return { result, proposalId: null };
      }
      await actions[action].check?.(details);
      const proposedBy = actorName(actor);
      const id = await orm.em
        .fork()
        .transactional(async (em) => {
          const row = em.create(OperatorProposal, { action, subject, details, proposedBy, createdAt: now() });
          await em.flush();
          await note(em, actor, 'proposed', row);
          return row.id;
        })
        .catch(refuseSecond);
      return { result: null, proposalId: numberedId('proposal', id) };
    },

    /** Does what another operator proposed. @throws InvalidParameter; as the action does */
    confirm: (actor: AuditActor, id: string): Promise<void> =>
      decide(id, async (em, proposal) => {
        if (proposal.proposedBy === actorName(actor))
          throw refusal('not_permitted', 'another operator has to confirm what you have proposed');
        await requireProposer(em, proposal);
        await actions[proposal.action].carryOut(actor, proposal.details, `proposal-${proposal.id}`);
        await close(em, proposal, 'confirmed', actor, now());
      }),

    /** Takes it off the list; who proposed it may, too. @throws InvalidParameter */
    decline: (actor: AuditActor, id: string): Promise<void> =>
      decide(id, (em, proposal) => close(em, proposal, 'declined', actor, now())),

    /** Which action of the table of roles it takes to decide it. @throws InvalidParameter */
    async neededFor(id: string) {
      const proposal = await orm.em.fork().findOne(OperatorProposal, numberOf('proposal', id));
      if (proposal === null) throw refusal('unknown_reference', 'there is no such proposal');
      return PROPOSED_ACTIONS[proposal.action];
    },
  };
}

async function lockOpen(em: EntityManager, id: string): Promise<OperatorProposal> {
  const number = numberOf('proposal', id);
  await lockRow(em, OperatorProposal, number);
  const proposal = await em.findOne(OperatorProposal, number);
  if (proposal === null) throw refusal('unknown_reference', 'there is no such proposal');
  if (proposal.state !== 'open') throw refusal('not_permitted', `it is ${proposal.state} already`);
  return proposal;
}

/** An operator at the command line has no row. @throws InvalidParameter */
async function requireProposer(em: EntityManager, { proposedBy, action }: OperatorProposal): Promise<void> {
  const [, personId] = /^person:([0-9]+)$/.exec(proposedBy) ?? [];
  if (personId === undefined) return;
  const role = (await em.findOne(Person, Number(personId)))?.operatorRole;
  if (role && mayOperate(role, PROPOSED_ACTIONS[action])) return;
  throw refusal('not_permitted', 'who proposed it may not do that any more: decline it');
}

async function close(
  em: EntityManager,
  proposal: OperatorProposal,
  state: 'confirmed' | 'declined',
  actor: AuditActor,
  at: Date,
): Promise<void> {
  Object.assign(proposal, { state, decidedBy: actorName(actor), decidedAt: at });
  await em.flush();
  await note(em, actor, state, proposal);
}

/** Details may name a person: the log says what it is about, and who proposed it. */
async function note(
  em: EntityManager,
  actor: AuditActor,
  what: 'confirmed' | 'declined' | 'proposed',
  { id, action, subject, proposedBy }: OperatorProposal,
): Promise<void> {
  const details = { proposalId: numberedId('proposal', id), action, proposedBy };
  await recordAudit(em, actor, { action: `proposal.${what}`, subject, details });
}

function refuseSecond(error: unknown): never {
  if (error instanceof UniqueConstraintViolationException)
    throw refusal('not_permitted', 'the same is proposed already, and waits for another operator');
  throw error;
}

function refusal(reason: RefusalReason, msg: string): InvalidParameter {
  return invalidParameter('proposal', reason, msg);
}
