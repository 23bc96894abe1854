/** Bookings (octo.travel): what resellers send, and what they get. */
import { type Static, Type } from 'typebox';
import { CalendarDate, Cursor, Line, nullable, oneOf, Prose } from '../../../contract/schemas/common.ts';
import { Currency, id, notServed, OptionId, Pricing, ProductId } from './common.ts';

const BOOKING_STATUSES = [
  'ON_HOLD',
  'CONFIRMED',
  'EXPIRED',
  'CANCELLED',
  'REDEEMED',
  'PENDING',
  'REJECTED',
] as const;
export type BookingStatus = (typeof BOOKING_STATUSES)[number];

/** Two of them, and what is between them, are an order's remark. */
const Notes = Prose(499, 'For the studio');
const maybe = <Schema extends Parameters<typeof nullable>[0]>(schema: Schema) =>
  Type.Optional(nullable(schema));

export const Contact = Type.Object(
  {
    fullName: maybe(Line(100)),
    firstName: maybe(Line(49)),
    lastName: maybe(Line(50)),
    emailAddress: maybe(Type.String({ format: 'email', maxLength: 254 })),
    phoneNumber: maybe(
      Type.String({ maxLength: 32, description: 'E.164, or national form of your country' }),
    ),
    locales: maybe(Type.Array(Type.String({ maxLength: 35 }), { maxItems: 20 })),
    postalCode: maybe(Line(20)),
    country: maybe(Line(2)),
    notes: maybe(Notes),
  },
  { description: 'Needed for the confirmation: a name' },
);
export type ContactBody = Static<typeof Contact>;

const UnitItems = Type.Optional(
  Type.Array(
    Type.Object({
      uuid: Type.Optional(Type.String({ format: 'uuid', maxLength: 36 })),
      unitId: id('A kind of guest', ['adult']),
      resellerReference: maybe(Line(64)),
      contact: Type.Optional(Contact),
    }),
    { maxItems: 500, description: 'One for each guest. Of their contacts the names are kept' },
  ),
);
export type UnitItemsBody = NonNullable<Static<typeof UnitItems>>;

const ExpirationMinutes = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Default 15, at most 48 hours' }),
);
const ResellerReference = maybe(Line(64, { description: 'Your reference' }));
const AvailabilityId = Type.Optional(id('A start of the option', ['2027-05-04T00:00:00+01:00']));

const asked = {
  productId: ProductId,
  optionId: OptionId,
  availabilityId: AvailabilityId,
  expirationMinutes: ExpirationMinutes,
  notes: maybe(Notes),
  unitItems: UnitItems,
  resellerReference: ResellerReference,
  contact: Type.Optional(Contact),
  ...notServed,
};

export const ReservationBody = Type.Object({
  uuid: Type.Optional(
    Type.String({ format: 'uuid', maxLength: 36, description: 'Yours: the same one never books twice' }),
  ),
  ...asked,
  currency: Currency,
});
export type Reservation = Static<typeof ReservationBody>;

export const UpdateBody = Type.Object({
  ...asked,
  emailReceipt: Type.Optional(Type.Boolean({ description: 'We write to nobody' })),
});
export type Update = Static<typeof UpdateBody>;

export const ConfirmationBody = Type.Object({
  contact: Type.Optional(Contact),
  unitItems: UnitItems,
  resellerReference: ResellerReference,
  emailReceipt: Type.Optional(Type.Boolean({ description: 'We write to nobody' })),
});
export type Confirmation = Static<typeof ConfirmationBody>;

export const ExtensionBody = Type.Object({ expirationMinutes: ExpirationMinutes });

export const CancellationBody = Type.Object({
  reason: maybe(Prose(500, 'For the studio')),
  force: Type.Optional(Type.Boolean({ description: 'Changes nothing: the policy decides' })),
});

/** Whether it is a UUID is for the service to say: OCTO has a word for it. */
export const BookingPath = Type.Object({ uuid: id('The booking', ['559aed3d-6d5b-4fe0-bfca-99f5e7218a56']) });

export const BookingsQuery = Type.Object({
  resellerReference: Type.Optional(Line(64)),
  supplierReference: Type.Optional(id('The number of the order', [])),
  localDate: Type.Optional({ ...CalendarDate, description: 'Day of the trip' }),
  localDateStart: Type.Optional({ ...CalendarDate, description: 'First day …' }),
  localDateEnd: Type.Optional({ ...CalendarDate, description: '… and last day of the trips' }),
  productId: ProductId,
  optionId: OptionId,
  cursor: Type.Optional(Cursor),
});
export type BookingsAsked = Static<typeof BookingsQuery>;

const Text = () => Type.String();
const MaybeText = () => nullable(Text());
export const ContactData = Type.Object({
  fullName: MaybeText(),
  firstName: MaybeText(),
  lastName: MaybeText(),
  emailAddress: MaybeText(),
  phoneNumber: MaybeText(),
  locales: Type.Array(Text()),
  postalCode: MaybeText(),
  country: MaybeText(),
  notes: MaybeText(),
});
export const Status = oneOf(BOOKING_STATUSES);
export const Voucher = Type.Object({
  redemptionMethod: Text(),
  utcRedeemedAt: MaybeText(),
  deliveryOptions: Type.Array(Type.Object({ deliveryFormat: Text(), deliveryValue: Text() })),
});

export const UnitItemData = Type.Object({
  uuid: Text(),
  resellerReference: MaybeText(),
  supplierReference: MaybeText(),
  unitId: Text(),
  status: Status,
  utcRedeemedAt: MaybeText(),
  contact: ContactData,
  ticket: Type.Null(),
  pricing: Type.Optional(Pricing),
});

export const BookingData = Type.Object({
  id: Text(),
  uuid: Text(),
  testMode: Type.Boolean(),
  resellerReference: MaybeText(),
  supplierReference: nullable(Type.String({ description: 'The number of the order, once there is one' })),
  status: Status,
  utcCreatedAt: Text(),
  utcUpdatedAt: Text(),
  utcExpiresAt: MaybeText(),
  utcRedeemedAt: MaybeText(),
  utcConfirmedAt: MaybeText(),
  productId: Text(),
  optionId: Text(),
  cancellable: Type.Boolean(),
  cancellation: nullable(
    Type.Object({ refund: oneOf(['FULL', 'PARTIAL', 'NONE']), reason: MaybeText(), utcCancelledAt: Text() }),
  ),
  freesale: Type.Boolean(),
  availabilityId: Text(),
  availability: Type.Object({
    id: Text(),
    localDateTimeStart: Text(),
    localDateTimeEnd: Text(),
    allDay: Type.Boolean(),
    openingHours: Type.Array(Type.Object({ from: Text(), to: Text() })),
  }),
  contact: ContactData,
  notes: MaybeText(),
  deliveryMethods: Type.Array(Text()),
  voucher: Voucher,
  unitItems: Type.Array(UnitItemData),
  pricing: Type.Optional(Pricing),
});
export type Booking = Static<typeof BookingData>;
