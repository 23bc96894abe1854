import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { Credential, IdempotencyKey } from '../../db/entities/index.ts';
import { removeExpired } from '../../db/queries/platform/expired.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { createCredentialService } from '../../services/credentials/credentials.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { endpointsOf } from '../support/data/endpoints.ts';
import { grantLink } from '../support/data/provider-links.ts';
import { createMerchant } from '../support/merchants.ts';

const OPERATOR = { operator: 'tester', address: 'here' };
const ROTATE = '/open/v1/credential/rotate';
let api: TestApp;

beforeAll(async () => {
  api = await createTestApp();
});
afterAll(() => api.close());

/** Each merchant with tokens of its own: rotating takes nothing from others. */
async function merchant(key: string) {
  const client = await createMerchant(api, key);
  const authorization = `Bearer ${await api.token(client, 'credential:rotate notification')}`;
  return { client, authorization };
}
type Holder = Awaited<ReturnType<typeof merchant>>;

function rotate(
  { client, authorization }: Holder,
  key: string,
  overlapSeconds = 3_600,
  app: FastifyInstance = api.app,
) {
  const headers = { authorization, 'idempotency-key': key };
  const payload = { overlapSeconds, clientSecret: client.clientSecret };
  return app.inject({ method: 'POST', url: ROTATE, headers, payload });
}

const credentialsOf = ({ clientId }: ClientCredentials) =>
  api.orm.em.fork().count(Credential, { merchantKey: clientId });

test('the same key and body get the first answer again, and nothing is done twice', async () => {
  const holder = await merchant('mk_repeats');
  const first = await rotate(holder, 'once');
  const again = await rotate(holder, 'once');
  expect([first.statusCode, first.headers['idempotent-replayed']]).toEqual([200, undefined]);
  expect([again.statusCode, again.headers['idempotent-replayed'], again.body]).toEqual([
    200,
    'true',
    first.body,
  ]);
  expect(await credentialsOf(holder.client)).toBe(2);
});

test('another body under the same key is 40903, and so is another path', async () => {
  const holder = await merchant('mk_mixes');
  await rotate(holder, 'mixed');
  const answer = await rotate(holder, 'mixed', 60);
  expect([answer.statusCode, answer.json().code]).toEqual([409, 40903]);
  const headers = { authorization: holder.authorization, 'idempotency-key': 'mixed' };
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
  const answers = [await rotate(one, 'shared'), await rotate(two, 'shared')];
  expect(answers.map(({ headers }) => headers['idempotent-replayed'])).toEqual([undefined, undefined]);
});

test('twins at once, over two processes: one is carried out, all get its answer', async () => {
  const holder = await merchant('mk_twins');
  const other = await api.another();
  const key = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, n) => rotate(holder, key, 60, n % 2 === 0 ? api.app : other)),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200));
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  expect(await credentialsOf(holder.client)).toBe(2);
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
  const hashOf = async (holder: Holder) => {
    await rotate(holder, 'probe');
    const row = await api.orm.em
      .fork()
      .findOneOrFail(IdempotencyKey, { merchantKey: holder.client.clientId, key: 'probe' });
    return row.requestHash;
  };

  test('whoever repeats the request carries it out once the lease has ended', async () => {
    const holder = await merchant('mk_crashed');
    await leave(holder.client.clientId, '1 second', await hashOf(holder));
    const answer = await rotate(holder, 'left');
    expect([answer.statusCode, answer.headers['idempotent-replayed']]).toEqual([200, undefined]);
  });

  test('a twin is asked to come again while the lease runs: 40904', async () => {
    const holder = await merchant('mk_waiting');
    await leave(holder.client.clientId, '1 minute', await hashOf(holder));
    const answer = await rotate(holder, 'left');
    expect([answer.statusCode, answer.json().code]).toEqual([409, 40904]);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });
});

test('answers are stored encrypted', async () => {
  const holder = await merchant('mk_sealed');
  const { clientSecret } = (await rotate(holder, 'sealed')).json().data;
  const row = await api.orm.em
    .fork()
    .findOneOrFail(IdempotencyKey, { merchantKey: holder.client.clientId, key: 'sealed' });
  expect(JSON.stringify(row.answer)).not.toContain(clientSecret);
});

