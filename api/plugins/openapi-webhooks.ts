/** What we send to merchants' endpoints, for the OpenAPI document: one webhook for each type of event. */
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { Acknowledgement, EVENT_BODIES } from '../../contract/schemas/event-bodies.ts';
import { EVENT_TYPES, type EventType } from '../../domain/event-types.ts';

const HEADERS = {
  'webhook-id': {
    description: 'The notification; the same however often it is sent',
    example: 'NTF1795230000000123456-2',
  },
  'webhook-timestamp': { description: 'Seconds since 1970, of this attempt', example: '1795257727' },
  'webhook-signature': {
    description:
      'Standard Webhooks: `v1` or `v1a`; two of them, separated by a space, while a secret is replaced',
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
};

const parameters = Object.entries(HEADERS).map(([name, { description, example }]) => ({
  name,
  in: 'header' as const,
  required: true,
  description,
  schema: { type: 'string' as const },
  example,
}));

type WebhooksOf<Document> = Document extends { webhooks?: infer Webhooks } ? NonNullable<Webhooks> : never;
type Webhooks = WebhooksOf<NonNullable<FastifyDynamicSwaggerOptions['openapi']>>;

/** `webhooks` as OpenAPI 3.1 has them. */
export function describeWebhooks(): Webhooks {
  return Object.fromEntries(EVENT_TYPES.map((type) => [type, { post: describe(type) }])) as Webhooks;
}

function describe(type: EventType) {
  const schema = EVENT_BODIES[type];
  const { description = type }: { description?: string } = schema as object;
  return {
    operationId: `receive_${type.replace('.', '_')}`,
    // Not the tag of any operation: generators make one client of each tag.
    tags: ['events'],
    summary: description,
    security: [],
    parameters,
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: {
      200: {
        description: 'You have it. Any other answer, and it is sent again',
        content: { 'application/json': { schema: Acknowledgement } },
      },
    },
  };
}
