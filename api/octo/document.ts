import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { withComponents } from '../plugins/openapi-components.ts';
import { answerDocument, once, store } from '../plugins/openapi-document.ts';
import { type Document, mapOperations } from '../plugins/openapi-operations.ts';
import { OCTO_NAMES } from './schemas/names.ts';

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

const KEY = '`Authorization: Bearer octo_…`, or an access token';

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
        description:
          'The endpoints of octo.travel. Send an OCTO key (`octo_…`, of the console or of POST /open/v1/credential/octo-key/create), or a ' +
          'token of POST /open/v1/auth/token.',
      },
      servers: [{ url: publicBaseUrl }],
      tags: TAGS,
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: KEY } } },
    },
    transformObject: (document) =>
      'openapiObject' in document
        ? withCapabilities(withComponents(document.openapiObject, OCTO_NAMES, []))
        : document.swaggerObject,
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

/** The header's twin in the query: it is read before any schema. */
const CAPABILITIES = {
  name: '_capabilities',
  in: 'query',
  description: 'The same as the header `Octo-Capabilities`',
  schema: { type: 'string', maxLength: 500, examples: ['octo/pricing'] },
};

function withCapabilities<Given extends Document>(document: Given): Given {
  return mapOperations(document, (operation) => ({
    ...operation,
    parameters: [...(operation.parameters ?? []), CAPABILITIES],
  }));
}
