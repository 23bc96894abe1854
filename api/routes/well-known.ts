import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { JsonWebKeySet, ServerMetadata } from '../../contract/schemas/auth.ts';
import { errorAnswers } from '../../contract/schemas/envelope.ts';
import { SCOPES } from '../../domain/scope.ts';
import type { SigningKeys } from '../../services/credentials/signing-keys.ts';

/** The two documents whose RFCs fix their form, so they come without the envelope. */
export const wellKnownRoutes = (deps: { keys: SigningKeys; issuer: string }): FastifyPluginAsyncTypebox =>
  async function wellKnown(scope) {
    const { keys, issuer } = deps;

    scope.get(
      '/.well-known/oauth-authorization-server',
      { schema: metadataRoute },
      async (_request, reply) => {
        reply.header('cache-control', 'public, max-age=3600');
        return {
          issuer,
          token_endpoint: `${issuer}/open/v1/auth/token`,
          jwks_uri: `${issuer}/.well-known/jwks.json`,
          scopes_supported: [...SCOPES],
          grant_types_supported: ['client_credentials'],
          response_types_supported: [],
          token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
          service_documentation: `${issuer}/docs`,
        };
      },
    );

    scope.get('/.well-known/jwks.json', { schema: jwksRoute }, async (_request, reply) => {
      const jwks = await keys.publicJwks();
      reply.header('cache-control', 'public, max-age=60');
      return {
        keys: jwks.map(({ kty = '', crv = '', x = '', kid = '', alg = '', use = '' }) => ({
          kty,
          crv,
          x,
          kid,
          alg,
          use,
        })),
      };
    });
  };

const metadataRoute = {
  operationId: 'getAuthorizationServerMetadata',
  tags: ['authentication'],
  summary: 'OAuth 2.0 server metadata (RFC 8414)',
  description: 'Where stock OAuth 2.0 clients learn what they need to know.',
  security: [],
  response: { 200: ServerMetadata, ...errorAnswers('invalidParameter', 'rateLimited', 'internal') },
};

const jwksRoute = {
  operationId: 'getSigningKeys',
  tags: ['authentication'],
  summary: 'Keys that access tokens are signed with (RFC 7517)',
  description: 'For gateways that verify tokens before they pass requests on.',
  security: [],
  response: {
    200: JsonWebKeySet,
    ...errorAnswers('invalidParameter', 'rateLimited', 'internal', 'unavailable'),
  },
};
