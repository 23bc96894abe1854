import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { createLogger } from '../../lib/http/plugins/logging.ts';
import { createTestApp, type TestApp, tokenRequest } from '../support/app.ts';
import { endpointsOf, requestFor } from '../support/data/endpoints.ts';

let api: TestApp;
let app: FastifyInstance;
const lines: string[] = [];

beforeAll(async () => {
  api = await createTestApp();
  const broken = async () => {
    throw new Error('unexpected');
  };
  const orders = { create: broken, detail: broken, list: broken, move: broken, advance: broken } as never;
  app = await api.another({
    orders,
    logger: createLogger('trace', { write: (line) => void lines.push(line) }),
  });
});
afterAll(() => api.close());

test('nothing secret or personal is logged at level trace, by any endpoint, in success, refusal or fault', async () => {
  const secrets = new Set(['Private Person', '+351912000999', 'query-secret', 'wrong-secret-guess']);
  const { studio } = api.sandbox;
  secrets.add(studio.clientSecret);
  await app.inject(tokenRequest({ clientId: studio.clientId, clientSecret: 'wrong-secret-guess' }));
  const token = (await app.inject(tokenRequest(studio))).json().access_token as string;
  secrets.add(token);
  for (const endpoint of await endpointsOf(app)) {
    const { url, payload, ...request } = requestFor(endpoint);
    const key = `idempotency-${randomUUID()}`;
    secrets.add(key);
    const headers = {
      authorization: `Bearer ${token}`,
      'idempotency-key': key,
      'x-signature': endpoint.path.includes('rotate') ? undefined : `v1=${'ab'.repeat(32)}`,
    };
    const personal =
      payload === undefined ? {} : { contactName: 'Private Person', contactPhone: '+351912000999' };
    const body = payload === undefined ? {} : { payload: { ...payload, ...personal } };
    for (const sent of [headers, { ...headers, 'x-signature': undefined }]) {
      const target = `${url}${url.includes('?') ? '&' : '?'}hint=query-secret`;
      const clean = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
      await app.inject({ ...request, ...body, url: target, headers: clean as Record<string, string> });
      const answer = await app.inject({
        ...request,
        ...(payload ? { payload } : {}),
        url,
        headers: clean as Record<string, string>,
      });
      for (const [found] of answer.body.matchAll(/(sk_|whsec_)[\w+/=-]{20,}/g)) secrets.add(found);
    }
  }
  const log = lines.join('\n');
  expect(lines.length).toBeGreaterThan(100);
  expect(log).toContain('/open/v1/order/create');
  expect([...secrets].filter((secret) => log.includes(secret))).toEqual([]);
  expect(secrets.size).toBeGreaterThan(20);
});
