/** The units of a booking that is an order: its order may be changed past OCTO. Pure. */
import { createHash } from 'node:crypto';
import type { OctoUnitItem } from '../../../domain/octo.ts';
import { adults, type TripDetails } from '../../../domain/trip-details.ts';
import { uuidOf } from './uuid.ts';

interface Ordered {
  readonly guestCount: number;
  readonly trip?: Pick<TripDetails, 'guests'> | null | undefined;
}

/**
 * As many units of each kind as the order has guests: those that there are stay, the last ones go, and new ones come behind, whose ids are
 * the same each time.
 * @param bookingUuid what the ids of new units are made of.
 */
export function unitItemsFor(
  { guestCount, trip }: Ordered,
  before: readonly OctoUnitItem[],
  bookingUuid: string,
): OctoUnitItem[] {
  const guests = trip?.guests?.length ? trip.guests : adults(guestCount);
  const missing = new Map<string, number>(guests.map(({ kind, count }) => [kind, count]));
  const kept = before.filter(({ unitId }) => {
    const count = missing.get(unitId) ?? 0;
    missing.set(unitId, count - 1);
    return count > 0;
  });
  const uuids = newUuids(bookingUuid, before);
  const added = [...missing].flatMap(([unitId, count]) =>
    Array.from({ length: Math.max(0, count) }, () => ({
      uuid: uuids.next().value,
      unitId,
      resellerReference: null,
    })),
  );
  return [...kept, ...added];
}

/** None of those that are there. */
function* newUuids(bookingUuid: string, before: readonly OctoUnitItem[]): Generator<string, never> {
  for (let number = 0; ; number++) {
    const uuid = uuidOf(createHash('sha256').update(`${bookingUuid} ${number}`).digest('hex'));
    if (before.every((item) => item.uuid !== uuid)) yield uuid;
  }
}
