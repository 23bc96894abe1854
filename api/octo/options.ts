/** Trip kinds as OCTO's options; whole days are the option DEFAULT. Pure. */
import type { BookableGuide } from '../../db/queries/orders/bookable-guide.ts';
import type { TripKind } from '../../domain/trip-details.ts';
import { invalidId } from './errors.ts';

/** No trip kind has this id: theirs are in lower case. */
export const WHOLE_DAY = 'DEFAULT';

/** A trip kind, or one whole day. */
export interface OfferedOption {
  readonly id: string;
  /** Undefined: a whole day. */
  readonly kind: TripKind | undefined;
  readonly startTimes: readonly string[];
}

type Offer = Pick<BookableGuide, 'offersWholeDays' | 'minDays' | 'tripKinds'>;

/** Whether one whole day can be booked by itself; OCTO has no longer trips. */
export function offersOneDay({ offersWholeDays, minDays }: Omit<Offer, 'tripKinds'>): boolean {
  return offersWholeDays && (minDays ?? 1) === 1;
}

/** The default one first. */
export function optionsOf(offer: Offer): OfferedOption[] {
  const { tripKinds } = offer;
  const ofHours = tripKinds.map((kind) => ({ id: kind.tripKindId, kind, startTimes: kind.startTimes }));
  if (!offersOneDay(offer)) return ofHours;
  return [{ id: WHOLE_DAY, kind: undefined, startTimes: tripKinds.length > 0 ? ['00:00'] : [] }, ...ofHours];
}

/** @throws OctoRefusal INVALID_OPTION_ID */
export function optionOf(offer: Offer, optionId: string | undefined): OfferedOption {
  const option = optionsOf(offer).find(({ id }) => id === optionId);
  if (!option) throw invalidId('INVALID_OPTION_ID', optionId);
  return option;
}

/** Guides of whole days only can be met whenever guests like; start times are a matter of trip kinds. */
export function availabilityTypeOf({ tripKinds }: Offer): 'OPENING_HOURS' | 'START_TIME' {
  return tripKinds.length === 0 ? 'OPENING_HOURS' : 'START_TIME';
}
