/** The receivers of packages/sdk/examples keep the bytes: what the platform sends is taken, anything else is answered with 400. */
import { type GuidepostEvent, newSecret, sign } from '@guidepost/sdk/webhooks';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import Fastify from 'fastify';
import { receiveNotifications } from '../../packages/sdk/examples/fastify.ts';
import { createReceiver } from '../../packages/sdk/examples/fetch.ts';
import { POST } from '../../packages/sdk/examples/next.ts';

const secret = newSecret();
/** As JSON that no parser writes again like this. */
const TEXT =
  '{ "notificationId": "NTF1-1", "type": "order.status_changed", "amount": 1.0, "name": "\\u00ea" }';
let handled: string[] = [];
beforeEach(() => {
  handled = [];
});
const handle = async (event: GuidepostEvent) => void handled.push(event.notificationId);

interface Sent {
  readonly body: string;
  readonly headers: Record<string, string>;
}
type Answer = { status: number; body: unknown };
const asRequest = ({ body, headers }: Sent) =>
  new Request('https://merchant.example/guidepost/callback', { method: 'POST', body, headers });
const answerOf = async (response: Response): Promise<Answer> => ({
  status: response.status,
  body: await response.json(),
});

const fastify = Fastify();
fastify.register(receiveNotifications(secret, handle));
fastify.post('/other', async ({ body }) => body);
afterAll(() => fastify.close());
/** Not looked at by the compiler here: packages/sdk/examples/tsconfig.json. */
const HONO: string = '../../packages/sdk/examples/hono.ts';
const { createApp } = await import(HONO);
const hono: { request(request: Request): Promise<Response> } = createApp(secret, handle);

const RECEIVERS: Record<string, (sent: Sent) => Promise<Answer>> = {
  fetch: async (sent) => answerOf(await createReceiver(secret, handle)(asRequest(sent))),
  hono: async (sent) => answerOf(await hono.request(asRequest(sent))),
  fastify: async ({ body, headers }) => {
    const answer = await fastify.inject({
      method: 'POST',
      url: '/guidepost/callback',
      headers,
      payload: body,
    });
    return { status: answer.statusCode, body: answer.json() };
  },
};

describe.each(Object.entries(RECEIVERS))('%s', (_name, send) => {
  test('takes what was signed', async () => {
    expect(await send(await sign(TEXT, secret))).toEqual({ status: 200, body: { code: 200 } });
    expect(handled).toEqual(['NTF1-1']);
  });

  test('refuses what was not, and says why', async () => {
    const { headers } = await sign(TEXT, secret);
    const other = await send({ body: JSON.stringify(JSON.parse(TEXT)), headers });
    expect(other).toEqual({ status: 400, body: { code: 400, msg: 'signature_wrong' } });
    const unsigned = await send({ body: TEXT, headers: { 'content-type': 'application/json' } });
    expect(unsigned).toEqual({ status: 400, body: { code: 400, msg: 'header_missing' } });
    expect(handled).toEqual([]);
  });
});

test('next takes the secret from the environment', async () => {
  process.env.CALLBACK_SECRET = secret;
  const event = { notificationId: 'NTF1-1', type: 'callback.recovered' };
  expect((await answerOf(await POST(asRequest(await sign(event, secret))))).status).toBe(200);
  expect((await answerOf(await POST(asRequest(await sign(event, newSecret()))))).status).toBe(400);
  delete process.env.CALLBACK_SECRET;
});

test('Fastify parses JSON elsewhere as ever', async () => {
  const answer = await fastify.inject({ method: 'POST', url: '/other', payload: { some: 'body' } });
  expect(answer.json()).toEqual({ some: 'body' });
});
