import type { OperatorAction } from './console-roles.ts';

/**
 * What one operator proposes and another confirms (docs/decisions/0140), and which action of the table of roles both need:
 * what makes a merchant real, moves money, gives somebody else's power away, makes operators, or hands over or erases people's data.
 */
export const PROPOSED_ACTIONS = {
  'merchant.approve': 'operator.verification.write',
  'verification.approve': 'operator.verification.write',
  'settlement.pay': 'operator.money.write',
  'provider.link': 'operator.merchants.write',
  'operator.role': 'operator.team.write',
  'personal.export': 'operator.personal.write',
  'personal.erase': 'operator.personal.write',
} as const satisfies Record<string, OperatorAction>;
export type ProposedAction = keyof typeof PROPOSED_ACTIONS;

export const PROPOSAL_STATES = ['open', 'confirmed', 'declined'] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

/** What waits for who proposed it once it is confirmed, and is handed over once. */
export const COLLECTED: ReadonlySet<ProposedAction> = new Set(['personal.export']);
/** Hours after its confirmation in which it is. */
export const COLLECTED_WITHIN_HOURS = 24;

/** How many operators such a thing takes. One is for an installation that has one operator: OPERATORS_TO_APPROVE. */
export type OperatorsNeeded = 1 | 2;
export const DEFAULT_OPERATORS_NEEDED: OperatorsNeeded = 2;
