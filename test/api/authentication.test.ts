import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { generateKeyPair, importJWK, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { Credential, Merchant, SigningKey } from '../../db/entities/index.ts';
import { newSigningKey } from '../../services/credentials/signing-keys.ts';
import { BASE_URL, createTestApp, type TestApp, tokenRequest } from '../support/app.ts';
import { createMerchant } from '../support/merchants.ts';
import { until } from '../support/until.ts';
import { untilRefused } from '../support/waiting/until-refused.ts';

const URL_BEHIND_TOKEN = '/open/v1/guide/list';
let api: TestApp;

beforeAll(async () => {
  api = await createTestApp();
});
afterAll(() => api.close());

const call = (authorization: string | undefined, app = api.app) =>
  app.inject({ url: URL_BEHIND_TOKEN, headers: authorization === undefined ? {} : { authorization } });

test('a valid token is accepted, and the scheme may be written in any case', async () => {
  const token = await api.token(api.sandbox.agency);
  expect((await call(`Bearer ${token}`)).statusCode).toBe(200);
  expect((await call(`bearer ${token}`)).statusCode).toBe(200);
});

test('without a token: 40101, and a challenge that names no error (RFC 6750 §3.1)', async () => {
  const answer = await call(undefined);
  expect([answer.statusCode, answer.json().code]).toEqual([401, 40101]);
  expect(answer.headers['www-authenticate']).toBe('Bearer realm="guidepost"');
  expect(answer.json().data.details).toEqual([
    { path: 'header.authorization', reason: 'missing', msg: expect.stringMatching(/^is missing/) },
  ]);
});

test.each([
  ['of another scheme', 'Basic bWs6c2VjcmV0', 'Bearer realm="guidepost"'],
  ['with nothing behind Bearer', 'Bearer', expect.stringContaining('has no well-formed token')],
  ['with two tokens', 'Bearer a b', expect.stringContaining('has no well-formed token')],
  ['with quotes', 'Bearer "abc"', expect.stringContaining('has no well-formed token')],
])('a header %s: 40101, and in other words than an unknown token', async (_name, header, challenge) => {
  const answer = await call(header);
  expect([answer.statusCode, answer.json().code]).toEqual([401, 40101]);
  expect(answer.json().data.details).toMatchObject([
    { path: 'header.authorization', reason: 'wrong_format' },
  ]);
  expect(answer.headers['www-authenticate']).toEqual(challenge);
});

test('an expired token: 40103', async () => {
  const issuedAt = api.clock.now;
  const token = await api.token(api.sandbox.agency);
  const codeAfter = async (seconds: number) => {
    api.clock.now = new Date(issuedAt.getTime() + seconds * 1_000);
    return (await call(`Bearer ${token}`)).json().code;
  };
  try {
    expect(await codeAfter(7_198)).toBe(200);
    expect(await codeAfter(7_201)).toBe(40103);
    expect((await call(`Bearer ${token}`)).headers['www-authenticate']).toMatch(/error="invalid_token"/);
  } finally {
    api.clock.now = issuedAt;
  }
});

describe('40101 with a challenge:', () => {
  const now = () => Math.floor(api.clock.now.getTime() / 1_000);
  const claims = (): JWTPayload => ({
    iss: BASE_URL,
    aud: `${BASE_URL}/open/v1/`,
    sub: 'mk_sandbox_agency',
    client_id: 'mk_sandbox_agency',
    credential_id: '1',
    scope: 'guide:read',
    jti: 'x',
    iat: now(),
    exp: now() + 60,
  });
  const own = async (payload: JWTPayload, header = {}) => {
    await api.token(api.sandbox.agency);
    const row = await api.orm.em.fork().findOneOrFail(SigningKey, { retiredAt: null });
    const key = await importJWK(JSON.parse(await api.cipher.decrypt(row.privateJwkEncrypted)), 'EdDSA');
    return new SignJWT(payload)
      .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid: row.kid, ...header })
      .sign(key);
  };
  const without = (name: string) =>
    Object.fromEntries(Object.entries(claims()).filter(([key]) => key !== name));

  test('the forger of these tests would be believed with right claims', async () => {
    expect((await call(`Bearer ${await own(claims())}`)).statusCode).toBe(200);
  });

  test.each<[string, () => Promise<string> | string]>([
    ['not a token', () => 'abc'],
    ['nothing', () => ''],
    ['alg none', () => new UnsecuredJWT(claims()).encode()],
    [
      'alg none with our kid',
      async () => {
        const [, payload] = (await own(claims())).split('.');
        const row = await api.orm.em.fork().findOneOrFail(SigningKey, { retiredAt: null });
        const header = { alg: 'none', typ: 'at+jwt', kid: row.kid };
        return `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${payload}.`;
      },
    ],
    [
      'HMAC with our public key as its secret',
      async () => {
        const row = await api.orm.em.fork().findOneOrFail(SigningKey, { retiredAt: null });
        const secret = Buffer.from(row.publicJwk.x!, 'base64url');
        return new SignJWT(claims())
          .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: row.kid })
          .sign(secret);
      },
    ],
    [
      'a key of its own under our kid',
      async () => {
        const row = await api.orm.em.fork().findOneOrFail(SigningKey, { retiredAt: null });
        const { privateKey } = await generateKeyPair('EdDSA');
        return new SignJWT(claims())
          .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid: row.kid })
          .sign(privateKey);
      },
    ],
    ['an unknown kid', () => own(claims(), { kid: 'unknown' })],
    ['no kid', () => own(claims(), { kid: undefined })],
    ['an ordinary JWT', () => own(claims(), { typ: 'JWT' })],
    ['another issuer', () => own({ ...claims(), iss: 'https://other.example' })],
    ['another audience', () => own({ ...claims(), aud: 'https://other.example' })],
    ['another subject than client', () => own({ ...claims(), sub: 'mk_sandbox_studio' })],
    ['not yet valid', () => own({ ...claims(), nbf: now() + 60 })],
    ['a merchant that does not exist', () => own({ ...claims(), sub: 'mk_x', client_id: 'mk_x' })],
    ['a credential that does not exist', () => own({ ...claims(), credential_id: '999999' })],
    ['no exp', () => own(without('exp'))],
    ['no jti', () => own(without('jti'))],
    ['no client_id', () => own(without('client_id'))],
    [
      'a changed payload',
      async () => {
        const [header, , signature] = (await own(claims())).split('.');
        const payload = Buffer.from(JSON.stringify({ ...claims(), sub: 'mk_sandbox_studio' })).toString(
          'base64url',
        );
        return `${header}.${payload}.${signature}`;
      },
    ],
    ['an endless token', () => 'a'.repeat(5_000)],
  ])('%s', async (name, forge) => {
    const answer = await call(`Bearer ${await forge()}`);
    expect([answer.statusCode, answer.json().code]).toEqual([401, 40101]);
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer realm="guidepost", error="invalid_token"/);
    // Never what is wrong about it.
    const { reason } = answer.json().data.details[0];
    expect(reason).toBe(name === 'nothing' ? 'wrong_format' : 'unknown_token');
  });
});

