import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import {
  CredentialListData,
  CredentialParams,
  CredentialRevokeBody,
  CredentialRevokedData,
  CredentialRotateBody,
  CredentialRotatedData,
  OctoKeyCreateBody,
  OctoKeyCreatedData,
} from '../../contract/schemas/credential.ts';
import { answers, ok } from '../../contract/schemas/envelope.ts';
import { type CredentialStatus, OCTO_SCOPES } from '../../domain/credential.ts';
import { MerchantKindForbidden } from '../../domain/errors.ts';
import { commonScopes, type Scope } from '../../domain/scope.ts';
import type { Caller } from '../../services/credentials/caller.ts';
import type { CredentialService, ListedCredential } from '../../services/credentials/credentials.ts';
import { viewCredential, viewRotated } from '../../services/credentials/view.ts';
import { allowNoBody } from '../plugins/content.ts';

/**
 * The merchant's own app_secrets (specification, "Authentication" 5: keys should be rotated periodically). Their scopes are
 * in no token that did not ask for them (docs/decisions/0051).
 */
export const credentialRoutes = (credentials: CredentialService): FastifyPluginAsyncTypebox =>
  async function credential(scope) {
    scope.get(
      '/open/v1/credential/list',
      { schema: listRoute, config: { scope: 'credential:read' } },
      async ({ caller }) => {
        const listed = await credentials.list(caller.holder.key);
        return ok({ list: listed.map((one) => show(one, credentials.statusOf(one), caller)) });
      },
    );

    scope.post(
      '/open/v1/credential/rotate',
      { schema: rotateRoute, config: ROTATE_CONFIG },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const { holder, credential } = request.caller;
        const { overlapSeconds, compromised } = request.body;
        const rotation = { overlapSeconds, compromised };
        const rotated = await credentials.rotate(request.merchant, holder.key, credential.id, rotation);
        return ok(viewRotated(rotated));
      },
    );

    scope.post(
      '/open/v1/credential/octo-key/create',
      { schema: octoKeyRoute, config: ROTATE_CONFIG },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const { holder, credential, scopes: granted } = request.caller;
        const { label, products, scopes = commonScopes(OCTO_SCOPES, granted) } = request.body;
        refuseMore(scopes, granted);
        const wanted = {
          kind: 'octo_key',
          label,
          scopes,
          products,
          parentId: Number(credential.id),
        } as const;
        const issued = await credentials.issue(request.merchant, holder.key, wanted);
        const { id: credentialId, appSecret: octoKey } = issued;
        return ok({ credentialId, octoKey, scopes: [...scopes], products: products ?? null });
      },
    );

    scope.post(
      '/open/v1/credential/revoke/:credentialId',
      { schema: revokeRoute, config: { scope: 'credential:revoke' }, preValidation: allowNoBody },
      async (request: RevokeRequest) => {
        const { merchant, params, body } = request;
        const options = { owner: merchant.key, compromised: body.compromised ?? false };
        return ok({ revoked: await credentials.revoke(merchant, params.credentialId, options) });
      },
    );
  };

type RevokeRequest = FastifyRequest<{
  Params: { credentialId: string };
  Body: { compromised?: boolean };
}>;

/** A key has nothing that the token which asks for it lacks. @throws MerchantKindForbidden */
function refuseMore(wanted: readonly Scope[], granted: readonly Scope[]): void {
  const more = wanted.find((scope) => !granted.includes(scope));
  if (more !== undefined) throw new MerchantKindForbidden(`the token lacks the scope ${more}`);
}

const ROTATE_CONFIG = { scope: 'credential:rotate', proof: 'app_secret', showsSecret: true } as const;

function show(one: ListedCredential, status: CredentialStatus, { holder, credential }: Caller) {
  return { ...viewCredential(one, status, holder.kind), isCurrent: String(one.id) === credential.id };
}

const listRoute = {
  operationId: 'listCredentials',
  tags: ['authentication'],
  summary: 'List your app_secrets',
  description: 'When each was made, from which it was rotated, and when it was last used; never the secrets.',
  response: answers(CredentialListData),
};

const rotateRoute = {
  operationId: 'rotateCredential',
  tags: ['authentication'],
  summary: 'Get a new app_secret',
  description:
    'Replaces the app_secret that the token was issued for, and requires it: in the body, or as the key of the request ' +
    'signature. The new one has the same scopes, the same signature requirement and the same expiry, if any. The old one ' +
    'and its tokens work until the overlap ends.',
  body: CredentialRotateBody,
  response: answers(CredentialRotatedData, 'clientInvalid'),
};

const octoKeyRoute = {
  operationId: 'createOctoKey',
  tags: ['authentication'],
  summary: 'Make a key for OCTO',
  description:
    'A key that lasts until it is revoked, for OCTO clients that keep one fixed key: it is sent as `Authorization: Bearer octo_…` and ' +
    'accepted below /octo/v1 only. Requires the app_secret that the token was issued for, as credential/rotate does, and has no ' +
    'scope that the token lacks. It ends with credential/revoke, and with an app_secret that is revoked as compromised. At most 10 are valid.',
  body: OctoKeyCreateBody,
  response: answers(OctoKeyCreatedData, 'clientInvalid'),
};

const revokeRoute = {
  operationId: 'revokeCredential',
  tags: ['authentication'],
  summary: 'Revoke an app_secret and its tokens',
  description:
    'Takes effect within 5 s. It may be the one in use. Repeating it is harmless. Revoking the last one leaves you without ' +
    'access until an operator issues another.',
  params: CredentialParams,
  body: CredentialRevokeBody,
  response: answers(CredentialRevokedData, 'credentialNotFound'),
};
