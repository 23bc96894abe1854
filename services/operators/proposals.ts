/**
 * Four eyes (docs/decisions/0140): what one operator proposes, another confirms; until then it has no effect.
 *
 * What this rules out (test/console/operators/proposals.test.ts):
 * - An operator confirms their own proposal: refused here, and by the table's constraint.
 * - Two confirm one at once: its row is locked, and the second one's is refused, since it is decided.
 * - What was proposed has become impossible meanwhile: it is carried out by the service that one operator would use, which checks again;
 *   the proposal then stays open, and is declined.
 * - Who proposed it is no operator any more, or has another role: refused, so that no proposal outlives its author's role.
 * - What it hands over is collected twice: its row is locked meanwhile, and says that it was, before the answer is sent.
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
  COLLECTED,
  COLLECTED_WITHIN_HOURS,
  type OperatorsNeeded,
  PROPOSED_ACTIONS,
  type ProposalState,
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
  /** @param state `confirmed` where one operator is enough: then nobody else has decided. @returns its id */
  const write = async (
    actor: AuditActor,
    { action, subject, details }: NewProposal,
    state: ProposalState = 'open',
  ) => {
    const decidedAt = state === 'open' ? null : now();
    const proposed = { action, subject, details, state, decidedAt, proposedBy: actorName(actor) };
    const id = await orm.em
      .fork()
      .transactional(async (em) => {
        const row = em.create(OperatorProposal, { ...proposed, createdAt: now() });
        await em.flush();
        await note(em, actor, 'proposed', row);
        return row.id;
      })
      .catch(refuseSecond);
    return numberedId('proposal', id);
  };

  return {
    operatorsNeeded,

    /** Those that wait, the oldest first; or those decided recently, the newest first. */
    list: (state: 'decided' | 'open'): Promise<ProposalRow[]> => findProposals(orm.em.fork(), state),

    /** Does it at once where one operator is enough, else writes it down for another. @throws as the action does; InvalidParameter */
    async submit<Result>(actor: AuditActor, proposal: NewProposal): Promise<Submitted<Result>> {
      const { action, details, key } = proposal;
      const isReal = await actions[action].isReal(details);
      if (operatorsNeeded === 1 && COLLECTED.has(action)) {
        await actions[action].check?.(details);
        return { result: (await write(actor, proposal, 'confirmed')) as Result, proposalId: null };
      }
      if (!isReal || operatorsNeeded === 1) {
        const result = (await actions[action].carryOut(actor, details, key)) as Result;
        return { result, proposalId: null };
      }
      await actions[action].check?.(details);
      return { result: null, proposalId: await write(actor, proposal) };
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

    /**
     * Hands over what a confirmed proposal is about, once, to who proposed it. It counts as collected before the answer is sent: who never
     * saw it proposes it again. @throws InvalidParameter
     */
    collect: <Found>(actor: AuditActor, id: string, read: (proposal: OperatorProposal) => Promise<Found>) =>
      orm.em.fork().transactional(async (em) => {
        const proposal = await lock(em, id);
        requireCollectable(proposal, actor, now());
        const found = await read(proposal);
        proposal.collectedAt = now();
        await em.flush();
        await note(em, actor, 'collected', proposal);
        return found;
      }),

    /** Which action of the table of roles it takes to decide it. @throws InvalidParameter */
    async neededFor(id: string) {
      const proposal = await orm.em.fork().findOne(OperatorProposal, numberOf('proposal', id));
      if (proposal === null) throw refusal('unknown_reference', 'there is no such proposal');
      return PROPOSED_ACTIONS[proposal.action];
    },
  };
}

function requireCollectable(proposal: OperatorProposal, actor: AuditActor, at: Date): void {
  const { action, state, proposedBy, decidedAt, collectedAt } = proposal;
  if (!COLLECTED.has(action) || state !== 'confirmed' || !decidedAt)
    throw refusal('not_permitted', 'there is nothing to collect');
  if (proposedBy !== actorName(actor)) throw refusal('not_permitted', 'who proposed it collects it');
  if (collectedAt) throw refusal('not_permitted', 'it was collected already: propose it again');
  if (at.getTime() - decidedAt.getTime() > COLLECTED_WITHIN_HOURS * 3_600_000)
    throw refusal('not_permitted', 'it has expired: propose it again');
}

async function lockOpen(em: EntityManager, id: string): Promise<OperatorProposal> {
  const proposal = await lock(em, id);
  if (proposal.state !== 'open') throw refusal('not_permitted', `it is ${proposal.state} already`);
  return proposal;
}

async function lock(em: EntityManager, id: string): Promise<OperatorProposal> {
  const number = numberOf('proposal', id);
  await lockRow(em, OperatorProposal, number);
  const proposal = await em.findOne(OperatorProposal, number);
  if (proposal === null) throw refusal('unknown_reference', 'there is no such proposal');
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
  what: 'collected' | 'confirmed' | 'declined' | 'proposed',
  { id, action, subject, proposedBy, details: { reason } }: OperatorProposal,
): Promise<void> {
  const details = {
    proposalId: numberedId('proposal', id),
    action,
    proposedBy,
    ...(typeof reason === 'string' && { reason }),
  };
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
