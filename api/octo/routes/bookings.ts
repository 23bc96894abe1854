import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { IdempotencyHeaders } from '../../../contract/schemas/idempotency.ts';
import { allowNoBody } from '../../../lib/http/plugins/content.ts';
import { type CursorSeal, readPage } from '../../../services/lists/sealed-cursor.ts';
import type { BookingService } from '../bookings/index.ts';
import { nextAddress } from '../capabilities.ts';
import {
  BookingData,
  BookingPath,
  BookingsQuery,
  CancellationBody,
  ConfirmationBody,
  ExtensionBody,
  ReservationBody,
  UpdateBody,
} from '../schemas/bookings.ts';
import { OctoHeaders, octoAnswers } from '../schemas/common.ts';

const shared = { tags: ['bookings'], headers: OctoHeaders, response: octoAnswers(BookingData) };
const keyed = {
  ...shared,
  headers: Type.Object({ ...OctoHeaders.properties, ...IdempotencyHeaders.properties }),
};
/** OCTO repeats requests by the booking's uuid: each of them may come again, and finds what the first one did. So it does under a key. */
const writing = { scope: 'order:write' } as const;

export function bookingRoutes(
  bookings: BookingService,
  cursors: CursorSeal,
  publicBaseUrl: string,
): FastifyPluginAsyncTypebox {
  const callOf = ({ merchant, withPricing }: FastifyRequest) => ({ merchant, withPricing });
  return async (app) => {
    app.post(
      '/octo/v1/bookings',
      {
        config: writing,
        schema: { ...keyed, operationId: 'octoReserve', summary: 'Hold a start', body: ReservationBody },
      },
      async (request) => bookings.reserve(callOf(request), request.body),
    );

    app.get(
      '/octo/v1/bookings',
      {
        config: { scope: 'order:read' },
        schema: {
          ...shared,
          operationId: 'octoBookings',
          summary: 'Bookings by reference or day; 100 at a time, and the header `Link` names the next ones',
          querystring: BookingsQuery,
          response: octoAnswers(Type.Array(BookingData)),
        },
      },
      async (request, reply) => {
        const { merchant, query } = request;
        const asked = { list: 'octo/bookings', merchantKey: merchant.key, query };
        const page = await readPage(cursors, asked, (at) => bookings.list(callOf(request), at));
        if (page.nextCursor !== null) {
          const asked = { ...query, cursor: page.nextCursor };
          reply.header('link', nextAddress(`${publicBaseUrl}/octo/v1/bookings`, asked, request));
        }
        return page.list;
      },
    );

    app.get(
      '/octo/v1/bookings/:uuid',
      {
        config: { scope: 'order:read' },
        schema: { ...shared, operationId: 'octoBooking', summary: 'One booking', params: BookingPath },
      },
      async (request) => bookings.get(callOf(request), request.params.uuid),
    );

    app.patch(
      '/octo/v1/bookings/:uuid',
      {
        config: writing,
        schema: {
          ...keyed,
          operationId: 'octoUpdate',
          summary: 'Change a booking',
          params: BookingPath,
          body: UpdateBody,
        },
      },
      async (request) => bookings.update(callOf(request), request.params.uuid, request.body),
    );

    app.post(
      '/octo/v1/bookings/:uuid/confirm',
      {
        config: writing,
        schema: {
          ...keyed,
          operationId: 'octoConfirm',
          summary: 'Book what is held',
          params: BookingPath,
          body: ConfirmationBody,
        },
        preValidation: allowNoBody,
      },
      async (request) => bookings.confirm(callOf(request), request.params.uuid, request.body),
    );

    app.post(
      '/octo/v1/bookings/:uuid/extend',
      {
        config: writing,
        schema: {
          ...keyed,
          operationId: 'octoExtend',
          summary: 'Hold it longer',
          params: BookingPath,
          body: ExtensionBody,
        },
        preValidation: allowNoBody,
      },
      async (request) =>
        bookings.extend(callOf(request), request.params.uuid, request.body.expirationMinutes),
    );

    app.post(
      '/octo/v1/bookings/:uuid/cancel',
      {
        config: writing,
        schema: {
          ...keyed,
          operationId: 'octoCancel',
          summary: 'Cancel under the policy',
          params: BookingPath,
          body: CancellationBody,
        },
        preValidation: allowNoBody,
      },
      async (request) =>
        bookings.cancel(callOf(request), request.params.uuid, request.body.reason ?? undefined),
    );
  };
}