describe('an answer that shows a secret comes again to the credential that asked, and to no other:', () => {
  const CONFIG = '/open/v1/callback/config';
  const SECRET_ROTATE = '/open/v1/callback/rotate-secret';
  const asksWith = (authorization: string, headers = {}) => {
    const sent = { authorization, 'idempotency-key': 'secret', ...headers };
    const payload = { url: 'https://hooks.example.com/' };
    return api.app.inject({ method: 'PUT', url: CONFIG, headers: sent, payload });
  };

  test('the first save of a callback address', async () => {
    const { client, authorization } = await merchant('mk_shows_secret');
    const credentials = createCredentialService({ ...api, now: () => api.clock.now });
    const { appSecret } = await credentials.issue(OPERATOR, client.clientId, { scopes: ['notification'] });
    const weaker = `Bearer ${await api.token({ ...client, clientSecret: appSecret })}`;
    const first = await asksWith(authorization);
    expect(first.json().data.secret).toMatch(/^whsec_/);
    const refused = await asksWith(weaker);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 40903]);
    expect(refused.body).not.toContain('whsec_');
    expect((await asksWith(authorization)).body).toBe(first.body);
  });

  test('nor to a provider, and not the other way round', async () => {
    const provider = await createMerchant(api, 'mk_secret_provider', { kind: 'provider' });
    const { client, authorization } = await merchant('mk_secret_linked');
    await grantLink(api, client.clientId, provider.clientId, ['notification']);
    const acting = { 'on-behalf-of': client.clientId };
    const providers = `Bearer ${await api.token(provider)}`;
    expect((await asksWith(providers, acting)).json().data.secret).toMatch(/^whsec_/);
    expect((await asksWith(authorization)).json().code).toBe(40903);
    const again = { ...acting, 'idempotency-key': 'other', authorization: providers };
    await api.app.inject({
      method: 'POST',
      url: SECRET_ROTATE,
      headers: { authorization, 'idempotency-key': 'other' },
    });
    const answer = await api.app.inject({ method: 'POST', url: SECRET_ROTATE, headers: again });
    expect(answer.json().code).toBe(40903);
  });

  test('a new app_secret comes again only with the proof of the old one', async () => {
    const holder = await merchant('mk_secret_proof');
    await rotate(holder, 'proven');
    const headers = { authorization: holder.authorization, 'idempotency-key': 'proven' };
    const bare = await api.app.inject({
      method: 'POST',
      url: ROTATE,
      headers,
      payload: { overlapSeconds: 3_600 },
    });
    expect([bare.json().code, bare.body.includes('sk_')]).toEqual([40001, false]);
  });

  test('every answer that has a secret is bound like this', async () => {
    const withSecret = (await endpointsOf(api.app)).filter(({ operation }) =>
      /"(clientS|s)ecret":/.test(JSON.stringify(operation.responses?.[200] ?? {})),
    );
    expect(withSecret.map(({ name }) => name).sort()).toEqual([
      'GET /open/v1/callback/config',
      'POST /open/v1/callback/endpoint/create',
      'POST /open/v1/callback/endpoint/rotate-secret/{endpointId}',
      `POST ${SECRET_ROTATE}`,
      `POST ${ROTATE}`,
      `PUT ${CONFIG}`,
      'PUT /open/v1/callback/endpoint/update/{endpointId}',
    ]);
  });
});

test('keys live 24 hours', async () => {
  const holder = await merchant('mk_old');
  await rotate(holder, 'old');
  const age = (interval: string) =>
    api.orm.em
      .fork()
      .execute(`update idempotency_key set created_at = now() - ?::interval where merchant_key = ?`, [
        interval,
        holder.client.clientId,
      ]);
  await age('23 hours 59 minutes');
  await removeExpired(api.orm.em.fork());
  expect((await rotate(holder, 'old')).headers['idempotent-replayed']).toBe('true');
  await age('24 hours 1 minute');
  expect((await rotate(holder, 'old')).headers['idempotent-replayed']).toBeUndefined();
  await age('24 hours 1 minute');
  expect(await removeExpired(api.orm.em.fork())).toBe(1);
});

test.each(['', 'a b', 'ü', 'a'.repeat(256)])('the key %j is malformed: 40001', async (key) => {
  const answer = await rotate(await merchant(`mk_${randomUUID()}`), key);
  expect([answer.json().code, answer.json().data.details?.[0]?.path]).toEqual([
    40001,
    'header.idempotency-key',
  ]);
});
