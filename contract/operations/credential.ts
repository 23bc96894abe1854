import {
  CredentialListData,
  CredentialParams,
  CredentialRevokeBody,
  CredentialRevokedData,
  CredentialRotateBody,
  CredentialRotatedData,
  OctoKeyCreateBody,
  OctoKeyCreatedData,
} from '../schemas/credential.ts';
import { answers } from '../schemas/envelope.ts';
import { defineOperations } from './define.ts';

const ROTATE_CONFIG = { scope: 'credential:rotate', proof: 'app_secret', showsSecret: true } as const;

export const credentialOperations = defineOperations({
  listCredentials: {
    route: 'GET /open/v1/credential/list',
    sdk: 'credentials.list',
    noun: 'credential',
    access: { scope: 'credential:read' },
    schema: {
      tags: ['authentication'],
      summary: 'List your app_secrets',
      description:
        'When each was created, which one it was rotated from, and when it was last used; never the secrets themselves.',
      response: answers(CredentialListData),
    },
  },
  rotateCredential: {
    route: 'POST /open/v1/credential/rotate',
    sdk: 'credentials.rotate',
    access: ROTATE_CONFIG,
    schema: {
      tags: ['authentication'],
      summary: 'Get a new app_secret',
      description:
        'Replaces the app_secret that the token was issued for, and requires it: in the body, or as the key of the request ' +
        'signature. The new one has the same scopes, the same signature requirement and the same expiry, if any. The old one ' +
        'and its tokens work until the overlap ends.',
      body: CredentialRotateBody,
      response: answers(CredentialRotatedData, 'clientInvalid'),
    },
  },
  createOctoKey: {
    route: 'POST /open/v1/credential/octo-key/create',
    sdk: 'credentials.createOctoKey',
    access: ROTATE_CONFIG,
    schema: {
      tags: ['authentication'],
      summary: 'Create a key for OCTO',
      description:
        'A key for OCTO clients that use one fixed key, valid until it is revoked. It is sent as `Authorization: Bearer octo_…` and ' +
        'accepted only below /octo/v1. Requires the app_secret that the token was issued for, as credential/rotate does, and has no ' +
        'scope that the token lacks. It is revoked by credential/revoke, or if its app_secret is revoked as compromised. At most 10 are valid at the same time.',
      body: OctoKeyCreateBody,
      response: answers(OctoKeyCreatedData, 'clientInvalid'),
    },
  },
  revokeCredential: {
    route: 'POST /open/v1/credential/revoke/{credentialId}',
    sdk: 'credentials.revoke',
    noun: 'revocation',
    access: { scope: 'credential:revoke' },
    schema: {
      tags: ['authentication'],
      summary: 'Revoke an app_secret and its tokens',
      description:
        'Takes effect within 5 s. You can revoke the one in use. Repeating it is harmless. Revoking the last one leaves you without ' +
        'access until an operator issues another.',
      params: CredentialParams,
      body: CredentialRevokeBody,
      response: answers(CredentialRevokedData, 'credentialNotFound'),
    },
  },
});
