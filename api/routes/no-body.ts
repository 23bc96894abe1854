import type { FastifyRequest } from 'fastify';

/** As `preValidation`, for routes where every member of the body is optional: so the whole body is. */
export async function allowNoBody(request: FastifyRequest): Promise<void> {
  // `null` is a body, and a wrong one.
  if (request.body === undefined) request.body = {};
}
