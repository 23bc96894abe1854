import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { signatureOperations } from '../../contract/operations/signature.ts';
import { ok } from '../../contract/schemas/envelope.ts';
import type { SignatureAdvisor } from '../../services/signing/advice.ts';

/** Help with request signing (specification, "Authentication" 7; docs/signing.md). */
export const signatureRoutes = (advisor: SignatureAdvisor): FastifyPluginAsyncTypebox =>
  async function signature(scope) {
    scope.route({
      ...signatureOperations.verifySignature,
      handler: async (request) => ok(await advisor.explain(request.caller.holder, request.body)),
    });
  };

/** Callers that can't sign yet must be able to ask why. */
