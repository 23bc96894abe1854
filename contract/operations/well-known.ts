import { EgressAddresses, JsonWebKeySet, ServerMetadata } from '../schemas/auth.ts';
import { errorAnswers } from '../schemas/envelope.ts';
import { defineOperations } from './define.ts';

export const wellKnownOperations = defineOperations({
  getAuthorizationServerMetadata: {
    route: 'GET /.well-known/oauth-authorization-server',
    sdk: 'platform.metadata',
    noun: 'metadata',
    schema: {
      tags: ['authentication'],
      summary: 'OAuth 2.0 server metadata (RFC 8414)',
      description:
        'For standard OAuth 2.0 clients: the addresses of tokens and keys, the scopes, and the ways to authenticate.',
      security: [],
      response: { 200: ServerMetadata, ...errorAnswers('invalidParameter', 'rateLimited', 'internal') },
    },
  },
  getSigningKeys: {
    route: 'GET /.well-known/jwks.json',
    sdk: 'platform.signingKeys',
    noun: 'keys',
    schema: {
      tags: ['authentication'],
      summary: 'Keys that access tokens are signed with (RFC 7517)',
      description: 'For gateways that verify tokens before they forward requests.',
      security: [],
      response: {
        200: JsonWebKeySet,
        ...errorAnswers('invalidParameter', 'rateLimited', 'internal', 'unavailable'),
      },
    },
  },
  getEgressAddresses: {
    route: 'GET /.well-known/egress-addresses.json',
    sdk: 'platform.egressAddresses',
    noun: 'addresses',
    schema: {
      tags: ['callback'],
      summary: 'Addresses that notifications come from',
      description:
        'For firewalls in front of receivers. The signature, not the address, proves who sent a notification.',
      security: [],
      response: { 200: EgressAddresses, ...errorAnswers('invalidParameter', 'rateLimited', 'internal') },
    },
  },
});
