import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { addRoutes } from '../../lib/http/add-routes.ts';
import { chooseCapabilities, refuseUnserved } from './capabilities.ts';
import { availabilityRoutes } from './routes/availability.ts';
import { bookingRoutes } from './routes/bookings.ts';
import { catalogueRoutes } from './routes/catalogue.ts';
import type { OctoServices } from './services.ts';

/** OCTO's endpoints, for the scope behind the token: the same limits, log and audit as /open/v1, and OCTO's refusals. */
export function octoRoutes(services: OctoServices): FastifyPluginAsyncTypebox {
  return async (app) => {
    chooseCapabilities(app);
    refuseUnserved(app);
    await addRoutes(app, catalogueRoutes(services));
    await addRoutes(app, availabilityRoutes(services.availability));
    const { bookings, cursors, publicBaseUrl } = services;
    if (bookings) await addRoutes(app, bookingRoutes(bookings, cursors, publicBaseUrl));
  };
}
