import { answers } from '../schemas/envelope.ts';
import { SignatureExplanationData, SignatureQuestionBody } from '../schemas/signature.ts';
import { defineOperations } from './define.ts';

/** Whoever can't sign yet must be able to ask why. */
const VERIFY_CONFIG = { scope: 'own', signature: 'exempt', idempotency: 'none', onlyReads: true } as const;

export const signatureOperations = defineOperations({
  verifySignature: {
    route: 'POST /open/v1/signature/verify',
    sdk: 'signatures.verify',
    noun: 'explanation',
    access: VERIFY_CONFIG,
    schema: {
      tags: ['authentication'],
      summary: 'Explain a request signature',
      description:
        'Describe a request and the signature that you computed for it. The answer shows the canonical string that the ' +
        'server computes and what differs. The version is that of the signature (`v1=` or `v2=`). It never shows an app_secret or a correct signature, and uses up no nonce.',
      body: SignatureQuestionBody,
      response: answers(SignatureExplanationData),
    },
  },
});
