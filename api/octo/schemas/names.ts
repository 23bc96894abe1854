/** What schemas are called in OCTO's document, and so in clients that are generated from it. */
import type { TSchema } from 'typebox';
import * as availability from './availability.ts';
import * as bookings from './bookings.ts';
import * as common from './common.ts';
import * as products from './products.ts';

export const OCTO_NAMES: Readonly<Record<string, TSchema>> = {
  Availability: availability.AvailabilityData,
  AvailabilityCalendarDay: availability.CalendarDayData,
  AvailabilityCalendarRequest: availability.AvailabilityCalendarBody,
  AvailabilityCheckRequest: availability.AvailabilityCheckBody,
  Booking: bookings.BookingData,
  BookingCancellationRequest: bookings.CancellationBody,
  BookingConfirmationRequest: bookings.ConfirmationBody,
  BookingExtensionRequest: bookings.ExtensionBody,
  BookingReservationRequest: bookings.ReservationBody,
  BookingStatus: bookings.Status,
  BookingUnitItem: bookings.UnitItemData,
  BookingUpdateRequest: bookings.UpdateBody,
  Capability: products.Capability,
  Contact: bookings.ContactData,
  ContactInput: bookings.Contact,
  Option: products.Option,
  Pricing: common.Pricing,
  Product: products.ProductData,
  Refusal: common.Refusal('A refusal: a word for programs, and a sentence for people'),
  RefusalWord: common.RefusalWord,
  Supplier: products.SupplierData,
  Unit: products.Unit,
  Voucher: bookings.Voucher,
};
