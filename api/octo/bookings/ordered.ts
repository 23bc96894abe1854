import type { ChangeRequest } from '../../../contract/schemas/order-changes.ts';
import { OctoBooking, type Order } from '../../../db/entities/index.ts';
import { timeFor } from '../../../domain/sandbox.ts';
import { noteDone } from '../../../services/commands.ts';
import { unprocessable } from '../errors.ts';
import type { Update } from '../schemas/bookings.ts';
import { holdRequestOf, unitIdsIn, unitItemsFrom } from './asking.ts';
import { mergeContact, packContact, packGuests } from './contacts.ts';
import { type BookingCall, type BookingDeps, show } from './deps.ts';
import { type BookingFacts, contactOf, unitItemsOf } from './view.ts';

/**
 * Changes a booking that is an order already, as order/change does. OCTO has no word for a change that waits for somebody's
 * consent: what the studio would have to agree to is refused.
 * @throws OctoRefusal, and what order/change throws.
 */
export async function changeOrdered(
  deps: BookingDeps,
  call: BookingCall,
  booking: BookingFacts & { readonly order: Order },
  body: Update,
): Promise<void> {
  const { merchant } = call;
  const { row, order } = booking;
  if (body.productId !== undefined && body.productId !== order.guideId) {
    throw unprocessable('a confirmed booking stays with its product: cancel it and book the other one');
  }
  const before = contactOf(booking);
  const notes = body.notes === undefined ? before.notes : body.notes || null;
  const contact = packContact(mergeContact(before.contact, body.contact), notes);
  const known = unitItemsOf(booking);
  const items = packGuests(body.unitItems ? unitItemsFrom(body.unitItems, known) : known);
  const change = {
    ...(await tripChange(deps, call, booking, body)),
    ...contactChange(order, { ...contact.order, guestNames: items.guestNames ?? [] }),
  };
  if (Object.keys(change).length > 0) await carryOut(deps, call, order.id, change);
  const written = {
    ...(body.resellerReference !== undefined && { resellerReference: body.resellerReference }),
    contact: contact.rest,
    unitItems: items.unitItems,
    updatedAt: timeFor(merchant, deps.now()),
  };
  await deps.orm.em.fork().transactional(async (em) => {
    await em.nativeUpdate(OctoBooking, { merchantKey: merchant.key, uuid: row.uuid }, written);
    await noteDone(em, merchant, 'octo_booking.changed');
  });
}

/**
 * Gives an order the contact that its booking has by now: one that came while the order was made.
 * @throws what order/change throws.
 */
export async function takeContactOver(
  deps: BookingDeps,
  call: BookingCall,
  { row, order }: BookingFacts & { readonly order: Order },
): Promise<void> {
  const contact = packContact(row.contact ?? {}, row.notes ?? null);
  const { guestNames = [] } = packGuests(row.unitItems);
  const change = contactChange(order, { ...contact.order, guestNames });
  if (Object.keys(change).length > 0) await carryOut(deps, call, order.id, change);
}

async function carryOut(
  { orders }: BookingDeps,
  { merchant }: BookingCall,
  orderId: string,
  change: ChangeRequest,
): Promise<void> {
  const quote = await orders.changeQuote(merchant, orderId, change);
  if (quote.needsConsent) {
    throw unprocessable('the studio has to agree to this change: ask for it by POST /open/v1/order/change');
  }
  await orders.change(merchant, orderId, change);
}

/** The whole trip, where option, start or units are sent. */
async function tripChange(
  deps: BookingDeps,
  call: BookingCall,
  booking: BookingFacts,
  { optionId, availabilityId, unitItems }: Update,
): Promise<ChangeRequest> {
  if (optionId === undefined && availabilityId === undefined && unitItems === undefined) return {};
  const current = show(deps, call, booking);
  const asked = {
    productId: current.productId,
    optionId: optionId ?? current.optionId,
    availabilityId: availabilityId ?? current.availabilityId,
    unitItems: unitItems ?? current.unitItems,
  };
  if (asked.optionId === current.optionId && asked.availabilityId === current.availabilityId) {
    if (unitIdsIn(asked.unitItems) === unitIdsIn(current.unitItems)) return {};
  }
  const now = timeFor(call.merchant, deps.now());
  const trip = await holdRequestOf(deps.orm.em.fork(), call.merchant, asked, 0, now);
  const { guideId: _, holdSeconds: __, expectedTotal: ___, tripDays, ...members } = trip;
  // Days behind the first, which OCTO does not know, stay with the order.
  return { tripKindId: null, ...members, ...(asked.optionId !== current.optionId && { tripDays }) };
}

/** What differs of the contact; what was taken away is null. */
function contactChange(
  { contactName, contactPhone, remark, travellers }: Order,
  sent: ReturnType<typeof packContact>['order'] & { readonly guestNames: string[] },
): ChangeRequest {
  const phone = sent.contactPhone;
  const names = travellers?.guestNames ?? [];
  return {
    ...(sent.contactName !== contactName && { contactName: sent.contactName }),
    ...(phone !== undefined && phone !== contactPhone && { contactPhone: phone }),
    ...(sent.contactEmail !== travellers?.contactEmail && { contactEmail: sent.contactEmail ?? null }),
    ...(sent.remark !== (remark ?? undefined) && { remark: sent.remark ?? null }),
    ...(sent.guestNames.join('\n') !== names.join('\n') && { guestNames: sent.guestNames }),
  };
}
