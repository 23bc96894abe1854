import type { Booking, BookingsAsked, Confirmation, Reservation, Update } from '../schemas/bookings.ts';
import { update } from './changing.ts';
import { confirm } from './confirming.ts';
import { type BookingCall, type BookingDeps, findBooking, show } from './deps.ts';
import { cancel, extend } from './ending.ts';
import { type BookingPage, list } from './listing.ts';
import { reserve } from './reserving.ts';

export interface BookingService {
  reserve(call: BookingCall, body: Reservation): Promise<Booking>;
  get(call: BookingCall, uuid: string): Promise<Booking>;
  list(call: BookingCall, query: BookingsAsked): Promise<BookingPage>;
  update(call: BookingCall, uuid: string, body: Update): Promise<Booking>;
  confirm(call: BookingCall, uuid: string, body: Confirmation): Promise<Booking>;
  extend(call: BookingCall, uuid: string, expirationMinutes: number | undefined): Promise<Booking>;
  cancel(call: BookingCall, uuid: string, reason: string | undefined): Promise<Booking>;
}

/** Bookings through OCTO: holds until they are confirmed, orders from then on; each function is one endpoint. */
export function createBookings(deps: BookingDeps): BookingService {
  return {
    reserve: (call, body) => reserve(deps, call, body),
    get: async (call, uuid) => show(deps, call, await findBooking(deps, call.merchant, uuid)),
    list: (call, query) => list(deps, call, query),
    update: (call, uuid, body) => update(deps, call, uuid, body),
    confirm: (call, uuid, body) => confirm(deps, call, uuid, body),
    extend: (call, uuid, minutes) => extend(deps, call, uuid, minutes),
    cancel: (call, uuid, reason) => cancel(deps, call, uuid, reason),
  };
}
