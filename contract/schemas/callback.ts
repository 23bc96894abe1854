import { type Static, Type } from 'typebox';
import { MAX_CALLBACK_URL_LENGTH } from '../../domain/callback-url.ts';
import { EndpointStatus } from './callback-endpoints.ts';
import { Instant, nullable } from './common.ts';
import { AttemptError } from './notifications.ts';

export const CallbackConfigBody = Type.Object(
  {
    url: nullable(
      Type.String({
        maxLength: MAX_CALLBACK_URL_LENGTH,
        description:
          'Where notifications are sent, https only; empty or null removes the address and its secret',
        examples: ['https://agency.example/guidepost/callback'],
      }),
    ),
  },
  { additionalProperties: false },
);

export const CallbackConfig = Type.Object({
  url: nullable(
    Type.String({ maxLength: MAX_CALLBACK_URL_LENGTH, description: 'Where notifications are sent' }),
  ),
  status: {
    ...EndpointStatus,
    description:
      '`none`: no address; `failing`: the last notifications were not acknowledged; `paused`: your endpoint answered ' +
      '410, and nothing is delivered until you save the address again',
  },

  failingSince: nullable(Instant),
  heldUntil: nullable({
    ...Instant,
    description: 'Nothing is sent until then, since your endpoint asked for it with `Retry-After`',
  }),
  secretHint: nullable(
    Type.String({ description: 'The last four characters of the callback secret', examples: ['…k3Q='] }),
  ),
  previousSecretUntil: nullable(Instant),
  secret: Type.Optional(
    Type.String({
      description: 'The callback secret (Standard Webhooks): shown once, by the request that created it',
      examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwbGJ0Zb2Vn3Q='],
    }),
  ),
});
export type CallbackConfig = Static<typeof CallbackConfig>;

const DAY_S = 86_400;
export const DEFAULT_OVERLAP_S = DAY_S;

export const RotateSecretBody = Type.Object(
  {
    overlapSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 7 * DAY_S,
        default: DEFAULT_OVERLAP_S,
        description: 'Seconds for which both secrets sign; 0: the old one stops at once',
      }),
    ),
  },
  { additionalProperties: false },
);

export const CallbackTestData = Type.Object({
  notificationId: Type.String({ description: 'The `webhook-id` of the test' }),
  acknowledged: Type.Boolean({ description: 'Your endpoint acknowledged it' }),
  httpStatus: nullable(Type.Integer({ description: 'Null if no answer arrived' })),
  durationMs: Type.Integer({ description: 'Milliseconds until the answer' }),
  error: nullable(AttemptError),
  responseExcerpt: nullable(Type.String({ description: 'The first 1 KiB of the answer' })),
});
export type CallbackTestData = Static<typeof CallbackTestData>;
