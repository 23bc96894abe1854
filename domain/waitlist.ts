/** Waiting for a guide whose time is taken (docs/orders.md, "Waitlist"). */
import type { EventType } from './event-types.ts';
import { waitlistId } from './ids.ts';

const GUIDE_AVAILABLE = 'guide.available' satisfies EventType;

/** The most entries of one merchant, for trips that have not begun. */
export const MAX_WAITLIST_ENTRIES = 200;

/** The most minutes for which freed time of a guide is held for the first who waits. A studio chooses up to it; 0: it is held for nobody. */
export const MAX_WINDOW_MINUTES = 1_440;

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

/** What holds the time for one that waits. */
interface HoldOfTurn {
  readonly id: string;
  readonly expiresAt: Date;
}

/**
 * The notification to a merchant when the time that it waits for is free: JSON without the notification's id.
 * @param hold what keeps the time for it alone; undefined: whoever books first has it.
 */
export function guideAvailableBody(
  entry: WaitlistFacts,
  sequence: number,
  occurredAt: Date,
  hold?: HoldOfTurn,
): string {
  return JSON.stringify({
    type: GUIDE_AVAILABLE,
    ...viewWaitlistTrip(entry),
    ...(hold && { holdId: hold.id, expiresAt: hold.expiresAt.toISOString() }),
    sequence,
    occurredAt: occurredAt.toISOString(),
  });
}
