import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { CallbackEndpoint } from '../../db/entities/index.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createMerchant } from '../support/merchants.ts';
import { createConformance } from '../support/openapi.ts';

const PATH = '/open/v1/callback/config';
const NONE = { url: null, status: 'none', failingSince: null, secretHint: null, previousSecretUntil: null };

let api: TestApp;
let expectDescribed: Awaited<ReturnType<typeof createConformance>>;
let merchant: ClientCredentials;
const changed: string[] = [];
let merchants = 0;

beforeAll(async () => {
  api = await createTestApp({ onCallbackChanged: async (key) => void changed.push(key) });
  expectDescribed = await createConformance(api.app);
});
beforeEach(async () => {
  merchants += 1;
  merchant = await createMerchant(api, `mk_callback_${merchants}`);
});
afterAll(() => api.close());

const read = async (client = merchant) => {
  const answer = await api.as(client, { url: PATH });
  expectDescribed('GET', PATH, answer);
  return answer.json().data;
};
const save = async (payload: object, client = merchant) => {
  const answer = await api.as(client, { method: 'PUT', url: PATH, payload });
  expectDescribed('PUT', PATH, answer);
  return answer;
};
const change = (row: Partial<CallbackEndpoint>) =>
  api.orm.em.fork().nativeUpdate(CallbackEndpoint, { merchantKey: merchant.clientId }, row);

test('before the first save there is no address', async () => {
  expect(await read()).toEqual(NONE);
});

test('the first save makes the secret and shows it; no later answer does', async () => {
  const first = (await save({ url: 'https://agency.example/cb' })).json().data;
  expect(first).toMatchObject({ url: 'https://agency.example/cb', status: 'healthy', failingSince: null });
  expect(first.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(first.secretHint).toBe(`…${first.secret.slice(-4)}`);

  const second = (await save({ url: 'https://agency.example/other' })).json().data;
  const { secret: _secret, ...shown } = { ...first, url: 'https://agency.example/other' };
  expect(second).toEqual(shown);
  expect(await read()).toEqual(shown);
});

test('the secret is stored encrypted', async () => {
  const { secret } = (await save({ url: 'https://agency.example/cb' })).json().data;
  const row = await api.orm.em.fork().findOneOrFail(CallbackEndpoint, { merchantKey: merchant.clientId });
  expect(row.secretEncrypted).not.toContain(secret);
  expect(await api.cipher.decrypt(row.secretEncrypted)).toBe(secret);
});

test('of first saves at once exactly one shows the secret, and it is the one that counts', async () => {
  const answers = await Promise.all([1, 2, 3, 4].map((n) => save({ url: `https://agency.example/${n}` })));
  const secrets = answers.map((answer) => answer.json().data.secret).filter((secret) => secret !== undefined);
  expect(secrets).toHaveLength(1);
  expect((await read()).secretHint).toBe(`…${secrets[0].slice(-4)}`);
});

test('saving again ends a pause and a failure', async () => {
  await save({ url: 'https://agency.example/cb' });
  const failingSince = new Date('2026-11-01T00:00:00Z');
  await change({ failingSince });
  expect(await read()).toMatchObject({ status: 'failing', failingSince: failingSince.toISOString() });
  await change({ pausedAt: failingSince });
  expect(await read()).toMatchObject({ status: 'paused' });
  await save({ url: 'https://agency.example/cb' });
  expect(await read()).toMatchObject({ status: 'healthy', failingSince: null });
});

test.each([[null], ['']])('%j removes the address and its secret', async (url) => {
  const first = (await save({ url: 'https://agency.example/cb' })).json().data;
  expect((await save({ url })).json().data).toEqual(NONE);
  const again = (await save({ url: 'https://agency.example/cb' })).json().data;
  expect(again.secret).not.toBe(first.secret);
});

test('every save and removal tells whoever waits for the address; a refusal does not', async () => {
  changed.length = 0;
  await save({ url: 'https://agency.example/cb' });
  await save({ url: null });
  await save({ url: 'http://agency.example/cb' });
  expect(changed).toEqual([merchant.clientId, merchant.clientId]);
});

test("merchants don't see each other's configuration", async () => {
  await save({ url: 'https://agency.example/cb' });
  expect(await read(api.sandbox.studio)).toEqual(NONE);
});

describe('40001 for', () => {
  test.each([
    [{ url: 'http://agency.example/' }, 'body.url'],
    [{ url: 'https://169.254.169.254/' }, 'body.url'],
    [{ url: 'http://localhost:9000/' }, 'body.url'],
    [{ url: `https://agency.example/${'a'.repeat(2_048)}` }, 'body.url'],
    [{ url: 'https://agency.example/\0' }, 'body.url'],
    [{ url: 'https://agency.example/\ud800' }, 'body.url'],
    [{ url: 5 }, 'body.url'],
    [{}, 'body.url'],
    [{ url: 'https://agency.example/', secret: 'x' }, 'body.secret'],
  ])('%j', async (payload, path) => {
    const answer = await save(payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      code: 40001,
      data: { details: [{ path, reason: expect.any(String) }] },
    });
    expect(await read()).toEqual(NONE);
  });
});

test('where insecure addresses are allowed, this machine may be one', async () => {
  const config = { publicBaseUrl: 'https://api.guidepost.example', allowInsecureCallbacks: true };
  const insecure = await api.another({ config });
  const headers = { authorization: `Bearer ${await api.token(merchant)}` };
  const answer = await insecure.inject({
    method: 'PUT',
    url: PATH,
    headers,
    payload: { url: 'http://localhost:9000/cb' },
  });
  expect(answer.json().data.url).toBe('http://localhost:9000/cb');
});
