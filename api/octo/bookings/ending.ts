import { OctoBooking } from '../../../db/entities/index.ts';
import { timeFor } from '../../../domain/sandbox.ts';
import { unprocessable } from '../errors.ts';
import type { Booking } from '../schemas/bookings.ts';
import { secondsOf } from './asking.ts';
import { type BookingCall, type BookingDeps, findBooking, show } from './deps.ts';
import { statusOf } from './status.ts';

/**
 * Gives a hold back, or cancels the order under its policy. What is cancelled already stays as it is.
 * @throws OctoRefusal, and what order/release and order/cancel throw.
 */
export async function cancel(
  deps: BookingDeps,
  call: BookingCall,
  uuid: string,
  reason: string | undefined,
): Promise<Booking> {
  const { merchant } = call;
  const { row, hold, order, ...facts } = await findBooking(deps, merchant, uuid);
  const now = timeFor(merchant, deps.now());
  const status = statusOf({ hold, order, ...facts }, now);
  if (status === 'ON_HOLD') {
    // With the hold goes what is kept of people (db/entities/hold.ts).
    await deps.orders.holds.release(merchant, hold.id);
    const written = { cancelReason: reason || null, updatedAt: now };
    await deps.orm.em
      .fork()
      .nativeUpdate(OctoBooking, { merchantKey: merchant.key, uuid: row.uuid }, written);
  } else if (order && status !== 'CANCELLED' && status !== 'REJECTED') {
    await deps.orders.move(merchant, order.id, 'cancel', {
      note: reason || undefined,
      idempotencyKey: merchant.via?.command?.key,
    });
  } else if (status !== 'CANCELLED') {
    throw unprocessable(`The booking is ${status}`);
  }
  return show(deps, call, await findBooking(deps, merchant, uuid));
}

/** Holds it longer. @throws OctoRefusal unless it is on hold. */
export async function extend(
  deps: BookingDeps,
  call: BookingCall,
  uuid: string,
  expirationMinutes: number | undefined,
): Promise<Booking> {
  const { merchant } = call;
  const booking = await findBooking(deps, merchant, uuid);
  const status = statusOf(booking, timeFor(merchant, deps.now()));
  if (status !== 'ON_HOLD') throw unprocessable(`The booking is ${status}`);
  await deps.orders.holds.extend(merchant, booking.hold.id, secondsOf(expirationMinutes));
  return show(deps, call, await findBooking(deps, merchant, uuid));
}
