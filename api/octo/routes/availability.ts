import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { AvailabilityService } from '../availability.ts';
import {
  AvailabilityCalendarBody,
  AvailabilityCheckBody,
  AvailabilityData,
  CalendarDayData,
} from '../schemas/availability.ts';
import { OctoHeaders, octoAnswers } from '../schemas/common.ts';

const shared = { tags: ['availability'], headers: OctoHeaders };

export function availabilityRoutes(availability: AvailabilityService): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/octo/v1/availability',
      {
        // Both only look.
        config: { scope: 'guide:read', idempotency: 'none' },
        schema: {
          ...shared,
          operationId: 'octoAvailability',
          summary: 'Every start of an option on some days',
          body: AvailabilityCheckBody,
          response: octoAnswers(Type.Array(AvailabilityData)),
        },
      },
      async ({ merchant, body, withPricing }) => availability.check(merchant, body, withPricing),
    );

    app.post(
      '/octo/v1/availability/calendar',
      {
        config: { scope: 'guide:read', idempotency: 'none' },
        schema: {
          ...shared,
          operationId: 'octoAvailabilityCalendar',
          summary: 'Days on which an option can be booked; up to a year',
          body: AvailabilityCalendarBody,
          response: octoAnswers(Type.Array(CalendarDayData)),
        },
      },
      async ({ merchant, body, withPricing }) => availability.calendar(merchant, body, withPricing),
    );
  };
}
