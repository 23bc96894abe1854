import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { removeExpired } from '../../api/housekeeping.ts';
import { Credential, IdempotencyKey } from '../../db/entities/index.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createMerchant } from '../support/merchants.ts';

const ROTATE = '/open/v1/credential/rotate';
let api: TestApp;

beforeAll(async () => {
  api = await createTestApp();
});
afterAll(() => api.close());

/** Each merchant with tokens of its own: rotating takes nothing from others. */
async function merchant(key: string) {
  const client = await createMerchant(api, key);
  return { client, authorization: `Bearer ${await api.token(client)}` };
}

function rotate(authorization: string, key: string, overlapSeconds = 3_600, app: FastifyInstance = api.app) {
  const headers = { authorization, 'idempotency-key': key };
  return app.inject({ method: 'POST', url: ROTATE, headers, payload: { overlapSeconds } });
}

const credentialsOf = ({ clientId }: ClientCredentials) =>
  api.orm.em.fork().count(Credential, { merchantKey: clientId });

test('the same key and body get the first answer again, and nothing is done twice', async () => {
  const { client, authorization } = await merchant('mk_repeats');
  const first = await rotate(authorization, 'once');
  const again = await rotate(authorization, 'once');
  expect([first.statusCode, first.headers['idempotent-replayed']]).toEqual([200, undefined]);
  expect([again.statusCode, again.headers['idempotent-replayed'], again.body]).toEqual([
    200,
    'true',
    first.body,
  ]);
  expect(await credentialsOf(client)).toBe(2);
});

test('another body under the same key is 40903, and so is another path', async () => {
  const { authorization } = await merchant('mk_mixes');
  await rotate(authorization, 'mixed');
  const answer = await rotate(authorization, 'mixed', 60);
  expect([answer.statusCode, answer.json().code]).toEqual([409, 40903]);
  const headers = { authorization, 'idempotency-key': 'mixed' };
  const elsewhere = await api.app.inject({
    method: 'PUT',
    url: '/open/v1/callback/config',
    headers,
    payload: { url: null },
  });
  expect(elsewhere.json().code).toBe(40903);
});

test('the key belongs to its merchant', async () => {
  const [one, two] = [await merchant('mk_key_one'), await merchant('mk_key_two')];
  const answers = [await rotate(one.authorization, 'shared'), await rotate(two.authorization, 'shared')];
  expect(answers.map(({ headers }) => headers['idempotent-replayed'])).toEqual([undefined, undefined]);
});

test('twins at once, over two processes: one is carried out, all get its answer', async () => {
  const { client, authorization } = await merchant('mk_twins');
  const other = await api.another();
  const key = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, n) => rotate(authorization, key, 60, n % 2 === 0 ? api.app : other)),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200));
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  expect(await credentialsOf(client)).toBe(2);
});

test('a refusal frees the key', async () => {
  const { authorization } = await merchant('mk_refused');
  const headers = { authorization, 'idempotency-key': 'corrected' };
  const put = (url: string | null) =>
    api.app.inject({ method: 'PUT', url: '/open/v1/callback/config', headers, payload: { url } });
  expect((await put('https://localhost/')).statusCode).toBe(400);
  expect((await put(null)).statusCode).toBe(200);
});

test('after a fault of ours the same request may try again at once, and no other', async () => {
  const { authorization } = await merchant('mk_unlucky');
  let isBroken = true;
  const app = await api.another({
    onCallbackChanged: async () => {
      if (isBroken) throw new Error('broken');
    },
  });
  const headers = { authorization, 'idempotency-key': 'unclear' };
  const put = (url: string | null) =>
    app.inject({ method: 'PUT', url: '/open/v1/callback/config', headers, payload: { url } });
  expect((await put(null)).statusCode).toBe(500);
  expect((await put('https://hooks.example.com/')).json().code).toBe(40903);
  isBroken = false;
  expect((await put(null)).statusCode).toBe(200);
});

describe('after a crash', () => {
  const leave = (merchantKey: string, leasedUntil: string, hash: string) =>
    api.orm.em.fork().execute(
      `insert into idempotency_key (merchant_key, key, request_hash, leased_until, created_at)
       values (?, 'left', ?, now() + ?::interval, now())`,
      [merchantKey, hash, leasedUntil],
    );
  const hashOf = async (authorization: string, clientId: string) => {
    await rotate(authorization, 'probe');
    const row = await api.orm.em
      .fork()
      .findOneOrFail(IdempotencyKey, { merchantKey: clientId, key: 'probe' });
    return row.requestHash;
  };

  test('whoever repeats the request carries it out once the lease has ended', async () => {
    const { client, authorization } = await merchant('mk_crashed');
    await leave(client.clientId, '1 second', await hashOf(authorization, client.clientId));
    const answer = await rotate(authorization, 'left');
    expect([answer.statusCode, answer.headers['idempotent-replayed']]).toEqual([200, undefined]);
  });

  test('a twin is told to ask again while the lease runs: 40904', async () => {
    const { client, authorization } = await merchant('mk_waiting');
    await leave(client.clientId, '1 minute', await hashOf(authorization, client.clientId));
    const answer = await rotate(authorization, 'left');
    expect([answer.statusCode, answer.json().code]).toEqual([409, 40904]);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });
});

test('answers are stored encrypted', async () => {
  const { client, authorization } = await merchant('mk_sealed');
  const { clientSecret } = (await rotate(authorization, 'sealed')).json().data;
  const row = await api.orm.em
    .fork()
    .findOneOrFail(IdempotencyKey, { merchantKey: client.clientId, key: 'sealed' });
  expect(JSON.stringify(row.answer)).not.toContain(clientSecret);
});

test('keys live 24 hours', async () => {
  const { client, authorization } = await merchant('mk_old');
  await rotate(authorization, 'old');
  const age = (interval: string) =>
    api.orm.em
      .fork()
      .execute(`update idempotency_key set created_at = now() - ?::interval where merchant_key = ?`, [
        interval,
        client.clientId,
      ]);
  await age('23 hours 59 minutes');
  await removeExpired(api.orm.em.fork());
  expect((await rotate(authorization, 'old')).headers['idempotent-replayed']).toBe('true');
  await age('24 hours 1 minute');
  expect((await rotate(authorization, 'old')).headers['idempotent-replayed']).toBeUndefined();
  await age('24 hours 1 minute');
  expect(await removeExpired(api.orm.em.fork())).toBe(1);
});

test.each(['', 'a b', 'ü', 'a'.repeat(256)])('the key %j is malformed: 40001', async (key) => {
  const { authorization } = await merchant(`mk_${randomUUID()}`);
  const answer = await rotate(authorization, key);
  expect([answer.json().code, answer.json().data.details?.[0]?.path]).toEqual([
    40001,
    'header.idempotency-key',
  ]);
});
