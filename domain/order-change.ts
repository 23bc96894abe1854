/** Changes of an order that its merchant asks for (docs/orders.md, "Changes"). */
import type { PriceLine } from './price.ts';
import type { Travellers, TripDetails } from './trip-details.ts';

/** `requested`: the studio has to agree; `applied`: the order is changed; the others are ends without a change. */
export const CHANGE_STATES = ['requested', 'applied', 'declined', 'withdrawn', 'expired'] as const;
export type ChangeState = (typeof CHANGE_STATES)[number];

/** How a confirmed order is changed: by the studio's consent, or at once. A guide's own choice. */
export const CHANGE_RULES = ['consent', 'instant'] as const;
export type ChangeRule = (typeof CHANGE_RULES)[number];

/** What a change can touch. Amounts are minor units; instants RFC 3339. */
export interface ChangedOrder {
  readonly tripDate: string;
  readonly tripDays: number;
  readonly tripStartAt: string;
  readonly tripEndAt: string;
  readonly guestCount: number;
  readonly trip: TripDetails | null;
  readonly travellers: Travellers | null;
  readonly contactName: string;
  readonly contactPhone: string;
  readonly remark: string | null;
  readonly totalAmount: number;
  readonly priceBreakdown: readonly PriceLine[];
}
