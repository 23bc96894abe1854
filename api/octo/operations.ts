/** OCTO's operations, one row each, as contract/operations has the API's own: their schemas are OCTO's, so they lie with its door. */
import { Type } from 'typebox';
import { defineOperations } from '../../contract/operations/define.ts';
import { IdempotencyHeaders } from '../../contract/schemas/idempotency.ts';
import {
  AvailabilityCalendarBody,
  AvailabilityCheckBody,
  AvailabilityData,
  CalendarDayData,
} from './schemas/availability.ts';
import {
  BookingData,
  BookingPath,
  BookingsQuery,
  CancellationBody,
  ConfirmationBody,
  ExtensionBody,
  ReservationBody,
  UpdateBody,
} from './schemas/bookings.ts';
import { OctoHeaders, octoAnswers } from './schemas/common.ts';
import { CapabilityList, ProductData, ProductPath, ProductsQuery, SupplierData } from './schemas/products.ts';

const READ_GUIDES = { scope: 'guide:read' } as const;
/** A POST that only looks. */
const LOOK = { scope: 'guide:read', idempotency: 'none', onlyReads: true } as const;
const READ_ORDERS = { scope: 'order:read' } as const;
/** OCTO repeats requests by the booking's uuid: each of them may come again, and finds what the first one did. So it does under a key. */
const WRITE = { scope: 'order:write' } as const;

const CATALOGUE = { tags: ['catalogue'], headers: OctoHeaders };
const AVAILABILITY = { tags: ['availability'], headers: OctoHeaders };
const BOOKING = { tags: ['bookings'], headers: OctoHeaders, response: octoAnswers(BookingData) };
const KEYED = {
  ...BOOKING,
  headers: Type.Object({ ...OctoHeaders.properties, ...IdempotencyHeaders.properties }),
};

export const octoOperations = defineOperations({
  octoSupplier: {
    route: 'GET /octo/v1/supplier',
    access: READ_GUIDES,
    schema: { ...CATALOGUE, summary: 'Who sells', response: octoAnswers(SupplierData) },
  },
  octoCapabilities: {
    route: 'GET /octo/v1/capabilities',
    access: READ_GUIDES,
    schema: {
      ...CATALOGUE,
      summary: 'What there is beyond the core',
      response: octoAnswers(CapabilityList),
    },
  },
  octoProducts: {
    route: 'GET /octo/v1/products',
    access: READ_GUIDES,
    schema: {
      ...CATALOGUE,
      summary: 'Guides that can be booked; 500 at a time, and the header `Link` names the next ones',
      querystring: ProductsQuery,
      response: octoAnswers(Type.Array(ProductData)),
    },
  },
  octoProduct: {
    route: 'GET /octo/v1/products/{id}',
    access: READ_GUIDES,
    schema: {
      ...CATALOGUE,
      summary: 'One guide',
      params: ProductPath,
      response: octoAnswers(ProductData),
    },
  },
  octoAvailability: {
    route: 'POST /octo/v1/availability',
    access: LOOK,
    schema: {
      ...AVAILABILITY,
      summary: 'Every start of an option on some days',
      body: AvailabilityCheckBody,
      response: octoAnswers(Type.Array(AvailabilityData)),
    },
  },
  octoAvailabilityCalendar: {
    route: 'POST /octo/v1/availability/calendar',
    access: LOOK,
    schema: {
      ...AVAILABILITY,
      summary: 'Days on which an option can be booked; up to a year',
      body: AvailabilityCalendarBody,
      response: octoAnswers(Type.Array(CalendarDayData)),
    },
  },
  octoReserve: {
    route: 'POST /octo/v1/bookings',
    access: WRITE,
    schema: { ...KEYED, summary: 'Hold a start', body: ReservationBody },
  },
  octoBookings: {
    route: 'GET /octo/v1/bookings',
    access: READ_ORDERS,
    schema: {
      ...BOOKING,
      summary: 'Bookings by reference or day; 100 at a time, and the header `Link` names the next ones',
      querystring: BookingsQuery,
      response: octoAnswers(Type.Array(BookingData)),
    },
  },
  octoBooking: {
    route: 'GET /octo/v1/bookings/{uuid}',
    access: READ_ORDERS,
    schema: { ...BOOKING, summary: 'One booking', params: BookingPath },
  },
  octoUpdate: {
    route: 'PATCH /octo/v1/bookings/{uuid}',
    access: WRITE,
    schema: { ...KEYED, summary: 'Change a booking', params: BookingPath, body: UpdateBody },
  },
  octoConfirm: {
    route: 'POST /octo/v1/bookings/{uuid}/confirm',
    access: WRITE,
    schema: { ...KEYED, summary: 'Book what is held', params: BookingPath, body: ConfirmationBody },
  },
  octoExtend: {
    route: 'POST /octo/v1/bookings/{uuid}/extend',
    access: WRITE,
    schema: { ...KEYED, summary: 'Hold it longer', params: BookingPath, body: ExtensionBody },
  },
  octoCancel: {
    route: 'POST /octo/v1/bookings/{uuid}/cancel',
    access: WRITE,
    schema: { ...KEYED, summary: 'Cancel under the policy', params: BookingPath, body: CancellationBody },
  },
});
