import { defineEntity, p } from '@mikro-orm/core';
import type { OctoContact, OctoUnitItem } from '../../domain/octo.ts';
import { Hold } from './hold.ts';
import { Merchant } from './merchant.ts';

/**
 * What OCTO says of a booking beyond its hold and its order (docs/octo.md, "Bookings"). Everything else is theirs: time,
 * price and state, and from the confirmation on whatever the order keeps of the contact.
 */
const OctoBookingSchema = defineEntity({
  name: 'OctoBooking',
  tableName: 'octo_booking',
  indexes: [
    { properties: ['merchantKey', 'localDate', 'createdAt'] },
    {
      name: 'octo_booking_by_reference',
      expression:
        'create index octo_booking_by_reference on octo_booking (merchant_key, reseller_reference) where reseller_reference is not null',
    },
  ],
  properties: {
    merchantKey: () => p.manyToOne(Merchant).mapToPk().fieldName('merchant_key').primary(),
    /** The reseller's, or ours where it sent none; two merchants may use the same. */
    uuid: p.uuid().primary(),
    /** A change before the confirmation takes another one. */
    holdId: () => p.manyToOne(Hold).mapToPk().fieldName('hold_id').unique(),
    /** First day of the trip as OCTO booked it, for searches by day. */
    localDate: p.date(),
    resellerReference: p.string().length(64).nullable(),
    unitItems: p.json().$type<readonly OctoUnitItem[]>(),
    /** Personal data: what the order does not have of it; before there is one, all of it. */
    contact: p.json().$type<OctoContact>().nullable(),
    /** Before there is an order, which keeps it as its remark. */
    notes: p.string().length(1_000).nullable(),
    /** Why a hold was given back; an order's own is in its history. */
    cancelReason: p.string().length(500).nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p.datetime().defaultRaw('now()'),
  },
});

export class OctoBooking extends OctoBookingSchema.class {}
OctoBookingSchema.setClass(OctoBooking);
