/** What workflows of program 2 and before agree on with their activities, beyond what ../../contract.ts says. */
import type { InlineDelivery, RecordedMove, ResolvedDelivery, StuckDelivery } from '../contract.ts';

export type RetiredDeliveryOutcome = DeliveryReport | StuckDelivery;

/** One that was resolved. Histories may hold what became of those behind it, too. */
export interface DeliveryReport extends ResolvedDelivery {
  readonly following?: readonly InlineDelivery[];
  readonly later?: number;
}

export interface RetiredRecordedMove extends RecordedMove {
  readonly delivery?: InlineDelivery;
}

export interface RetiredOrderActivities {
  /** A first attempt at the ordering merchant's first endpoint; undefined where none was made. Never fails. */
  deliverPromptly(notificationId: string): Promise<InlineDelivery | undefined>;
}

/** The numbers of a statement's notifications. */
export const SETTLEMENT_NOTIFICATIONS = { issued: 1, paid: 2 } as const;
