/** When what is kept for others of the trip that an entry waits for is released (docs/guides.md, "Allotments"). */
import type { EntityManager } from '@mikro-orm/postgresql';
import { findBookableGuide } from '../../db/queries/orders/bookable-guide.ts';
import type { DueEntry } from '../../db/queries/orders/waitlist.ts';
import { nextRelease } from '../../domain/allotment.ts';
import { daysOf } from '../../domain/availability.ts';
import { addDays } from '../../domain/trip.ts';

/** @param at by the merchant's clock, as the result. @returns undefined where nothing is kept from it. */
export async function releaseFor(em: EntityManager, entry: DueEntry, at: Date): Promise<Date | undefined> {
  const { merchantKey: key, sandbox, clockAheadMs, tripDate, tripDays, tripKindId } = entry;
  const guide = await findBookableGuide(em, entry.guideId, { key, sandbox, clockAheadMs }, at);
  if (!guide || guide.allotments.length === 0) return undefined;
  const days = daysOf({ startDate: tripDate, endDate: addDays(tripDate, (tripDays ?? 1) - 1) });
  return nextRelease(guide.allotments, tripKindId ?? undefined, days, guide.timeZone);
}
