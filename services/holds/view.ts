import type { HoldDetail } from '../../contract/schemas/holds.ts';
import type { Hold } from '../../db/entities/index.ts';
import { viewPolicy } from '../../domain/cancellation.ts';
import { holdStateAt } from '../../domain/hold.ts';
import { waitlistId } from '../../domain/ids.ts';
import { toDecimal } from '../../domain/money.ts';
import { viewGoesIf, viewTrip } from '../../domain/order-view.ts';
import { viewPriceLine } from '../../domain/price.ts';

/** What is known of a hold; what it became is known later. */
export type HoldFacts = Omit<
  Hold,
  | 'orderId'
  | 'actingKey'
  | 'workflowStartedAt'
  | 'launchAfter'
  | 'updatedAt'
  | 'releasedAt'
  | 'earlier'
  | 'movedAt'
  | 'waitlistEntryId'
> &
  Partial<Pick<Hold, 'orderId' | 'waitlistEntryId'>>;

/** A hold as its merchant sees it at this moment. */
export function viewHold(hold: HoldFacts, now: Date): HoldDetail {
  const { terms } = hold;
  return {
    holdId: hold.id,
    status: holdStateAt(hold, now),
    expiresAt: hold.expiresAt.toISOString(),
    orderId: hold.orderId ?? null,
    ...(hold.waitlistEntryId != null && { entryId: waitlistId(hold.waitlistEntryId) }),
    guideId: hold.guideId,
    tripDate: terms.tripDate,
    tripDays: terms.tripDays,
    guestCount: terms.guestCount,
    ...viewTrip(terms.trip),
    ...viewGoesIf(terms.trip, hold.tripStartAt),
    timeZone: terms.timeZone,
    tripStartAt: hold.tripStartAt.toISOString(),
    tripEndAt: hold.tripEndAt.toISOString(),
    totalAmount: toDecimal(terms.totalAmount, terms.currency),
    currency: terms.currency,
    priceBreakdown: terms.priceBreakdown.map((line) => viewPriceLine(line, terms.currency)),
    instantConfirmation: terms.instantConfirmation,
    cancellationPolicy: viewPolicy(terms.cancellationPolicy),
    createdAt: hold.createdAt.toISOString(),
  };
}
