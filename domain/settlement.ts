/** Settlement statements: states, and what may happen when (docs/settlement.md). */
/** `open` collects; `issued` is to be paid; `disputed` waits for an operator; `paid` is the end. */
export const SETTLEMENT_STATES = ['open', 'issued', 'disputed', 'paid'] as const;
export type SettlementState = (typeof SETTLEMENT_STATES)[number];

/** Of the proof of a statement's lines, its first member: what else is in it, and how it is checked (docs/security.md, "Proofs of statements"). */
export const STATEMENT_PROOF_FORMAT = 'guidepost-proof/1';

export const DISPUTE_STATES = ['open', 'rejected', 'adjusted'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];
export type DisputeOutcome = Exclude<DisputeState, 'open'>;

/** The events of a statement that its merchant is notified of. */
export type SettlementEvent = 'issued' | 'disputed' | 'dispute_resolved' | 'adjusted' | 'paid';

/** The states from which each request may be carried out. */
const ALLOWED = {
  close: ['open'],
  dispute: ['issued', 'disputed'],
  resolve: ['disputed'],
  pay: ['issued'],
} as const satisfies Record<string, readonly SettlementState[]>;
export type SettlementAction = keyof typeof ALLOWED;

/** Why `action` is not possible now, or undefined where it is. */
export function settlementRefusal(status: SettlementState, action: SettlementAction): string | undefined {
  const isAllowed = ALLOWED[action].some((state) => state === status);
  return isAllowed ? undefined : `the statement is ${status}`;
}
