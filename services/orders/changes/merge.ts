/** What an order becomes by what its merchant sends: what is not sent stays as it is. Pure. */

import type { ChangeRequest } from '../../../contract/schemas/order-changes.ts';
import type { Order } from '../../../db/entities/index.ts';
import type { ErrorDetail } from '../../../domain/errors.ts';
import type { ChangedOrder } from '../../../domain/order-change.ts';
import { normalizePhone } from '../../../domain/phone.ts';
import { isSameCode } from '../../../domain/special-offer.ts';
import {
  adults,
  type GuestCount,
  type Question,
  type Travellers,
  type TripDetails,
} from '../../../domain/trip-details.ts';
import type { TripRequest } from '../../../domain/trip-plan.ts';
import { travellersOf } from '../bookability.ts';
import { NO_PHONE } from '../booking.ts';

/** The trip of an order or a hold. */
type BookedTrip = Pick<Order, 'guideId' | 'tripDate' | 'tripDays' | 'guestCount'> & {
  readonly trip?: TripDetails | null | undefined;
};
/** What a request says of the trip. */
type TripChange = Omit<TripMembers, 'tripKindId' | 'language' | 'offerCode' | 'keptOfferCode'> & {
  readonly tripKindId?: string | null | undefined;
  readonly language?: string | null | undefined;
  /** Of a hold alone: an order keeps what it has. */
  readonly offerCode?: string | null | undefined;
};
type TripMembers = Partial<Omit<TripRequest, 'guideId'>>;

export const NOTHING_CHANGES: ErrorDetail = {
  path: 'body',
  reason: 'nothing_to_change',
  msg: 'must change something',
};

/** The requested trip, in the form of order/create. */
export function tripAfter(order: BookedTrip, request: TripChange): TripRequest {
  const { trip } = order;
  const tripKindId = after(request.tripKindId, trip?.tripKindId);
  const isOtherKind = tripKindId !== trip?.tripKindId;
  const wasOfDays = trip?.tripKindId === undefined;
  const tripDays = request.tripDays ?? (tripKindId === undefined && wasOfDays ? order.tripDays : undefined);
  return {
    guideId: order.guideId,
    tripDate: request.tripDate ?? order.tripDate,
    // A trip of hours that becomes one of days has to say how many.
    tripDays: tripDays ?? (tripKindId === undefined ? 1 : undefined),
    tripKindId,
    startTime: request.startTime ?? (isOtherKind ? undefined : trip?.startTime),
    language: after(request.language, trip?.language),
    offerCode: request.offerCode ?? undefined,
    keptOfferCode: after(request.offerCode, trip?.offerCode),
    ...guestsAfter(order, request),
  };
}

/** Guests by kind are kept unless they are counted again. */
function guestsAfter(
  { trip, guestCount }: BookedTrip,
  request: TripChange,
): Pick<TripRequest, 'guests' | 'guestCount'> {
  if (request.guests) return { guests: request.guests, guestCount: request.guestCount };
  if (request.guestCount !== undefined) return { guestCount: request.guestCount };
  const guests = trip?.guests ?? [];
  return guests.length > 0 ? { guests } : { guestCount };
}

/** Whether that is another trip than the order's. */
export function differsFrom(order: BookedTrip, asked: TripRequest): boolean {
  const { trip } = order;
  return (
    asked.tripDate !== order.tripDate ||
    (asked.tripKindId === undefined && asked.tripDays !== order.tripDays) ||
    asked.tripKindId !== trip?.tripKindId ||
    asked.startTime !== trip?.startTime ||
    asked.language?.toLowerCase() !== trip?.language?.toLowerCase() ||
    !isSameCode(asked.keptOfferCode, trip?.offerCode) ||
    isOtherParty(order, asked)
  );
}

/** Where the trip has guests by kind, a number alone is of adults. */
function isOtherParty({ trip, guestCount }: BookedTrip, asked: TripRequest): boolean {
  const before = trip?.guests ?? [];
  if (before.length === 0) return asked.guests !== undefined || asked.guestCount !== guestCount;
  const after = asked.guests ?? adults(asked.guestCount ?? 0);
  return countsOf(after) !== countsOf(before);
}

function countsOf(guests: readonly GuestCount[]): string {
  const counts = guests.filter(({ count }) => count > 0).map(({ kind, count }) => `${kind} ${count}`);
  return counts.sort().join();
}

/** What differs of contact, travellers and remark, and what is wrong with it. */
export function contactAfter(
  order: Order,
  request: ChangeRequest,
  country: string,
  questions: readonly Question[],
): { readonly patch: Partial<ChangedOrder>; readonly problems: readonly ErrorDetail[] } {
  const { contactPhone: phone } = request;
  const contactPhone = phone === undefined ? order.contactPhone : normalizePhone(phone, country);
  if (contactPhone === undefined) return { patch: {}, problems: [NO_PHONE] };
  const contactName = request.contactName ?? order.contactName;
  const remark = request.remark === undefined ? (order.remark ?? null) : request.remark;
  const travellers = travellersAfter(order.travellers ?? null, request, questions);
  const patch: Partial<ChangedOrder> = {
    ...(contactName !== order.contactName && { contactName }),
    ...(contactPhone !== order.contactPhone && { contactPhone }),
    ...(remark !== (order.remark ?? null) && { remark }),
    ...(travellers !== undefined && { travellers }),
  };
  return { patch, problems: [] };
}

/** Undefined where they stay as they are. */
function travellersAfter(
  before: Travellers | null,
  { contactEmail, guestNames, answers }: ChangeRequest,
  questions: readonly Question[],
): Travellers | null | undefined {
  const said = travellersOf({ contactEmail: contactEmail ?? undefined, guestNames, answers }, questions);
  const { contactEmail: _, ...withoutEmail } = before ?? {};
  const merged: Travellers = { ...(contactEmail === null ? withoutEmail : before), ...said };
  const isSame = MEMBERS.every((name) => JSON.stringify(merged[name]) === JSON.stringify(before?.[name]));
  if (isSame) return undefined;
  return Object.keys(merged).length > 0 ? merged : null;
}

const MEMBERS = ['contactEmail', 'guestNames', 'answers'] as const satisfies readonly (keyof Travellers)[];

/** Null takes away. */
function after<Value>(sent: Value | null | undefined, before: Value | undefined): Value | undefined {
  return sent === undefined ? before : (sent ?? undefined);
}
