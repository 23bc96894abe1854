import { Type } from 'typebox';
import { Instant, nullable } from './common.ts';

export const CredentialRotateBody = Type.Object(
  {
    overlapSeconds: Type.Integer({
      minimum: 0,
      maximum: 604_800,
      description: 'How long the app_secret in use stays valid; 0: it and its tokens stop at once',
      examples: [86_400],
    }),
  },
  { additionalProperties: false },
);

export const CredentialRotatedData = Type.Object({
  clientId: Type.String({ description: 'Merchant key' }),
  clientSecret: Type.String({ description: 'The new app_secret; shown only now' }),
  previousValidUntil: nullable(Instant),
});
