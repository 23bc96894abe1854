/** Guest kinds as OCTO's units. Pure. */
import type { BookableGuide } from '../../db/queries/orders/bookable-guide.ts';
import type { GuestCount, GuestKindName } from '../../domain/trip-details.ts';
import { badRequest, invalidId, unprocessable } from './errors.ts';

/** For guides without kinds of guests; an OCTO unit has to have a type. */
const ANYBODY = 'adult';
/** For any guide. */
const MAX_GUESTS = 500;

/** How a trip is requested: by kinds of guests, or by their number. */
export type Party = { readonly guests: readonly GuestCount[] } | { readonly guestCount: number };

type Offer = Pick<BookableGuide, 'guestKinds'>;

/** The ids of a guide's units, in its own order. */
export function unitIdsOf({ guestKinds = [] }: Offer): GuestKindName[] {
  return guestKinds.length > 0 ? guestKinds.map(({ kind }) => kind) : [ANYBODY];
}

/** One unit id for each guest. @throws OctoRefusal INVALID_UNIT_ID, UNPROCESSABLE_ENTITY without any guest */
export function partyOf(offer: Offer, unitIds: readonly string[]): Party {
  const known = unitIdsOf(offer);
  const unknown = unitIds.find((id) => !known.some((unit) => unit === id));
  if (unknown !== undefined) throw invalidId('INVALID_UNIT_ID', unknown);
  if (unitIds.length === 0) throw unprocessable('unitItems must name at least one unit');
  if ((offer.guestKinds ?? []).length === 0) return { guestCount: unitIds.length };
  const counts = known.map((kind) => ({ kind, count: unitIds.filter((id) => id === kind).length }));
  return { guests: counts.filter(({ count }) => count > 0) };
}

/** The same from quantities. Without any the smallest party is meant. @throws OctoRefusal INVALID_UNIT_ID, BAD_REQUEST */
export function partyOfQuantities(
  offer: Offer,
  units: readonly { readonly id: string; readonly quantity: number }[] = [],
): Party {
  const unknown = units.find(({ id }) => !unitIdsOf(offer).some((unit) => unit === id));
  if (unknown) throw invalidId('INVALID_UNIT_ID', unknown.id);
  const sum = units.reduce((total, { quantity }) => total + quantity, 0);
  if (sum > MAX_GUESTS) throw badRequest(`units must not be more than ${MAX_GUESTS}`);
  if (sum === 0) return smallestParty(offer);
  return partyOf(
    offer,
    units.flatMap(({ id, quantity }) => Array<string>(quantity).fill(id)),
  );
}

/** One guest. */
export function smallestParty(offer: Offer): Party {
  return partyOf(offer, unitIdsOf(offer).slice(0, 1));
}

export function partySize(party: Party): number {
  return 'guests' in party ? party.guests.reduce((sum, { count }) => sum + count, 0) : party.guestCount;
}
