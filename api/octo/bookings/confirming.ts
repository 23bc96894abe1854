import { OctoBooking } from '../../../db/entities/index.ts';
import { HoldStateForbids } from '../../../domain/errors.ts';
import { timeFor } from '../../../domain/sandbox.ts';
import { invalidId, unprocessable } from '../errors.ts';
import type { Booking, Confirmation } from '../schemas/bookings.ts';
import { changeHeld } from './changing.ts';
import { packContact, packGuests } from './contacts.ts';
import { type BookingCall, type BookingDeps, findBooking, show } from './deps.ts';
import { statusOf } from './status.ts';
import type { BookingFacts } from './view.ts';

/** Instant confirmation is a matter of milliseconds; a reseller that waits longer is told PENDING. */
const WAIT_MS = 5_000;
const LOOK_EVERY_MS = 50;

/**
 * Makes an order of the hold, and answers once it is confirmed where nobody has to agree. A booking that is confirmed
 * already stays as it is.
 * @throws OctoRefusal, and what order/create throws.
 */
export async function confirm(
  deps: BookingDeps,
  call: BookingCall,
  uuid: string,
  body: Confirmation,
): Promise<Booking> {
  const { merchant } = call;
  const before = await findBooking(deps, merchant, uuid);
  const status = statusOf(before, timeFor(merchant, deps.now()));
  // The specification's own word for a booking that has expired.
  if (status === 'EXPIRED') throw invalidId('INVALID_BOOKING_UUID', uuid);
  if (status === 'CANCELLED' || status === 'REJECTED') throw unprocessable(`The booking is ${status}`);
  if (status === 'ON_HOLD') {
    await changeHeld(deps, call, before, body);
    await order(deps, call, await findBooking(deps, merchant, uuid));
  }
  return show(deps, call, await settled(deps, call, uuid));
}

async function order(
  deps: BookingDeps,
  { merchant }: BookingCall,
  { row, hold }: BookingFacts,
): Promise<void> {
  const contact = packContact(row.contact ?? {}, row.notes ?? null);
  const { guestNames, unitItems } = packGuests(row.unitItems);
  const { contactEmail, remark, contactPhone = '' } = contact.order;
  const request = {
    holdId: hold.id,
    contactName: contact.order.contactName,
    contactPhone,
    ...(contactEmail !== undefined && { contactEmail }),
    ...(remark !== undefined && { remark }),
    ...(guestNames && { guestNames }),
    ...(row.resellerReference && { clientReference: row.resellerReference }),
  };
  try {
    await deps.orders.create(merchant, request, undefined);
  } catch (error) {
    // A twin of this request booked it in this moment.
    if (error instanceof HoldStateForbids && error.data.status === 'booked') return;
    throw error;
  }
  // What the order has, nothing else keeps.
  await deps.orm.em
    .fork()
    .nativeUpdate(
      OctoBooking,
      { merchantKey: merchant.key, uuid: row.uuid, holdId: hold.id },
      { contact: contact.rest, notes: null, unitItems },
    );
}

/** The booking once nothing is expected of it in this moment. */
async function settled(deps: BookingDeps, { merchant }: BookingCall, uuid: string): Promise<BookingFacts> {
  for (let waited = 0; ; waited += LOOK_EVERY_MS) {
    const booking = await findBooking(deps, merchant, uuid);
    const isOnItsWay = booking.order?.status === 'pending' && booking.order.instantConfirmation;
    if (!isOnItsWay || waited >= WAIT_MS) return booking;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
