/**
 * OCTO's contact on its way into an order and back. Names and remarks are kept in one place: before the confirmation in
 * octo_booking, from then on in the order, and octo_booking only keeps how the reseller had split them. Pure.
 */
import type { Order } from '../../../db/entities/index.ts';
import type { OctoContact, OctoUnitItem } from '../../../domain/octo.ts';
import { unprocessable } from '../errors.ts';
import type { ContactBody } from '../schemas/bookings.ts';

const BETWEEN_NOTES = '\n\n';

/** What order/create and order/change take of a booking's contact. */
export interface OrderContact {
  readonly contactName: string;
  readonly contactPhone: string | undefined;
  readonly contactEmail: string | undefined;
  readonly remark: string | undefined;
}

/** What is sent replaces what was there, member by member; null takes away. */
export function mergeContact(before: OctoContact | null, sent: ContactBody | undefined): OctoContact {
  const merged = { ...before, ...sent };
  // Another first or last name makes another full name, unless that is sent as well.
  const isRenamed =
    sent?.fullName === undefined && (sent?.firstName !== undefined || sent?.lastName !== undefined);
  const entries = Object.entries(merged).filter(([name, value]) => {
    return value !== undefined && value !== null && value !== '' && !(isRenamed && name === 'fullName');
  });
  return Object.fromEntries(entries);
}

/**
 * Splits a contact and notes: what an order keeps, and the rest.
 * @throws OctoRefusal without a name.
 */
export function packContact(
  contact: OctoContact,
  notes: string | null,
): { readonly order: OrderContact; readonly rest: OctoContact } {
  const { firstName, lastName, locales, postalCode, country, ...said } = contact;
  const parts = [firstName, lastName].filter((part) => part !== undefined).join(' ');
  const contactName = said.fullName ?? parts;
  if (contactName === '') throw unprocessable('contact must have fullName, or firstName and lastName');
  const isSplit = contactName === parts;
  const remark = [notes ?? '', said.notes ?? ''].filter(Boolean).join(BETWEEN_NOTES);
  return {
    order: {
      contactName,
      contactPhone: said.phoneNumber,
      contactEmail: said.emailAddress,
      remark: remark === '' ? undefined : remark,
    },
    rest: {
      locales,
      postalCode,
      country,
      ...(isSplit ? { firstNameLength: firstName?.length ?? 0 } : { firstName, lastName }),
      ...(notes && { notesLength: notes.length }),
    },
  };
}

/** The contact as OCTO had it, with the notes of the booking. */
export function unpackContact(
  rest: OctoContact,
  order: Pick<Order, 'contactName' | 'contactPhone' | 'remark' | 'travellers'>,
): { readonly contact: OctoContact; readonly notes: string | null } {
  const { firstNameLength, notesLength = 0, ...others } = rest;
  const { contactName, contactPhone, travellers } = order;
  const remark = order.remark ?? '';
  const notes = remark.slice(0, notesLength);
  return {
    contact: {
      ...others,
      ...(firstNameLength !== undefined && splitName(contactName, firstNameLength)),
      fullName: contactName,
      phoneNumber: contactPhone || undefined,
      emailAddress: travellers?.contactEmail,
      notes: remark.slice(notes === '' ? 0 : notes.length + BETWEEN_NOTES.length) || undefined,
    },
    notes: notes || null,
  };
}

/** None where the order's contact was given another name elsewhere. */
function splitName(name: string, length: number): Pick<OctoContact, 'firstName' | 'lastName'> {
  if (length === 0) return { lastName: name };
  if (name.length === length) return { firstName: name };
  if (name[length] !== ' ') return {};
  return { firstName: name.slice(0, length), lastName: name.slice(length + 1) };
}

/** The names of guests leave the units for the order; each unit knows which is its own. */
export function packGuests(items: readonly OctoUnitItem[]): {
  readonly guestNames: string[] | undefined;
  readonly unitItems: OctoUnitItem[];
} {
  const names = items.flatMap(({ fullName }) => fullName ?? []);
  let next = 0;
  const unitItems = items.map(({ fullName, guest: _, ...item }) =>
    fullName === undefined ? item : { ...item, guest: next++ },
  );
  return { guestNames: names.length > 0 ? names : undefined, unitItems };
}

/** The reverse, for who changes a booking that is an order already. */
export function unpackGuests(
  items: readonly OctoUnitItem[],
  { travellers }: Pick<Order, 'travellers'>,
): OctoUnitItem[] {
  return items.map(({ guest, ...item }) => {
    const fullName = guest === undefined ? undefined : travellers?.guestNames?.[guest];
    return { ...item, ...(guest !== undefined && { guest }), ...(fullName !== undefined && { fullName }) };
  });
}
