import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { OPERATIONS } from '../../contract/operations/index.ts';
import { SCHEMA_NAMES } from '../../contract/schemas/names.ts';
import type { Scope } from '../../domain/scope.ts';
import { withComponents } from './openapi-components.ts';
import { createDocumentAnswers, DOCUMENT_URLS } from './openapi-document.ts';
import { withExamples } from './openapi-examples.ts';
import { withHeaders } from './openapi-headers.ts';
import { withShared } from './openapi-shared.ts';
import { describeWebhooks } from './openapi-webhooks.ts';

/** The API's version, as its paths carry it (specification, "Versioning"). */
const API_VERSION = '1.0.0';

const TAGS = [
  { name: 'authentication', description: 'OAuth 2.0 client credentials' },
  { name: 'guides', description: 'Find guides' },
  { name: 'partners', description: 'Who sees the guides that a studio shows to its partners only' },
  { name: 'orders', description: 'Book guides and follow the bookings' },
  { name: 'callback', description: 'Where you receive notifications' },
  { name: 'events', description: 'What we send to your callback address' },
  { name: 'notifications', description: 'What was delivered, and what was not' },
  { name: 'settlements', description: 'Commission statements' },
  { name: 'sandbox', description: sandboxText() },
  { name: 'operations', description: 'For whoever runs the platform' },
];

/** The guides of db/seed/guides.ts, as docs/sandbox.md has them. */
function sandboxText(): string {
  return [
    'Only for sandbox merchants. These guides do something by themselves, for whoever tests what comes of it:',
    '- `G9000001` confirms every order after three seconds;',
    '- `G9000002` rejects every order after three seconds;',
    '- `G9000003` never answers: orders expire after thirty seconds;',
    '- `G9000004` costs a tenth more than `order/quote` said: a booking or a hold with that `expectedTotal` is refused with 40908;',
    '- `G9000005` is booked, but the answer is 50301: the same request under its `Idempotency-Key` finds the order.',
  ].join('\n');
}

/** The document is made from the very schemas that validate. Register it before the routes. */
export async function registerOpenApi(app: FastifyInstance, publicBaseUrl: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Guidepost open platform',
        version: API_VERSION,
        description: introduction(),
        contact: { name: 'The platform', url: `${publicBaseUrl}/docs` },
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: publicBaseUrl }],
      tags: TAGS,
      components: { securitySchemes: { bearer: bearerScheme(publicBaseUrl) } },
      webhooks: describeWebhooks(),
    },
    // JSON Schema's own word, which OpenAPI 3.1 has: the same in answers as in webhooks.
    convertConstToEnum: false,
    // OCTO has its own document (api/octo/document.ts).
    transform: ({ schema, url, route }) => ({
      schema: url.startsWith('/octo/') ? { hide: true } : withHeaders(schema, route),
      url,
    }),
    transformObject: (document) =>
      'openapiObject' in document
        ? withShared(
            withExamples(
              withComponents(withOptionalBodies(inOrderOfUse(document.openapiObject)), SCHEMA_NAMES),
            ),
          )
        : document.swaggerObject,
  });
  const answerDocument = createDocumentAnswers(app);
  for (const url of DOCUMENT_URLS) app.get(url, { schema: { hide: true } }, answerDocument);
}

const SCOPE_TEXTS: Record<Scope, string> = {
  'guide:read': 'Find and read guides',
  'guide:write': 'Manage your own guides (studios)',
  'order:read': 'Read orders',
  'order:write': 'Book guides, and confirm, start, complete or cancel orders',
  notification: 'Callback address, delivery log, event feed',
  'settlement:read': 'Commission statements',
  'settlement:write': 'Dispute lines of statements',
  'credential:read': 'List your app_secrets, without the secrets; only when requested',
  'credential:rotate': 'Replace the app_secret in use; only when requested',
  'credential:revoke': 'Revoke your app_secrets; only when requested',
};

const PATHS = Object.values(OPERATIONS).map(({ row }) => row.route.split(' ')[1]);

/** The reference lists operations as the table does, in the order in which they are used, whoever registers its routes first. */
function inOrderOfUse<Given extends { paths?: Record<string, object | undefined> }>(document: Given): Given {
  const paths = Object.entries(document.paths ?? {});
  const sorted = paths.toSorted(([one], [other]) => PATHS.indexOf(one) - PATHS.indexOf(other));
  return { ...document, paths: Object.fromEntries(sorted) };
}

/** A body in which nothing is required may be left out; the plugin can't say so. */
function withOptionalBodies<Given extends { paths?: Record<string, object | undefined> }>(
  document: Given,
): Given {
  for (const item of Object.values(document.paths ?? {})) {
    for (const operation of Object.values(item ?? {}) as { requestBody?: OptionalBody }[]) {
      const body = operation.requestBody;
      const schema = body?.content?.['application/json']?.schema;
      if (body && schema && !schema.required?.length && !schema.minProperties) body.required = false;
    }
  }
  return document;
}

interface OptionalBody {
  required?: boolean;
  content?: Record<string, { schema?: { required?: string[]; minProperties?: number } }>;
}

/** One scheme: generators that meet two demand both, or send neither. */
function bearerScheme(publicBaseUrl: string) {
  const scopes = Object.entries(SCOPE_TEXTS).map(([scope, text]) => `- \`${scope}\`: ${text}`);
  return {
    type: 'http' as const,
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: [
      `A token of OAuth 2.0 client credentials: send your merchant key and app_secret to ${publicBaseUrl}/open/v1/auth/token ` +
        '(operation `issueToken`), and its `access_token` as `Authorization: Bearer …`. Operations name the scope that they need:',
      ...scopes,
    ].join('\n'),
  };
}

function introduction(): string {
  return [
    'Book local guides, server to server. Every answer is `{code, msg, data}`; `code` is 200 on success.',
    'Send `X-Request-Id` to trace a request; every answer returns it.',
    'An operation names its own refusals by their HTTP status; `4XX` and `5XX` are those that any may answer. The schemas ' +
      '`Error…` say what each code means.',
  ].join('\n\n');
}
