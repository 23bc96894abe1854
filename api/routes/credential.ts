import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { credentialOperations } from '../../contract/operations/credential.ts';
import { ok } from '../../contract/schemas/envelope.ts';
import { type CredentialStatus, OCTO_SCOPES } from '../../domain/credential.ts';
import { MerchantKindForbidden } from '../../domain/errors.ts';
import { commonScopes, type Scope } from '../../domain/scope.ts';
import { allowNoBody } from '../../lib/http/plugins/content.ts';
import type { Caller } from '../../services/credentials/caller.ts';
import type { CredentialService, ListedCredential } from '../../services/credentials/credentials.ts';
import { viewCredential, viewRotated } from '../../services/credentials/view.ts';

/**
 * The merchant's own app_secrets (specification, "Authentication" 5: keys should be rotated periodically). Their scopes are
 * in no token whose request did not name them (docs/decisions/0051).
 */
export const credentialRoutes = (credentials: CredentialService): FastifyPluginAsyncTypebox =>
  async function credential(scope) {
    scope.route({
      ...credentialOperations.listCredentials,
      handler: async ({ caller }) => {
        const listed = await credentials.list(caller.holder.key);
        return ok({ list: listed.map((one) => show(one, credentials.statusOf(one), caller)) });
      },
    });

    scope.route({
      ...credentialOperations.rotateCredential,
      handler: async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const { holder, credential } = request.caller;
        const { overlapSeconds, compromised } = request.body;
        const rotation = { overlapSeconds, compromised };
        const rotated = await credentials.rotate(request.merchant, holder.key, credential.id, rotation);
        return ok(viewRotated(rotated));
      },
    });

    scope.route({
      ...credentialOperations.createOctoKey,
      handler: async (request, reply) => {
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
    });

    scope.route({
      ...credentialOperations.revokeCredential,
      preValidation: allowNoBody,
      handler: async (request: RevokeRequest) => {
        const { merchant, params, body } = request;
        const options = { owner: merchant.key, compromised: body.compromised ?? false };
        return ok({ revoked: await credentials.revoke(merchant, params.credentialId, options) });
      },
    });
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

function show(one: ListedCredential, status: CredentialStatus, { holder, credential }: Caller) {
  return { ...viewCredential(one, status, holder.kind), isCurrent: String(one.id) === credential.id };
}
