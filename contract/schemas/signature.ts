import { type Static, Type } from 'typebox';
import { ErrorDetailSchema } from './envelope.ts';

/** A request as the merchant meant to sign it (docs/signing.md). */
export const SignatureQuestionBody = Type.Object(
  {
    method: Type.String({
      pattern: '^[A-Za-z]{3,7}$',
      maxLength: 7,
      description: 'HTTP method',
      examples: ['POST'],
    }),
    path: Type.String({
      pattern: '^/',
      maxLength: 4_000,
      description: 'Path with query, as in the request line',
      examples: ['/open/v1/guide/list?size=5&area=Porto'],
    }),
    timestamp: Type.String({
      pattern: '^[0-9]{1,11}$',
      maxLength: 11,
      description: '`X-Timestamp`',
      examples: ['1795230000'],
    }),
    nonce: Type.String({
      minLength: 1,
      maxLength: 128,
      description: '`X-Nonce`',
      examples: ['4f1c2a7be0d94c58'],
    }),
    host: Type.Optional(
      Type.String({
        maxLength: 300,
        description: 'v2: the host that you signed; compared with ours',
        examples: ['api.guidepost.example'],
      }),
    ),
    onBehalfOf: Type.Optional(
      Type.String({ maxLength: 300, description: "v2: `On-Behalf-Of`; leave it out if it isn't sent" }),
    ),
    idempotencyKey: Type.Optional(
      Type.String({
        maxLength: 300,
        description: "v2: `Idempotency-Key`; leave it out if it isn't sent",
      }),
    ),
    body: Type.Optional(Type.String({ maxLength: 40_000, description: 'The body as text, exactly as sent' })),
    signature: Type.String({ minLength: 1, maxLength: 200, description: '`X-Signature`' }),
    canonicalString: Type.Optional(
      Type.String({ maxLength: 8_000, description: 'What you signed; it is compared line by line' }),
    ),
  },
  { additionalProperties: false },
);
export type SignatureQuestion = Static<typeof SignatureQuestionBody>;

export const SignatureExplanationData = Type.Object({
  matches: Type.Boolean({ description: 'One of your valid app_secrets made this signature' }),
  wouldBeAccepted: Type.Boolean({ description: 'It matches, its timestamp is fresh and its nonce unused' }),
  canonicalString: Type.String({ description: 'What we would have signed' }),
  differences: Type.Array(ErrorDetailSchema),
});
export type SignatureExplanation = Static<typeof SignatureExplanationData>;
