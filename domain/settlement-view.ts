/** A settlement as merchants see it, in settlement/detail and inside notifications. */
import { toDecimal } from './money.ts';
import type { DisputeOutcome, SettlementEvent, SettlementState } from './settlement.ts';

/** What the database knows of a statement. Amounts are minor units, seen from the merchant. */
export interface SettlementFacts {
  readonly id: string;
  readonly merchantKey: string;
  readonly month: string;
  readonly part: number;
  readonly closedUntil?: Date | null | undefined;
  readonly currency: string;
  readonly status: SettlementState;
  readonly lineCount: number;
  readonly gross: number;
  readonly commission: number;
  readonly balance: number;
  readonly issuedAt?: Date | null | undefined;
  readonly paidAt?: Date | null | undefined;
  readonly paymentReference?: string | null | undefined;
}

/** Everything but the lines. `balance` above zero is due to the merchant, below zero from it. */
export function viewSettlement(settlement: SettlementFacts) {
  const { currency, balance } = settlement;
  return {
    settlementId: settlement.id,
    month: settlement.month,
    part: settlement.part,
    closedUntil: settlement.closedUntil?.toISOString() ?? null,
    status: settlement.status,
    currency,
    lineCount: settlement.lineCount,
    gross: toDecimal(settlement.gross, currency),
    commission: toDecimal(settlement.commission, currency),
    balance: toDecimal(balance, currency),
    payer: payerOf(balance),
    issuedAt: settlement.issuedAt?.toISOString() ?? null,
    paidAt: settlement.paidAt?.toISOString() ?? null,
    paymentReference: settlement.paymentReference ?? null,
  };
}

/** Who pays the balance: the platform to the merchant, or the merchant to the platform. */
export const PAYERS = ['platform', 'merchant', 'nobody'] as const;

function payerOf(balance: number): (typeof PAYERS)[number] {
  if (balance === 0) return 'nobody';
  return balance > 0 ? 'platform' : 'merchant';
}

/** For a dispute: which line, what was said, and the adjustment where one was posted. */
export interface DisputeFacts {
  readonly lineId: string;
  readonly reason: string;
  readonly outcome?: DisputeOutcome;
  /** Minor units in the merchant's favour. */
  readonly amount?: number;
}

/** The notification of a statement's event to its merchant: JSON without the notification's id, fixed when it happens. */
export function settlementEventBody(
  settlement: SettlementFacts,
  facts: {
    readonly event: SettlementEvent;
    readonly sequence: number;
    readonly previousStatus: SettlementState;
    readonly occurredAt: Date;
    readonly dispute?: DisputeFacts;
  },
): string {
  const { event, sequence, previousStatus, occurredAt, dispute } = facts;
  return JSON.stringify({
    type: `settlement.${event}`,
    settlementId: settlement.id,
    sequence,
    previousStatus,
    status: settlement.status,
    occurredAt: occurredAt.toISOString(),
    settlement: viewSettlement(settlement),
    ...(dispute && { dispute: viewDispute(dispute, settlement.currency) }),
  });
}

function viewDispute({ lineId, reason, outcome, amount }: DisputeFacts, currency: string) {
  return {
    lineId,
    reason,
    outcome: outcome ?? null,
    amount: amount === undefined ? null : toDecimal(amount, currency),
    currency,
  };
}
