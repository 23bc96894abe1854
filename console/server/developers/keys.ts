import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  CredentialRevokeBody,
  CredentialRevokedData,
  CredentialRotatedData,
} from '../../../contract/schemas/credential.ts';
import { envelope, ok } from '../../../contract/schemas/envelope.ts';
import { grantedScopes } from '../../../domain/scope.ts';
import { allowNoBody } from '../../../lib/http/plugins/content.ts';
import { createCredentialService } from '../../../services/credentials/credentials.ts';
import { viewCredential, viewRotated } from '../../../services/credentials/view.ts';
import type { ConsoleContext } from '../context.ts';
import { ownMerchant } from './own-merchant.ts';
import { KeyIssueBody, KeyIssued, KeyList, KeyPath, KeyRotateBody } from './schemas.ts';

/** The merchant's app_secrets: each is shown by the answer that makes it, and never again. */
export const keyRoutes = ({ deps }: ConsoleContext): FastifyPluginAsyncTypebox =>
  async function keys(scope) {
    const credentials = createCredentialService(deps);

    scope.get('/keys', { schema: listRoute, config: { action: 'keys.read' } }, async (request) => {
      const { key, kind } = ownMerchant(request);
      const listed = await credentials.list(key);
      const list = listed.map((one) => viewCredential(one, credentials.statusOf(one), kind));
      return ok({
        clientId: key,
        baseUrl: deps.config.publicBaseUrl,
        scopes: grantedScopes(kind, null),
        list,
      });
    });

    scope.post('/keys', { schema: issueRoute, config: SHOWING }, async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const merchant = ownMerchant(request);
      const { id, merchantKey, appSecret } = await credentials.issue(merchant, merchant.key, request.body);
      return ok({ credentialId: id, clientId: merchantKey, clientSecret: appSecret });
    });

    scope.post(
      '/keys/:credentialId/rotate',
      { schema: rotateRoute, config: SHOWING },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const merchant = ownMerchant(request);
        const { credentialId } = request.params;
        return ok(viewRotated(await credentials.rotate(merchant, merchant.key, credentialId, request.body)));
      },
    );

    scope.post(
      '/keys/:credentialId/revoke',
      { schema: revokeRoute, config: WRITE, preValidation: allowNoBody },
      async (request) => {
        const merchant = ownMerchant(request);
        const { compromised = false } = request.body;
        const options = { owner: merchant.key, compromised };
        return ok({ revoked: await credentials.revoke(merchant, request.params.credentialId, options) });
      },
    );
  };

const WRITE = { action: 'keys.write', fresh: true } as const;
const SHOWING = { ...WRITE, showsSecret: true } as const;

const listRoute = { response: { 200: envelope(KeyList) } };
const issueRoute = { body: KeyIssueBody, response: { 200: envelope(KeyIssued) } };
const rotateRoute = {
  params: KeyPath,
  body: KeyRotateBody,
  response: { 200: envelope(CredentialRotatedData) },
};
const revokeRoute = {
  params: KeyPath,
  body: CredentialRevokeBody,
  response: { 200: envelope(CredentialRevokedData) },
};
