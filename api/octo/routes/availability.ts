import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { AvailabilityService } from '../availability.ts';
import { octoOperations } from '../operations.ts';

export function availabilityRoutes(availability: AvailabilityService): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.route({
      ...octoOperations.octoAvailability,
      handler: async ({ merchant, body, withPricing }) => availability.check(merchant, body, withPricing),
    });

    app.route({
      ...octoOperations.octoAvailabilityCalendar,
      handler: async ({ merchant, body, withPricing }) => availability.calendar(merchant, body, withPricing),
    });
  };
}
