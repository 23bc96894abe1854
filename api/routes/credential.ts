import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { CredentialRotateBody, CredentialRotatedData } from '../schemas/credential.ts';
import { answers, ok } from '../schemas/envelope.ts';
import type { CredentialService } from '../services/credentials.ts';

/** The merchant's own app_secret (specification, "Authentication" 5: keys should be rotated periodically). */
export const credentialRoutes = (credentials: CredentialService): FastifyPluginAsyncTypebox =>
  async function credential(scope) {
    scope.post(
      '/open/v1/credential/rotate',
      { schema: rotateRoute, config: { scope: 'own' } },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const { holder, credential } = request.caller;
        const { overlapSeconds } = request.body;
        const rotated = await credentials.rotate(request.merchant, holder.key, credential.id, overlapSeconds);
        return ok({
          clientId: rotated.merchantKey,
          clientSecret: rotated.appSecret,
          previousValidUntil: rotated.previousValidUntil?.toISOString() ?? null,
        });
      },
    );
  };

const rotateRoute = {
  operationId: 'rotateCredential',
  tags: ['authentication'],
  summary: 'Get a new app_secret',
  description:
    'Replaces the app_secret that the token was bought with; the new one has the same scopes. The old one and its ' +
    'tokens work until the overlap ends.',
  body: CredentialRotateBody,
  response: answers(CredentialRotatedData),
};
