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
        'When each was made, from which it was rotated, and when it was last used; never the secrets.',
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
      summary: 'Make a key for OCTO',
      description:
        'A key that lasts until it is revoked, for OCTO clients that keep one fixed key: it is sent as `Authorization: Bearer octo_…` and ' +
        'accepted below /octo/v1 only. Requires the app_secret that the token was issued for, as credential/rotate does, and has no ' +
        'scope that the token lacks. It ends with credential/revoke, and with an app_secret that is revoked as compromised. At most 10 are valid.',
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
        'Takes effect within 5 s. It may be the one in use. Repeating it is harmless. Revoking the last one leaves you without ' +
        'access until an operator issues another.',
      params: CredentialParams,
      body: CredentialRevokeBody,
      response: answers(CredentialRevokedData, 'credentialNotFound'),
    },
  },
});
