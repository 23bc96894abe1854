import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { answers, ok } from '../../contract/schemas/envelope.ts';
import { SignatureExplanationData, SignatureQuestionBody } from '../../contract/schemas/signature.ts';
import type { SignatureAdvisor } from '../../services/signing/advice.ts';

/** Help with request signing (specification, "Authentication" 7; docs/signing.md). */
export const signatureRoutes = (advisor: SignatureAdvisor): FastifyPluginAsyncTypebox =>
  async function signature(scope) {
    scope.post('/open/v1/signature/verify', { schema: verifyRoute, config: VERIFY_CONFIG }, async (request) =>
      ok(await advisor.explain(request.caller.holder, request.body)),
    );
  };

/** Whoever can't sign yet must be able to ask why. */
const VERIFY_CONFIG = { scope: 'own', signature: 'exempt', idempotency: 'none' } as const;

const verifyRoute = {
  operationId: 'verifySignature',
  tags: ['authentication'],
  summary: 'Explain a request signature',
  description:
    'Describe a request and the signature that you computed for it: the answer shows the canonical string that the ' +
    'server computes and what differs. The version is that of the signature (`v1=` or `v2=`). It never shows an app_secret or a correct signature, and uses up no nonce.',
  body: SignatureQuestionBody,
  response: answers(SignatureExplanationData),
};
