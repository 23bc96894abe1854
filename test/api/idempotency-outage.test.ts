import { expect, test } from '@jest/globals';
import Fastify from 'fastify';
import { Type } from 'typebox';
import { answers, ok } from '../../contract/schemas/envelope.ts';
import { Unavailable } from '../../domain/errors.ts';
import { registerErrors } from '../../lib/http/plugins/errors.ts';
import { registerIdempotency } from '../../lib/http/plugins/idempotency.ts';
import type { Idempotency } from '../../services/idempotency.ts';

const away = async () => {
  throw new Error('the database is unavailable');
};
/** Takes requests, and then loses the database. */
const forgetful: Idempotency = {
  begin: async (request) => ({ lease: { ...request, leasedUntil: 'soon' } }),
  finish: away,
  release: away,
  expire: away,
};

test.each([
  ['a success', 200, 200],
  ['"try again"', 503, 50301],
])('%s is answered as it is when the database goes away before it could be kept', async (_, status, code) => {
  const app = Fastify();
  registerErrors(app, 'https://api.guidepost.example');
  app.decorateRequest('merchant');
  app.addHook('onRequest', async (request) => {
    request.merchant = { key: 'mk' } as typeof request.merchant;
  });
  registerIdempotency(app, forgetful);
  app.post('/', { schema: { response: answers(Type.Object({ done: Type.Boolean() })) } }, async () => {
    if (status !== 200) throw new Unavailable('the order was not moved in time', 1);
    return ok({ done: true });
  });

  const answer = await app.inject({ method: 'POST', url: '/', headers: { 'idempotency-key': 'k' } });

  expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
  await app.close();
});
