/** An order as the form of a change holds it, and what of it is another way than the order is. */
import type { Body } from '../../api/types.ts';
import type { OrderDetail } from './timeline.ts';
import type { TripChoice } from './trip-choice.ts';

export interface Draft extends TripChoice {
  readonly contactName: string;
  readonly contactPhone: string;
  readonly contactEmail: string;
  readonly remark: string;
}

export function draftOf(order: OrderDetail): Draft {
  return {
    tripDate: order.tripDate,
    tripDays: order.tripDays,
    tripKindId: order.tripKindId ?? '',
    startTime: order.startTime ?? '',
    guestCount: order.guestCount,
    counts: Object.fromEntries(order.guests.map(({ kind, count }) => [kind, count])),
    language: order.language ?? '',
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
  const emptied = (name: 'contactEmail' | 'remark' | 'language') =>
    differs(name) ? { [name]: draft[name].trim() === '' ? null : draft[name].trim() } : {};
  const request = {
    ...timeOf(draft, differs),
    ...guestsOf(draft, differs),
    ...(differs('contactName') && { contactName: draft.contactName.trim() }),
    ...(differs('contactPhone') && { contactPhone: draft.contactPhone.trim() }),
    ...emptied('language'),
    ...emptied('contactEmail'),
    ...emptied('remark'),
  };
  return Object.keys(request).length > 0 ? request : undefined;
}

type Differs = (name: keyof Draft) => boolean;

function timeOf({ tripDate, tripDays, tripKindId, startTime }: Draft, differs: Differs) {
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

function guestsOf({ guestCount, counts }: Draft, differs: Differs) {
  if (differs('counts')) {
    const guests = Object.entries(counts).flatMap(([kind, count]) => (count ? [{ kind, count }] : []));
    return { guests: guests as NonNullable<Body<'quoteOrderChange'>['guests']> };
  }
  return differs('guestCount') ? { guestCount } : {};
}
