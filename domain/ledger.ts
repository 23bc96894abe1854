/**
 * The double-entry ledger (docs/settlement.md). Amounts are minor units of the posting's currency. They are seen from
 * the account's owner: above zero the platform owes it to the owner, below zero the owner owes it to the platform.
 * Every posting sums to zero, in `gross`, in `commission`, and so in `amount` = gross − commission.
 */
import { shareOf } from './money.ts';

export const POSTING_KINDS = [
  'completed',
  'cancellation_fee',
  'refund',
  'adjustment',
  'reversal',
  'payment',
] as const;
export type PostingKind = (typeof POSTING_KINDS)[number];

/** `merchant`: one per merchant and currency. The others are the platform's own, one per currency and world. */
export const ACCOUNT_KINDS = ['merchant', 'commission', 'adjustments', 'cash'] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

export interface Account {
  readonly id: string;
  readonly kind: AccountKind;
  readonly merchantKey: string | null;
  readonly currency: string;
  readonly sandbox: boolean;
}

export interface EntryDraft {
  readonly account: Account;
  readonly gross: number;
  readonly commission: number;
}

export interface PostingDraft {
  /** Derived from what caused it, so that the same cause is posted once. */
  readonly id: string;
  readonly kind: PostingKind;
  readonly currency: string;
  readonly orderId?: string;
  /** The posting that this one takes back. */
  readonly reverses?: string;
  /** The operator's words; every posting by hand has them. */
  readonly reason?: string;
  /** Who did it by hand; null for what followed from an order. */
  readonly operator?: string;
  readonly occurredAt: Date;
  readonly entries: readonly EntryDraft[];
}

/** What the ledger needs to know of an order. */
export interface OrderTerms {
  readonly id: string;
  readonly merchantKey: string;
  readonly studioKey: string;
  readonly currency: string;
  readonly sandbox: boolean;
  /** Basis points, frozen at creation. */
  readonly commissionRate: number;
}

/** The account of a merchant; its id is derived, so that posting reads nothing. */
export function merchantAccount(merchantKey: string, currency: string, sandbox: boolean): Account {
  return { id: `merchant:${merchantKey}/${currency}`, kind: 'merchant', merchantKey, currency, sandbox };
}

/** An account of the platform. The sandbox has its own: its money is not real. */
export function platformAccount(
  kind: Exclude<AccountKind, 'merchant'>,
  currency: string,
  sandbox: boolean,
): Account {
  const world = sandbox ? 'sandbox' : 'platform';
  return { id: `${world}:${kind}/${currency}`, kind, merchantKey: null, currency, sandbox };
}

/** The posting's id for an order's event: one posting at most for each (order, sequence). */
export function orderPostingId(orderId: string, sequence: number): string {
  return `${orderId}-${sequence}`;
}

/**
 * The three entries of money that a guide's work brings: the orderer owes the gross, the studio gets it less the
 * commission, the platform keeps the commission. Negative amounts give it back. Entries of nothing are left out.
 */
export function saleEntries(order: OrderTerms, gross: number, commission: number): EntryDraft[] {
  const { currency, sandbox } = order;
  return [
    { account: merchantAccount(order.merchantKey, currency, sandbox), gross: 0 - gross, commission: 0 },
    { account: merchantAccount(order.studioKey, currency, sandbox), gross, commission },
    { account: platformAccount('commission', currency, sandbox), gross: 0, commission: 0 - commission },
  ].filter((entry) => entry.gross !== 0 || entry.commission !== 0);
}

/**
 * The commission on what an order has earned: rounded half to even, once, from the whole. Corrections post the
 * difference to what the ledger has, so an order's commission never depends on the way that led to its gross.
 */
export function commissionOn(gross: number, rate: number): number {
  return shareOf(gross, rate);
}

/** Moves `amount` to a merchant's account (from it, when negative), against another account of the platform. */
export function transferEntries(to: Account, amount: number, against: 'adjustments' | 'cash'): EntryDraft[] {
  const from = platformAccount(against, to.currency, to.sandbox);
  return [
    { account: to, gross: amount, commission: 0 },
    { account: from, gross: 0 - amount, commission: 0 },
  ];
}
