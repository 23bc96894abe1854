/** An order as the form of a change holds it, and what of it is another way than the order is. */
import type { Body, Data } from '../../api/types.ts';
import type { OrderDetail } from './timeline.ts';
import type { TripChoice } from './trip-choice.ts';

export interface Draft extends TripChoice {
  readonly contactName: string;
  readonly contactPhone: string;
  readonly contactEmail: string;
  readonly remark: string;
}

/** The trip of an order or a hold. */
export function tripDraftOf(trip: OrderDetail | Data<'getHold'>): TripChoice {
  return {
    tripDate: trip.tripDate,
    tripDays: trip.tripDays,
    tripKindId: trip.tripKindId ?? '',
    startTime: trip.startTime ?? '',
    guestCount: trip.guestCount,
    counts: Object.fromEntries(trip.guests.map(({ kind, count }) => [kind, count])),
    language: trip.language ?? '',
    offerCode: trip.offerCode ?? '',
  };
}

export function draftOf(order: OrderDetail): Draft {
  return {
    ...tripDraftOf(order),
    contactName: order.contactName ?? '',
    contactPhone: order.contactPhone ?? '',
    contactEmail: order.contactEmail ?? '',
    remark: order.remark ?? '',
  };
}

/** Only what differs; undefined where nothing does. Emptied members are removed. */
export function requestOf(order: OrderDetail, draft: Draft): Body<'quoteOrderChange'> | undefined {
  const was = draftOf(order);
  const differs = (name: keyof Draft) => JSON.stringify(was[name]) !== JSON.stringify(draft[name]);
  const emptied = (name: 'contactEmail' | 'remark') =>
    differs(name) ? { [name]: draft[name].trim() === '' ? null : draft[name].trim() } : {};
  const request = {
    ...tripChangeOf(was, draft),
    ...(differs('contactName') && { contactName: draft.contactName.trim() }),
    ...(differs('contactPhone') && { contactPhone: draft.contactPhone.trim() }),
    ...emptied('contactEmail'),
    ...emptied('remark'),
  };
  return Object.keys(request).length > 0 ? request : undefined;
}

/** Only what of the trip differs; empty where nothing does. */
export function tripChangeOf(was: TripChoice, draft: TripChoice) {
  const differs = (name: keyof TripChoice) => JSON.stringify(was[name]) !== JSON.stringify(draft[name]);
  return {
    ...timeOf(draft, differs),
    ...guestsOf(draft, differs),
    ...(differs('language') && { language: draft.language || null }),
  };
}

type Differs = (name: keyof TripChoice) => boolean;

function timeOf({ tripDate, tripDays, tripKindId, startTime }: TripChoice, differs: Differs) {
  const date = differs('tripDate') && tripDate !== '' ? { tripDate } : {};
  if (differs('tripKindId')) {
    const kind = tripKindId === '' ? { tripKindId: null, tripDays } : { tripKindId, startTime };
    return { ...date, ...kind };
  }
  return {
    ...date,
    ...(differs('tripDays') && tripKindId === '' && { tripDays }),
    ...(differs('startTime') && { startTime }),
  };
}

function guestsOf({ guestCount, counts }: TripChoice, differs: Differs) {
  if (differs('counts')) {
    const guests = Object.entries(counts).flatMap(([kind, count]) => (count ? [{ kind, count }] : []));
    return { guests: guests as NonNullable<Body<'quoteOrderChange'>['guests']> };
  }
  return differs('guestCount') ? { guestCount } : {};
}
