import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { answerDocument, once, store } from '../plugins/openapi-document.ts';

declare module 'fastify' {
  interface FastifyInstance {
    octoSwagger: () => unknown;
  }
}

const TAGS = [
  { name: 'catalogue', description: 'What there is: guides are products' },
  { name: 'availability', description: 'When it can be booked' },
  { name: 'bookings', description: 'Hold, confirm, change, cancel' },
];

/**
 * OCTO's endpoints have a document of their own: their refusals are not those of /open/v1. Register it before the routes.
 */
export async function registerOctoDocument(app: FastifyInstance, publicBaseUrl: string): Promise<void> {
  await app.register(swagger, {
    decorator: 'octoSwagger',
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Guidepost through OCTO',
        version: '1.0.0',
        description: 'The endpoints of octo.travel. The token is that of POST /open/v1/auth/token.',
      },
      servers: [{ url: publicBaseUrl }],
      tags: TAGS,
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: ({ schema, url }) => ({
      schema: url.startsWith('/octo/') ? withoutScopes(schema) : { hide: true },
      url,
    }),
  });
  const document = once(() => store('application/json; charset=utf-8', JSON.stringify(app.octoSwagger())));
  app.get(
    '/octo/v1/openapi.json',
    { config: { scope: 'public' }, schema: { hide: true } },
    async (request, reply) => answerDocument(document(), request, reply),
  );
}

/** The scopes are described in the other document. */
function withoutScopes<Schema extends { security?: unknown }>(schema: Schema): Schema {
  return schema.security === undefined ? schema : { ...schema, security: [{ bearer: [] }] };
}
