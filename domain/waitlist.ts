/** Waiting for a guide whose time is taken (docs/orders.md, "Waitlist"). */
import type { EventType } from './event-types.ts';
import { waitlistId } from './ids.ts';

const GUIDE_AVAILABLE = 'guide.available' satisfies EventType;

/** The most entries of one merchant, for trips that have not begun. */
export const MAX_WAITLIST_ENTRIES = 200;

/** A trip that a merchant waits for. */
export interface WaitlistFacts {
  readonly id: number;
  readonly guideId: string;
  readonly tripDate: string;
  /** 1 for a trip of hours. */
  readonly tripDays: number;
  readonly tripKindId?: string | null | undefined;
  readonly startTime?: string | null | undefined;
  /** Guests that want to come; the time is free where all of them can. */
  readonly guestCount?: number | undefined;
}

/** The trip of an entry, in lists and in events. */
export function viewWaitlistTrip(entry: WaitlistFacts) {
  return {
    entryId: waitlistId(entry.id),
    guideId: entry.guideId,
    tripDate: entry.tripDate,
    tripDays: entry.tripDays,
    tripKindId: entry.tripKindId ?? null,
    startTime: entry.startTime ?? null,
    guestCount: entry.guestCount ?? 1,
  };
}

/** The notification to a merchant when the time that it waits for is free: JSON without the notification's id. */
export function guideAvailableBody(entry: WaitlistFacts, sequence: number, occurredAt: Date): string {
  return JSON.stringify({
    type: GUIDE_AVAILABLE,
    ...viewWaitlistTrip(entry),
    sequence,
    occurredAt: occurredAt.toISOString(),
  });
}
