/** Guest kinds as OCTO's units. Pure. */
import type { BookableGuide } from '../../db/queries/orders/bookable-guide.ts';
import { type GuestCount, type GuestKindName, leastGuestsOf } from '../../domain/trip-details.ts';
import { badRequest, invalidId, unprocessable } from './errors.ts';
import type { OfferedOption } from './options.ts';

/** For guides without kinds of guests; an OCTO unit has to have a type. */
const ANYBODY = 'adult';
/** For any guide. */
const MAX_GUESTS = 500;

/** How a trip is requested: by kinds of guests, or by their number. */
export type Party = { readonly guests: readonly GuestCount[] } | { readonly guestCount: number };

type Offer = Pick<BookableGuide, 'guestKinds' | 'minGuests'>;
type Kinds = Pick<Offer, 'guestKinds'>;

/** The ids of a guide's units, in its own order. */
export function unitIdsOf({ guestKinds = [] }: Kinds): GuestKindName[] {
  return guestKinds.length > 0 ? guestKinds.map(({ kind }) => kind) : [ANYBODY];
}

/** One unit id for each guest. @throws OctoRefusal INVALID_UNIT_ID, UNPROCESSABLE_ENTITY without any guest */
export function partyOf(offer: Kinds, unitIds: readonly string[]): Party {
  const known = unitIdsOf(offer);
  const unknown = unitIds.find((id) => !known.some((unit) => unit === id));
  if (unknown !== undefined) throw invalidId('INVALID_UNIT_ID', unknown);
  if (unitIds.length === 0) throw unprocessable('unitItems must name at least one unit');
  if ((offer.guestKinds ?? []).length === 0) return { guestCount: unitIds.length };
  const counts = known.map((kind) => ({ kind, count: unitIds.filter((id) => id === kind).length }));
  return { guests: counts.filter(({ count }) => count > 0) };
}

/** The same from quantities. Without any the option's smallest party is meant. @throws OctoRefusal INVALID_UNIT_ID, BAD_REQUEST */
export function partyOfQuantities(
  offer: Offer,
  option: OfferedOption,
  units: readonly { readonly id: string; readonly quantity: number }[] = [],
): Party {
  const unknown = units.find(({ id }) => !unitIdsOf(offer).some((unit) => unit === id));
  if (unknown) throw invalidId('INVALID_UNIT_ID', unknown.id);
  const sum = units.reduce((total, { quantity }) => total + quantity, 0);
  if (sum > MAX_GUESTS) throw badRequest(`units must not be more than ${MAX_GUESTS}`);
  if (sum === 0) return smallestParty(offer, option);
  return partyOf(
    offer,
    units.flatMap(({ id, quantity }) => Array<string>(quantity).fill(id)),
  );
}

/** One guest, or as few as the option is for. */
export function smallestParty(offer: Offer, { kind }: OfferedOption): Party {
  const [unitId] = unitIdsOf(offer);
  return partyOf(offer, Array<string>(leastGuestsOf(offer, kind)).fill(unitId!));
}

export function partySize(party: Party): number {
  return 'guests' in party ? party.guests.reduce((sum, { count }) => sum + count, 0) : party.guestCount;
}
