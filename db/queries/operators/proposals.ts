import type { EntityManager } from '@mikro-orm/postgresql';
import { numberedId } from '../../../domain/ids.ts';
import {
  COLLECTED,
  COLLECTED_WITHIN_HOURS,
  type ProposalState,
  type ProposedAction,
} from '../../../domain/operator-proposals.ts';
import { utc } from './deliveries.ts';

/** A proposal as operators see it. */
export interface ProposalRow {
  readonly proposalId: string;
  readonly action: ProposedAction;
  readonly subject: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly state: ProposalState;
  /** As the audit log has it; of a person with the name. */
  readonly proposedBy: string;
  readonly proposedByName: string | null;
  readonly createdAt: string;
  readonly decidedBy: string | null;
  readonly decidedByName: string | null;
  readonly decidedAt: string | null;
  /** Until when who proposed it may collect what it is about; null: there is nothing, or it was. */
  readonly collectUntil: string | null;
  readonly collectedAt: string | null;
}

const SHOWN = 200;
const nameOf = (actor: string) =>
  `(select name from person where ${actor} ~ '^person:[0-9]{1,15}$' and id = substr(${actor}, 8)::bigint)`;

const PROPOSALS = `
select id::float8 as id, action, subject, details, state, proposed_by as "proposedBy", ${nameOf('proposed_by')} as "proposedByName",
  ${utc('created_at')} as "createdAt", decided_by as "decidedBy", ${nameOf('decided_by')} as "decidedByName",
  ${utc('decided_at')} as "decidedAt", ${utc('collected_at')} as "collectedAt",
  case when state = 'confirmed' and collected_at is null and action in (${[...COLLECTED].map((one) => `'${one}'`).join(', ')})
    then ${utc(`(decided_at + interval '${COLLECTED_WITHIN_HOURS} hours')`)} end as "collectUntil"
from operator_proposal`;

const WHICH = {
  open: `${PROPOSALS} where state = 'open' order by id limit ${SHOWN}`,
  decided: `${PROPOSALS} where state <> 'open' order by decided_at desc, id desc limit ${SHOWN}`,
} as const;

/** The oldest open ones, or the ones decided last. */
export async function findProposals(em: EntityManager, state: keyof typeof WHICH): Promise<ProposalRow[]> {
  const rows = await em.execute<(ProposalRow & { id: number })[]>(WHICH[state]);
  return rows.map(({ id, ...row }) => ({ ...row, proposalId: numberedId('proposal', id) }));
}