test('a suspended merchant stops working within five seconds', async () => {
  const client = await createMerchant(api, 'mk_to_suspend');
  const token = `Bearer ${await api.token(client)}`;
  expect((await call(token)).statusCode).toBe(200);
  await api.orm.em.fork().nativeUpdate(Merchant, { key: client.clientId }, { status: 'suspended' });
  expect(await untilRefused(async () => (await call(token)).statusCode)).toBeLessThan(5_000);
});

test("a revoked credential's tokens stop working within five seconds", async () => {
  const client = await createMerchant(api, 'mk_to_revoke');
  const token = `Bearer ${await api.token(client)}`;
  expect((await call(token)).statusCode).toBe(200);
  const revokedAt = new Date(Date.now() - 1_000);
  await api.orm.em.fork().nativeUpdate(Credential, { merchantKey: client.clientId }, { revokedAt });
  expect(await untilRefused(async () => (await call(token)).statusCode)).toBeLessThan(5_000);
});

test('processes that start at once on an empty table agree on one key', async () => {
  const fresh = await createTestApp();
  try {
    const apps = await Promise.all(Array.from({ length: 4 }, () => fresh.another()));
    const answers = await Promise.all(apps.map((app) => app.inject(tokenRequest(fresh.sandbox.agency))));
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 200]);
    expect(await fresh.orm.em.fork().count(SigningKey)).toBe(1);
    const token = `Bearer ${answers[0]!.json().access_token}`;
    const accepted = await Promise.all(apps.map((app) => call(token, app)));
    expect(accepted.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 200]);
  } finally {
    await fresh.close();
  }
});

test('a rotated key signs at once in a new process, and the others accept it; old tokens stay valid', async () => {
  const old = await api.token(api.sandbox.agency);
  const em = api.orm.em.fork();
  await em.nativeUpdate(SigningKey, { retiredAt: null }, { retiredAt: api.clock.now });
  em.create(SigningKey, await newSigningKey(api.cipher));
  await em.flush();
  const rotated = await api.another();
  const token = (await rotated.inject(tokenRequest(api.sandbox.agency))).json().access_token;
  await until(async () => (await call(`Bearer ${token}`)).statusCode === 200);
  expect((await call(`Bearer ${old}`, rotated)).statusCode).toBe(200);
  expect((await rotated.inject('/.well-known/jwks.json')).json().keys).toHaveLength(2);
});
