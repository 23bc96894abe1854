/** A booking as OCTO shows it. Pure. */
import type { OctoBooking } from '../../../db/entities/index.ts';
import type { OctoContact, OctoUnitItem } from '../../../domain/octo.ts';
import type { PriceLine } from '../../../domain/price.ts';
import { viewTime } from '../availability-view.ts';
import { utcSeconds } from '../cutoffs.ts';
import { WHOLE_DAY } from '../options.ts';
import { pricingOf } from '../pricing.ts';
import { DELIVERY, DELIVERY_FORMAT } from '../products.ts';
import type { Booking, BookingStatus } from '../schemas/bookings.ts';
import { unpackContact, unpackGuests } from './contacts.ts';
import { type BookedFacts, cameTo, cancellationOf, isCancellable, statusOf } from './status.ts';
import { unitItemsFor } from './unit-items.ts';

export interface BookingFacts extends BookedFacts {
  readonly row: OctoBooking;
}

/** What a booking is about now: what was held, or what the order has become since. */
function tripOf({ hold, order }: BookedFacts) {
  const { guideId } = hold;
  if (!order) return { ...hold.terms, guideId, startAt: hold.tripStartAt, endAt: hold.tripEndAt };
  const { tripDate, tripDays, guestCount, trip, totalAmount, currency, priceBreakdown, timeZone } = order;
  const terms = {
    tripDate,
    tripDays,
    guestCount,
    trip: trip ?? null,
    totalAmount,
    currency,
    priceBreakdown,
    timeZone,
  };
  return { ...terms, guideId, startAt: order.tripStartAt, endAt: order.tripEndAt };
}

/** The contact and the notes of the booking, wherever they are kept. */
export function contactOf({ row, order }: BookingFacts): { contact: OctoContact; notes: string | null } {
  if (order) return unpackContact(row.contact ?? {}, order);
  return { contact: row.contact ?? {}, notes: row.notes ?? null };
}

/** Units with the names of their guests; of an order, as many as it has. */
export function unitItemsOf({ row, order }: BookingFacts): readonly OctoUnitItem[] {
  return order ? unpackGuests(unitItemsFor(order, row.unitItems, row.uuid), order) : row.unitItems;
}

/**
 * @param withPricing the capability octo/pricing.
 * @param now by the merchant's clock.
 */
export function viewBooking(
  facts: BookingFacts,
  { testMode, withPricing, now }: { testMode: boolean; withPricing: boolean; now: Date },
): Booking {
  const { row, hold, order } = facts;
  const trip = tripOf(facts);
  const status = statusOf(facts, now);
  const { contact, notes } = contactOf(facts);
  const time = viewTime(trip.timeZone, trip);
  const { totalAmount, currency } = trip;
  const updated = Math.max(...[row, hold, order ?? hold].map(({ updatedAt }) => updatedAt.getTime()));
  return {
    id: row.uuid,
    uuid: row.uuid,
    testMode,
    resellerReference: row.resellerReference ?? null,
    supplierReference: order?.id ?? null,
    status,
    utcCreatedAt: utcSeconds(row.createdAt),
    utcUpdatedAt: utcSeconds(new Date(updated)),
    utcExpiresAt: status === 'ON_HOLD' || status === 'EXPIRED' ? utcSeconds(hold.expiresAt) : null,
    utcRedeemedAt: cameTo(facts, 'completed'),
    utcConfirmedAt: cameTo(facts, 'confirmed'),
    productId: trip.guideId,
    optionId: trip.trip?.tripKindId ?? WHOLE_DAY,
    cancellable: isCancellable(facts, now),
    cancellation: cancellationOf(facts, row.cancelReason, now),
    freesale: false,
    availabilityId: time.id,
    availability: time,
    contact: viewContact(contact),
    notes,
    deliveryMethods: [...DELIVERY.deliveryMethods],
    voucher: viewVoucher(facts, status),
    unitItems: unitItemsOf(facts).map((item) => ({
      ...viewUnitItem(item, status, cameTo(facts, 'completed')),
      ...(withPricing && unitPricingOf(item, trip.priceBreakdown, currency)),
    })),
    ...(withPricing && { pricing: pricingOf(totalAmount, currency) }),
  };
}

/** The guide asks for the number of the order. */
function viewVoucher(facts: BookingFacts, status: BookingStatus): Booking['voucher'] {
  const isGood = facts.order !== undefined && (status === 'CONFIRMED' || status === 'REDEEMED');
  const code = { deliveryFormat: DELIVERY_FORMAT, deliveryValue: facts.order?.id ?? '' };
  return {
    redemptionMethod: DELIVERY.redemptionMethod,
    utcRedeemedAt: cameTo(facts, 'completed'),
    deliveryOptions: isGood ? [code] : [],
  };
}

function viewUnitItem(item: OctoUnitItem, status: BookingStatus, utcRedeemedAt: string | null) {
  return {
    uuid: item.uuid,
    resellerReference: item.resellerReference,
    supplierReference: null,
    unitId: item.unitId,
    status,
    utcRedeemedAt,
    contact: viewContact({ fullName: item.fullName }),
    ticket: null,
  };
}

/** Only where the price depends on guests alone. */
function unitPricingOf({ unitId }: OctoUnitItem, lines: readonly PriceLine[], currency: string) {
  const isPerUnit = lines.every(({ kind, amount }) => kind === 'guest_rate' || amount === 0);
  const line = lines.find(({ guestKind }) => guestKind === unitId);
  return isPerUnit && line ? { pricing: pricingOf(line.unitAmount * line.days, currency) } : {};
}

function viewContact(contact: OctoContact): Booking['contact'] {
  const { firstName, lastName, fullName = [firstName, lastName].filter(Boolean).join(' ') } = contact;
  return {
    fullName: fullName || null,
    firstName: firstName ?? null,
    lastName: lastName ?? null,
    emailAddress: contact.emailAddress ?? null,
    phoneNumber: contact.phoneNumber ?? null,
    locales: [...(contact.locales ?? [])],
    postalCode: contact.postalCode ?? null,
    country: contact.country ?? null,
    notes: contact.notes ?? null,
  };
}
