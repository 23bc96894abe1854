import { type Static, Type } from 'typebox';
import { ENDPOINT_STATES, SIGNATURE_SCHEMES } from '../../domain/callback-endpoint.ts';
import { MASKED_VALUE, MAX_HEADER_VALUE_LENGTH, MAX_HEADERS } from '../../domain/callback-headers.ts';
import { MAX_CALLBACK_URL_LENGTH } from '../../domain/callback-url.ts';
import { EVENT_FILTERS, EVENT_TYPES } from '../../domain/event-types.ts';
import { ENDPOINT_ID_PATTERN } from '../../domain/ids.ts';
import { Instant, nullable, oneOf, Prose } from './common.ts';

export const EndpointId = Type.String({
  pattern: ENDPOINT_ID_PATTERN,
  maxLength: 20,
  description: 'Endpoint identifier: `EP` and digits',
  examples: ['EP1001'],
});
export const EndpointPath = Type.Object({ endpointId: EndpointId });

const Url = Type.String({
  minLength: 1,
  maxLength: MAX_CALLBACK_URL_LENGTH,
  description: 'Where its notifications are sent, https only',
  examples: ['https://agency.example/guidepost/orders'],
});

export const EventFilter = oneOf(EVENT_FILTERS, '`*`, a family such as `order.*`, or a type of event');
export const SignatureScheme = oneOf(
  SIGNATURE_SCHEMES,
  'As in Standard Webhooks. `v1`: a secret that you share with us; `v1a`: a key pair, of which you get the public key',
);

const Settings = {
  description: Prose(200, 'For your own use'),
  eventTypes: Type.Array(EventFilter, {
    minItems: 1,
    maxItems: 2 * EVENT_FILTERS.length,
    description: 'Which events it gets: `*` for all, families such as `order.*`, single types',
    examples: [['order.*', 'settlement.issued']],
  }),
  signatureScheme: {
    ...SignatureScheme,
    description: 'A different scheme creates a new secret or key pair; for a day both sign',
  },
  headers: Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: MAX_HEADER_VALUE_LENGTH }), {
    maxProperties: MAX_HEADERS,
    description:
      'Additional headers for its notifications, for example for a gateway; replaces all of them, `{}` for none',
    examples: [{ 'x-gateway-key': 'k7J2' }],
  }),
  maxPerSecond: nullable(
    Type.Integer({
      minimum: 1,
      maximum: 1_000,
      description: 'Notifications per second; null: no limit',
    }),
  ),
};
const { description, eventTypes, signatureScheme, headers, maxPerSecond } = Settings;

const Optional = {
  description: Type.Optional(description),
  eventTypes: Type.Optional(eventTypes),
  signatureScheme: Type.Optional(signatureScheme),
  headers: Type.Optional(headers),
  maxPerSecond: Type.Optional(maxPerSecond),
};
export const EndpointCreateBody = Type.Object({ url: Url, ...Optional }, { additionalProperties: false });
export type EndpointCreateBody = Static<typeof EndpointCreateBody>;

export const EndpointUpdateBody = Type.Object(
  { url: Type.Optional(Url), ...Optional },
  { additionalProperties: false, minProperties: 1 },
);
export type EndpointUpdateBody = Static<typeof EndpointUpdateBody>;

export const EventTypeName = oneOf(EVENT_TYPES, 'Type of an event');

export const EndpointTestBody = Type.Object(
  {
    type: Type.Optional({
      ...EventTypeName,
      description: 'What the test sends: an example of such an event; default: `callback.test`',
    }),
  },
  { additionalProperties: false },
);

export const EndpointStatus = oneOf(
  ['none', ...ENDPOINT_STATES],
  '`none`: no address; `failing`: the last notifications were not acknowledged; `paused`: it answered 410, or you ' +
    'paused it, and nothing is delivered until you resume or save it',
);
export const EndpointView = Type.Object({
  endpointId: EndpointId,
  url: nullable(
    Type.String({ maxLength: MAX_CALLBACK_URL_LENGTH, description: 'Where its notifications are sent' }),
  ),
  description: Type.String({ description: 'Your name for it' }),
  eventTypes: Type.Array(EventFilter, { description: 'Which events it gets' }),
  signatureScheme: SignatureScheme,
  headers: Type.Record(Type.String(), Type.String({ examples: [MASKED_VALUE] }), {
    description: 'Names in lower case; values are not shown',
  }),
  maxPerSecond: nullable(Type.Integer({ description: 'Maximum notifications per second' })),
  status: EndpointStatus,
  failingSince: nullable(Instant),
  heldUntil: nullable({
    ...Instant,
    description: 'Nothing is sent until then, since your endpoint asked for it with `Retry-After`',
  }),
  isFirst: Type.Boolean({ description: "It is the endpoint of `callback/config`, and can't be deleted" }),
  secretHint: nullable(
    Type.String({ description: '`v1`: the last four characters of the secret', examples: ['…k3Q='] }),
  ),
  publicKey: nullable(
    Type.String({
      description: '`v1a`: the key that verifies its signatures',
      examples: ['whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4='],
    }),
  ),
  previousSecretUntil: nullable(Instant),
  createdAt: Instant,
});
export type EndpointView = Static<typeof EndpointView>;

/** The answer to a request that may have made a secret. */
export const EndpointWithSecret = Type.Object({
  ...EndpointView.properties,
  secret: Type.Optional(
    Type.String({
      description: '`v1`: the secret (Standard Webhooks), shown once, by the request that created it',
      examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwbGJ0Zb2Vn3Q='],
    }),
  ),
});
export type EndpointWithSecret = Static<typeof EndpointWithSecret>;

export const EndpointList = Type.Object({ list: Type.Array(EndpointView) });
export const EndpointDeleted = Type.Object({ endpointId: EndpointId, deleted: Type.Literal(true) });
