import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { RateLimitSettings } from '../../lib/config.ts';
import { BASE_URL, createTestApp, type TestApp, tokenRequest } from '../support/app.ts';
import { createMerchant } from '../support/merchants.ts';

const LIST = '/open/v1/guide/list';
let api: TestApp;

beforeAll(async () => {
  api = await createTestApp();
});
afterAll(() => api.close());

const limited = (limits: Partial<RateLimitSettings>) =>
  api.another({
    config: {
      publicBaseUrl: BASE_URL,
      allowInsecureCallbacks: false,
      rateLimits: { merchantPerMinute: 100, tokenPerMinute: 100, addressPerMinute: 100, ...limits },
    },
  });

test('one request too many in a minute: 42901 with Retry-After; other merchants are not touched', async () => {
  const app = await limited({ merchantPerMinute: 3 });
  const other = await createMerchant(api, 'mk_other');
  const call = async (client = api.sandbox.agency) =>
    app.inject({ url: LIST, headers: { authorization: `Bearer ${await api.token(client)}` } });
  for (const remaining of [2, 1, 0]) {
    const { headers, statusCode } = await call();
    expect([statusCode, headers['ratelimit-policy'], headers.ratelimit]).toEqual([
      200,
      '"merchant";q=3;w=60',
      expect.stringMatching(new RegExp(`^"merchant";r=${remaining};t=([1-9]|[1-5][0-9]|60)$`)),
    ]);
  }
  const refused = await call();
  expect([refused.statusCode, refused.json().code]).toEqual([429, 42901]);
  const seconds = Number(refused.headers['retry-after']);
  expect(seconds).toBeGreaterThan(0);
  expect(refused.headers.ratelimit).toBe(`"merchant";r=0;t=${seconds}`);
  expect((await call(other)).statusCode).toBe(200);
});

test('all credentials of a merchant share its limit, and the address does not matter', async () => {
  const app = await limited({ merchantPerMinute: 2 });
  const authorization = `Bearer ${await api.token(api.sandbox.agency)}`;
  const call = async (remoteAddress: string) =>
    (await app.inject({ url: LIST, headers: { authorization }, remoteAddress })).statusCode;
  expect([await call('192.0.2.1'), await call('192.0.2.2'), await call('192.0.2.3')]).toEqual([
    200, 200, 429,
  ]);
});

test('token requests are limited by address; IPv6 by its /64', async () => {
  const app = await limited({ tokenPerMinute: 2 });
  const ask = async (remoteAddress: string) =>
    app.inject({ ...tokenRequest(api.sandbox.agency), remoteAddress });
  expect((await ask('2001:db8:1::1')).statusCode).toBe(200);
  expect((await ask('2001:db8:1::2')).statusCode).toBe(200);
  const refused = await ask('2001:db8:1:0:ffff::3');
  expect(refused.json()).toMatchObject({ code: 42901, error: 'temporarily_unavailable' });
  expect(refused.headers.ratelimit).toMatch(/^"token";r=0;t=\d+$/);
  expect((await ask('2001:db8:2::1')).statusCode).toBe(200);
});

test('requests without a valid token, unknown paths among them, are limited by address', async () => {
  const app = await limited({ addressPerMinute: 2 });
  const codes = [];
  for (const url of [LIST, '/nothing', LIST, '/.well-known/jwks.json'])
    codes.push((await app.inject(url)).json().code);
  expect(codes).toEqual([40101, 40400, 42901, 42901]);
});

test('probes count against nothing', async () => {
  const app = await limited({ addressPerMinute: 1 });
  for (let n = 0; n < 3; n++) {
    const { statusCode, headers } = await app.inject('/healthz');
    expect([statusCode, headers.ratelimit]).toEqual([200, undefined]);
  }
});

test('a limit of 0 is none', async () => {
  const app = await limited({ addressPerMinute: 0 });
  expect((await app.inject('/nothing')).headers['ratelimit-policy']).toBeUndefined();
});

describe('whoever guesses an app_secret', () => {
  test('waits after ten wrong ones, with the right one too; the owner elsewhere gets in all the while', async () => {
    const app = await limited({});
    const owner = await createMerchant(api, 'mk_guessed');
    const ask = async (clientSecret: string, remoteAddress: string) =>
      app.inject({ ...tokenRequest({ clientId: owner.clientId, clientSecret }), remoteAddress });
    for (let n = 0; n < 10; n++) expect((await ask(`wrong-${n}`, '192.0.2.9')).json().code).toBe(40102);
    const slowed = await ask(owner.clientSecret, '192.0.2.9');
    expect([slowed.json().code, Number(slowed.headers['retry-after']) > 200]).toEqual([42901, true]);
    expect((await ask(owner.clientSecret, '192.0.2.10')).statusCode).toBe(200);
    const another = { ...tokenRequest(api.sandbox.agency), remoteAddress: '192.0.2.9' };
    expect((await app.inject(another)).statusCode).toBe(200);
  });

  test('starts anew after a right one', async () => {
    const app = await limited({});
    const owner = await createMerchant(api, 'mk_forgetful');
    const ask = async (clientSecret: string) =>
      (await app.inject(tokenRequest({ clientId: owner.clientId, clientSecret }))).statusCode;
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 5; n++) expect(await ask('wrong')).toBe(401);
      expect(await ask(owner.clientSecret)).toBe(200);
    }
  });
});
