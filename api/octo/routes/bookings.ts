import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { allowNoBody } from '../../../lib/http/plugins/content.ts';
import { type CursorSeal, readPage } from '../../../services/lists/sealed-cursor.ts';
import type { BookingService } from '../bookings/index.ts';
import { nextAddress } from '../capabilities.ts';
import { octoOperations } from '../operations.ts';

export function bookingRoutes(
  bookings: BookingService,
  cursors: CursorSeal,
  publicBaseUrl: string,
): FastifyPluginAsyncTypebox {
  const callOf = ({ merchant, withPricing }: FastifyRequest) => ({ merchant, withPricing });
  return async (app) => {
    app.route({
      ...octoOperations.octoReserve,
      handler: async (request) => bookings.reserve(callOf(request), request.body),
    });

    app.route({
      ...octoOperations.octoBookings,
      handler: async (request, reply) => {
        const { merchant, query } = request;
        const asked = { list: 'octo/bookings', merchantKey: merchant.key, query };
        const page = await readPage(cursors, asked, (at) => bookings.list(callOf(request), at));
        if (page.nextCursor !== null) {
          const asked = { ...query, cursor: page.nextCursor };
          reply.header('link', nextAddress(`${publicBaseUrl}/octo/v1/bookings`, asked, request));
        }
        return page.list;
      },
    });

    app.route({
      ...octoOperations.octoBooking,
      handler: async (request) => bookings.get(callOf(request), request.params.uuid),
    });

    app.route({
      ...octoOperations.octoUpdate,
      handler: async (request) => bookings.update(callOf(request), request.params.uuid, request.body),
    });

    app.route({
      ...octoOperations.octoConfirm,
      preValidation: allowNoBody,
      handler: async (request) => bookings.confirm(callOf(request), request.params.uuid, request.body),
    });

    app.route({
      ...octoOperations.octoExtend,
      preValidation: allowNoBody,
      handler: async (request) =>
        bookings.extend(callOf(request), request.params.uuid, request.body.expirationMinutes),
    });

    app.route({
      ...octoOperations.octoCancel,
      preValidation: allowNoBody,
      handler: async (request) =>
        bookings.cancel(callOf(request), request.params.uuid, request.body.reason ?? undefined),
    });
  };
}
