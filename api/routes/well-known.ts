import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { wellKnownOperations } from '../../contract/operations/well-known.ts';
import { SCOPES } from '../../domain/scope.ts';
import type { SigningKeys } from '../../services/credentials/signing-keys.ts';

interface WellKnownDeps {
  readonly keys: SigningKeys;
  readonly issuer: string;
  readonly egressAddresses: readonly string[];
}

/** Documents for programs that know no envelope; the form of the first two is fixed by RFCs. */
export const wellKnownRoutes = (deps: WellKnownDeps): FastifyPluginAsyncTypebox =>
  async function wellKnown(scope) {
    const { keys, issuer, egressAddresses } = deps;

    scope.route({
      ...wellKnownOperations.getAuthorizationServerMetadata,
      handler: async (_request, reply) => {
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
    });

    scope.route({
      ...wellKnownOperations.getSigningKeys,
      handler: async (_request, reply) => {
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
      },
    });

    scope.route({
      ...wellKnownOperations.getEgressAddresses,
      handler: async (_request, reply) => {
        reply.header('cache-control', 'public, max-age=3600');
        return { addresses: [...egressAddresses] };
      },
    });
  };
