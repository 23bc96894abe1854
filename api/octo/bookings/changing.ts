import type { EntityManager } from '@mikro-orm/postgresql';
import { OctoBooking } from '../../../db/entities/index.ts';
import { lockOpenHold } from '../../../db/queries/orders/holds.ts';
import type { OctoUnitItem } from '../../../domain/octo.ts';
import { timeFor } from '../../../domain/sandbox.ts';
import { recordProviderAct } from '../../../services/audit.ts';
import { findDone, once } from '../../../services/commands.ts';
import { badRequest, unprocessable } from '../errors.ts';
import type { Booking, Confirmation, Update } from '../schemas/bookings.ts';
import { holdRequestOf, secondsLeft, secondsOf, unitIdsIn, unitItemsFrom } from './asking.ts';
import { mergeContact } from './contacts.ts';
import { type BookingCall, type BookingDeps, findBooking, show } from './deps.ts';
import { changeOrdered } from './ordered.ts';
import { statusOf } from './status.ts';
import { type BookingFacts, contactOf, unitItemsOf } from './view.ts';

/** A part of the command, and for the audit log. */
const CHANGED = 'octo_booking.changed';

/** Columns of octo_booking that a request changes. */
type Written = Partial<
  Pick<OctoBooking, 'localDate' | 'resellerReference' | 'unitItems' | 'contact' | 'notes'>
>;

/**
 * Changes a booking: one that is held by another hold in its place, one that is confirmed as order/change does. What is not
 * sent stays as it is.
 * @throws OctoRefusal, and what order/hold, order/extend and order/change throw.
 */
export async function update(
  deps: BookingDeps,
  call: BookingCall,
  uuid: string,
  body: Update,
): Promise<Booking> {
  const booking = await findBooking(deps, call.merchant, uuid);
  if (await findDone(deps.orm.em.fork(), call.merchant, CHANGED)) return show(deps, call, booking);
  const status = statusOf(booking, timeFor(call.merchant, deps.now()));
  if (status === 'ON_HOLD') await changeHeld(deps, call, booking, body);
  else if (booking.order && (status === 'CONFIRMED' || status === 'PENDING')) {
    await changeOrdered(deps, call, { ...booking, order: booking.order }, body);
  } else throw unprocessable(`The booking is ${status}`);
  const act = { action: CHANGED, subject: `octo_booking:${booking.row.uuid}` };
  await recordProviderAct(deps.orm.em.fork(), call.merchant, act);
  return show(deps, call, await findBooking(deps, call.merchant, uuid));
}

/** Before the confirmation. @param body of an update, or what a confirmation says of units and contact. */
export async function changeHeld(
  deps: BookingDeps,
  { merchant, withPricing }: BookingCall,
  booking: BookingFacts,
  body: Update & Confirmation,
): Promise<void> {
  const now = timeFor(merchant, deps.now());
  const { row, hold } = booking;
  const current = show(deps, { merchant, withPricing }, booking);
  if (body.unitItems && body.unitItems.length === 0)
    throw badRequest('unitItems must name at least one unit');
  const unitItems = body.unitItems ? unitItemsFrom(body.unitItems, unitItemsOf(booking)) : [...row.unitItems];
  const asked = {
    productId: body.productId ?? current.productId,
    optionId: body.optionId ?? current.optionId,
    availabilityId: body.availabilityId ?? current.availabilityId,
    unitItems,
  };
  const written = { ...ownMembers(booking, body), unitItems };
  const write = async (em: EntityManager, more: Partial<OctoBooking>) => {
    const where = { merchantKey: merchant.key, uuid: row.uuid, holdId: hold.id };
    const values = { ...written, ...more, updatedAt: now };
    const count = () => em.nativeUpdate(OctoBooking, where, values);
    return (await once(em, merchant, CHANGED, async () => ({ rows: await count() }))).result.rows;
  };

  if (isSameTrip(asked, current, row.unitItems)) {
    const isWritten = await deps.orm.em.fork().transactional(async (em) => {
      // The order takes these values when the hold becomes one.
      const isHeld = await lockOpenHold(em, hold.id);
      return isHeld && (await write(em, {})) > 0;
    });
    if (!isWritten)
      throw unprocessable('the booking is being changed at the same time: read it again and repeat');
    if (body.expirationMinutes !== undefined) {
      await deps.orders.holds.extend(merchant, hold.id, secondsOf(body.expirationMinutes));
    }
    return;
  }
  const seconds =
    body.expirationMinutes === undefined
      ? secondsLeft(hold.expiresAt, now)
      : secondsOf(body.expirationMinutes);
  const request = await holdRequestOf(deps.orm.em.fork(), merchant, asked, seconds, now);
  await deps.orders.holds.hold(merchant, request, undefined, {
    replaces: hold.id,
    write: async (em, holdId) => {
      await write(em, { holdId, localDate: request.tripDate });
    },
  });
}

/** Reference, contact and notes, as they become. */
function ownMembers(booking: BookingFacts, body: Update & Confirmation): Written {
  const { contact, notes } = contactOf(booking);
  const { resellerReference } = body;
  return {
    ...(resellerReference !== undefined && { resellerReference }),
    contact: mergeContact(contact, body.contact),
    notes: body.notes === undefined ? notes : body.notes || null,
  };
}

/** A booking with only its guests renamed is the same trip. */
function isSameTrip(
  asked: { productId: string; optionId: string; availabilityId: string; unitItems: readonly OctoUnitItem[] },
  current: Booking,
  before: readonly OctoUnitItem[],
): boolean {
  return (
    asked.productId === current.productId &&
    asked.optionId === current.optionId &&
    asked.availabilityId === current.availabilityId &&
    unitIdsIn(asked.unitItems) === unitIdsIn(before)
  );
}
