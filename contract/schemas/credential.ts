import { Type } from 'typebox';
import { CREDENTIAL_KINDS, CREDENTIAL_STATUSES, OCTO_SCOPES } from '../../domain/credential.ts';
import { SCOPES } from '../../domain/scope.ts';
import { GuideId, Instant, Line, nullable, oneOf } from './common.ts';

export const CredentialId = Type.String({
  pattern: '^[1-9][0-9]{0,14}$',
  maxLength: 15,
  description: 'Number of an app_secret, as credential/list shows it',
  examples: ['17'],
});

export const CredentialRotateBody = Type.Object(
  {
    clientSecret: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 400,
        description:
          'The app_secret that the token was issued for; not needed if the request is signed with it',
        examples: ['sk_…'],
      }),
    ),
    overlapSeconds: Type.Integer({
      minimum: 0,
      maximum: 604_800,
      description: 'Seconds for which the app_secret in use stays valid; 0: it and its tokens stop at once',
      examples: [86_400],
    }),
    compromised: Type.Optional(
      Type.Boolean({
        description:
          'The app_secret in use has leaked: all app_secrets rotated from it are revoked too. Requires an overlap of 0',
      }),
    ),
  },
  { additionalProperties: false },
);

export const CredentialRotatedData = Type.Object({
  credentialId: CredentialId,
  clientId: Type.String({ description: 'Merchant key' }),
  clientSecret: Type.String({ description: 'The new app_secret; shown once' }),
  validUntil: nullable(Instant),
  previousValidUntil: nullable(Instant),
});

export const CredentialParams = Type.Object({ credentialId: CredentialId });

export const CredentialRevokeBody = Type.Object(
  {
    compromised: Type.Optional(
      Type.Boolean({
        description:
          'It has leaked: all app_secrets rotated from it, directly or indirectly, are revoked too',
      }),
    ),
  },
  { additionalProperties: false },
);

export const CredentialRevokedData = Type.Object({
  revoked: Type.Array(CredentialId, { description: 'The ones that this request revoked' }),
});

export const ScopeName = oneOf(SCOPES, 'What a token can be used for');
export const CredentialStatus = oneOf(CREDENTIAL_STATUSES, 'Whether it can be used');
export const CredentialKindName = oneOf(
  CREDENTIAL_KINDS,
  '`app_secret` gets tokens; `octo_key` is sent as it is, only below /octo/v1',
);
export const CredentialItem = Type.Object({
  credentialId: CredentialId,
  kind: CredentialKindName,
  rotatedFrom: nullable(CredentialId),
  label: nullable(Type.String({ maxLength: 100, description: 'What an operator calls it' })),
  status: CredentialStatus,
  isCurrent: Type.Boolean({ description: "This request's token was issued for it" }),
  scopes: Type.Array(ScopeName, { description: 'The scopes that it can be used for' }),
  requireSignature: Type.Boolean({ description: 'Requests with its tokens must be signed' }),
  products: nullable(
    Type.Array(GuideId, {
      description: 'The only products that an OCTO key sees; null: all that you can book',
    }),
  ),
  createdAt: Instant,
  lastUsedAt: nullable(Instant),
  validUntil: nullable(Instant),
  revokedAt: nullable(Instant),
});

export const CredentialListData = Type.Object({
  list: Type.Array(CredentialItem, { description: 'The valid ones, then the latest hundred others' }),
});

/** Scopes and products of a new OCTO key. */
export const octoKeyMembers = {
  label: Line(100, { description: 'Where it is used', examples: ['Reseller X, production'] }),
  scopes: Type.Optional(
    Type.Array(oneOf(OCTO_SCOPES, 'What an OCTO key can be used for'), {
      minItems: 1,
      maxItems: OCTO_SCOPES.length,
      uniqueItems: true,
      description: 'Default: all of these that the app_secret has',
    }),
  ),
  products: Type.Optional(
    Type.Array(GuideId, {
      minItems: 1,
      maxItems: 100,
      description: 'The only products that it sees; default: all that you can book',
    }),
  ),
};

export const OctoKeyCreateBody = Type.Object(
  { clientSecret: CredentialRotateBody.properties.clientSecret, ...octoKeyMembers },
  { additionalProperties: false },
);

export const OctoKeyCreatedData = Type.Object({
  credentialId: CredentialId,
  octoKey: Type.String({ description: 'The key; shown once', examples: ['octo_…'] }),
  scopes: Type.Array(ScopeName, { description: 'What it can be used for' }),
  products: nullable(Type.Array(GuideId, { description: 'The only products that it sees; null: all' })),
});
