import { isDeepStrictEqual } from 'node:util';
import { OctoBooking } from '../../../db/entities/index.ts';
import { HoldStateForbids } from '../../../domain/errors.ts';
import { timeFor } from '../../../domain/sandbox.ts';
import { invalidId, unprocessable } from '../errors.ts';
import type { Booking, Confirmation } from '../schemas/bookings.ts';
import { changeHeld } from './changing.ts';
import { packContact, packGuests } from './contacts.ts';
import { type BookingCall, type BookingDeps, findBooking, show } from './deps.ts';
import { takeContactOver } from './ordered.ts';
import { statusOf } from './status.ts';
import type { BookingFacts } from './view.ts';

/** Instant confirmation is a matter of milliseconds; a reseller that waits longer gets PENDING. */
const WAIT_MS = 5_000;
/** Until the second read; each further one comes after twice that time. */
const FIRST_WAIT_MS = 40;

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
    const held = await changed(deps, call, before, body);
    if (held) await order(deps, call, held);
  } else if (isUntidy(before)) await tidy(deps, call, before);
  return show(deps, call, await settled(deps, call, uuid));
}

/** The booking with what the confirmation says of it; undefined where a twin of this request has booked the hold meanwhile. */
async function changed(
  deps: BookingDeps,
  call: BookingCall,
  before: BookingFacts,
  body: Confirmation,
): Promise<BookingFacts | undefined> {
  const read = () => findBooking(deps, call.merchant, before.row.uuid);
  try {
    await changeHeld(deps, call, before, body);
    return await read();
  } catch (error) {
    if ((await read()).order) return undefined;
    throw error;
  }
}

async function order(deps: BookingDeps, call: BookingCall, booking: BookingFacts): Promise<void> {
  const { row, hold } = booking;
  const { order: contact } = packContact(row.contact ?? {}, row.notes ?? null);
  const { contactName, contactPhone = '', contactEmail, remark } = contact;
  const { guestNames } = packGuests(row.unitItems);
  const request = {
    holdId: hold.id,
    contactName,
    contactPhone,
    ...(contactEmail !== undefined && { contactEmail }),
    ...(remark !== undefined && { remark }),
    ...(guestNames && { guestNames }),
    ...(row.resellerReference && { clientReference: row.resellerReference }),
  };
  try {
    await deps.orders.create(call.merchant, request, undefined);
  } catch (error) {
    // A twin of this request booked it in this moment.
    if (error instanceof HoldStateForbids && error.data.status === 'booked') return;
    throw error;
  }
  // No change of the held booking comes after the order: what has come by now is all.
  const booked = await findBooking(deps, call.merchant, row.uuid);
  if (booked.order && !isDeepStrictEqual(saidIn(booked), saidIn(booking)))
    await takeContactOver(deps, call, { ...booked, order: booked.order });
  await tidy(deps, call, booked);
}

const saidIn = ({ row: { contact, notes, unitItems } }: BookingFacts) => ({ contact, notes, unitItems });

/** What the order has, nothing else keeps. */
async function tidy(
  deps: BookingDeps,
  { merchant }: BookingCall,
  { row, hold }: BookingFacts,
): Promise<void> {
  const { rest } = packContact(row.contact ?? {}, row.notes ?? null);
  const { unitItems } = packGuests(row.unitItems);
  const where = { merchantKey: merchant.key, uuid: row.uuid, holdId: hold.id };
  await deps.orm.em.fork().nativeUpdate(OctoBooking, where, { contact: rest, notes: null, unitItems });
}

/** A crash came between the order and the tidying. */
function isUntidy({ row: { contact, notes, unitItems } }: BookingFacts): boolean {
  const { fullName, emailAddress, phoneNumber } = contact ?? {};
  const isNamed = unitItems.some((item) => item.fullName !== undefined);
  return isNamed || Boolean(fullName ?? emailAddress ?? phoneNumber ?? notes);
}

/** The booking once nothing is expected of it in this moment. */
async function settled(deps: BookingDeps, { merchant }: BookingCall, uuid: string): Promise<BookingFacts> {
  for (let wait = FIRST_WAIT_MS; ; wait *= 2) {
    const booking = await findBooking(deps, merchant, uuid);
    const isOnItsWay = booking.order?.status === 'pending' && booking.order.instantConfirmation;
    if (!isOnItsWay || wait > WAIT_MS / 2) return booking;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}
