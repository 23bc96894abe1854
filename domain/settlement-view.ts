/** A settlement as merchants see it, in settlement/detail and inside notifications. */
import { notificationId } from './ids.ts';
import { toDecimal } from './money.ts';
import { SETTLEMENT_NOTIFICATIONS, type SettlementState } from './settlement.ts';

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

/** The notification of a statement's event: id, number and body, fixed when it happens. */
export function settlementNotification(
  settlement: SettlementFacts,
  event: keyof typeof SETTLEMENT_NOTIFICATIONS,
  occurredAt: Date,
) {
  const sequence = SETTLEMENT_NOTIFICATIONS[event];
  const id = notificationId(settlement.id, sequence);
  const body = JSON.stringify({
    notificationId: id,
    type: `settlement.${event}`,
    settlementId: settlement.id,
    sequence,
    previousStatus: event === 'issued' ? 'open' : 'issued',
    status: event,
    occurredAt: occurredAt.toISOString(),
    settlement: viewSettlement(settlement),
  });
  return { id, sequence, settlementId: settlement.id, merchantKey: settlement.merchantKey, body };
}
