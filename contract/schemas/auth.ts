import { Type } from 'typebox';
import { SHORTEST_TOKEN_SECONDS, TOKEN_LIFETIME_SECONDS } from '../../domain/token-lifetime.ts';
import { envelope, errorAnswers, errorEnvelope } from './envelope.ts';

/** RFC 6749 §2.3.1 and appendix A: visible characters and the space. */
const VISIBLE = '^[\\x20-\\x7E]*$';

/**
 * The token request (specification, "POST /open/v1/auth/token"). The credentials may come as HTTP Basic instead.
 * Unknown fields are ignored, as RFC 6749 §3.2 demands.
 */
export const TokenRequest = Type.Object(
  {
    grant_type: Type.String({
      maxLength: 200,
      description: 'Must be `client_credentials`',
      examples: ['client_credentials'],
    }),
    client_id: Type.Optional(
      Type.String({
        maxLength: 200,
        pattern: VISIBLE,
        description: 'Merchant key',
        examples: ['mk_sandbox_agency'],
      }),
    ),
    client_secret: Type.Optional(
      Type.String({ maxLength: 400, pattern: VISIBLE, description: 'app_secret' }),
    ),
    scope: Type.Optional(
      Type.String({
        maxLength: 400,
        description:
          'Scopes, separated by spaces; default: every scope of the credential except `credential:…`',
        examples: ['guide:read order:read'],
      }),
    ),
    expires_in: Type.Optional(
      Type.String({
        maxLength: 20,
        description: `Lifetime in seconds, from ${SHORTEST_TOKEN_SECONDS} to ${TOKEN_LIFETIME_SECONDS}; default: ${TOKEN_LIFETIME_SECONDS}`,
        examples: ['300'],
      }),
    ),
  },
  { additionalProperties: true },
);

const tokenMembers = {
  access_token: Type.String({ description: 'Bearer token: a signed JWT (RFC 9068)' }),
  token_type: Type.Literal('Bearer'),
  expires_in: Type.Integer({ description: 'Lifetime in seconds', examples: [TOKEN_LIFETIME_SECONDS] }),
};

export const TokenData = Type.Object(tokenMembers, { description: 'A token' });

/** The envelope, and the same members at top level for stock OAuth 2.0 clients. */
const TokenAnswer = Type.Object(
  {
    ...envelope(TokenData).properties,
    ...tokenMembers,
    scope: Type.String({
      description: 'What the token can be used for',
      examples: ['guide:read order:read'],
    }),
  },
  { description: 'The token, in the envelope and as in RFC 6749 §5.1' },
);

const TOKEN_ERRORS = [
  'invalidParameter',
  'clientInvalid',
  'unsupportedMediaType',
  'rateLimited',
  'internal',
  'unavailable',
] as const;

/** The envelope of a refusal, and the same as RFC 6749 §5.2 has it. */
export const TokenError = Type.Object(
  {
    ...errorEnvelope(...TOKEN_ERRORS).properties,
    error: Type.String({ description: 'RFC 6749 §5.2', examples: ['invalid_client'] }),
    error_description: Type.String({ description: 'For people' }),
  },
  { description: 'Why no token was issued' },
);

/** The `response` record of the token endpoint. */
export const tokenAnswers: { 200: typeof TokenAnswer } = {
  200: TokenAnswer,
  ...Object.fromEntries(Object.entries(errorAnswers(...TOKEN_ERRORS)).map(withOauthError)),
};

function withOauthError([status, schema]: [string, object]) {
  const { description } = schema as { description: string };
  return [status, Type.Object(TokenError.properties, { description })] as const;
}

/** RFC 8414; more members than these may come. */
export const ServerMetadata = Type.Object({
  issuer: Type.String({ description: "The platform's address" }),
  token_endpoint: Type.String({ description: 'Where tokens are requested' }),
  jwks_uri: Type.String({ description: 'Where the keys are' }),
  grant_types_supported: Type.Array(Type.String(), { description: '`client_credentials`' }),
  scopes_supported: Type.Array(Type.String(), { description: 'What tokens can be used for' }),
  response_types_supported: Type.Array(Type.String(), { description: 'None' }),
  token_endpoint_auth_methods_supported: Type.Array(Type.String(), {
    description: 'How credentials are sent',
  }),
  service_documentation: Type.String({ description: 'Where the documentation is' }),
});

/** RFC 7517. */
export const JsonWebKey = Type.Object({
  kty: Type.String({ description: 'Key type, `OKP`' }),
  crv: Type.String({ description: 'Curve, `Ed25519`' }),
  x: Type.String({ description: 'The public key, base64url' }),
  kid: Type.String({ description: 'Key id: the `kid` of the tokens that it signed' }),
  alg: Type.String({ description: 'Algorithm, `EdDSA`' }),
  use: Type.String({ description: '`sig`' }),
});
export const JsonWebKeySet = Type.Object({ keys: Type.Array(JsonWebKey) });

export const EgressAddresses = Type.Object({
  addresses: Type.Array(Type.String(), {
    description: 'IP addresses and ranges (CIDR); empty: they may come from any address',
  }),
});
