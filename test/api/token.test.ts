import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { Credential, Merchant } from '../../db/entities/index.ts';
import { BASE_URL, createTestApp, formRequest, type TestApp, tokenRequest } from '../support/app.ts';
import { createConformance } from '../support/documents/openapi.ts';
import { createMerchant } from '../support/merchants.ts';

let api: TestApp;
let expectDescribed: Awaited<ReturnType<typeof createConformance>>;

beforeAll(async () => {
  api = await createTestApp();
  expectDescribed = await createConformance(api.app);
});
afterAll(() => api.close());

const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});

test('a token comes in the envelope and as RFC 6749 has it, and nobody may store it', async () => {
  const answer = await api.app.inject(tokenRequest(api.sandbox.agency));
  const { code, data, ...members } = answer.json();
  expect([answer.statusCode, code]).toEqual([200, 200]);
  expect(data).toEqual({ access_token: expect.any(String), token_type: 'Bearer', expires_in: 7200 });
  expect(members).toMatchObject(data);
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' });
  expectDescribed('POST', '/open/v1/auth/token', answer);
});

test('a token is an RFC 9068 JWT for its merchant, valid for 7200 seconds', async () => {
  const token = await api.token(api.sandbox.agency);
  expect(decodeProtectedHeader(token)).toEqual({ alg: 'EdDSA', typ: 'at+jwt', kid: expect.any(String) });
  const claims = decodeJwt(token);
  expect(claims).toMatchObject({
    iss: BASE_URL,
    aud: `${BASE_URL}/open/v1/`,
    sub: api.sandbox.agency.clientId,
    client_id: api.sandbox.agency.clientId,
    jti: expect.any(String),
  });
  expect(claims.exp! - claims.iat!).toBe(7200);
});

describe('a token may be asked for with a shorter life', () => {
  const ask = (expires_in: string) => {
    const { clientId: client_id, clientSecret: client_secret } = api.sandbox.agency;
    const form = { grant_type: 'client_credentials', client_id, client_secret, expires_in };
    return api.app.inject(formRequest(form));
  };

  test('it is valid for as long as was asked, as the answer says, and not longer', async () => {
    const answer = await ask('60');
    const token = answer.json().access_token as string;
    expect(answer.json()).toMatchObject({ expires_in: 60, data: { expires_in: 60 } });
    expectDescribed('POST', '/open/v1/auth/token', answer);
    const { exp, iat } = decodeJwt(token);
    expect(exp! - iat!).toBe(60);
    const list = () =>
      api.app.inject({ url: '/open/v1/guide/list', headers: { authorization: `Bearer ${token}` } });
    expect((await list()).statusCode).toBe(200);
    const { now } = api.clock;
    api.clock.now = new Date(exp! * 1_000);
    const late = await list();
    api.clock.now = now;
    expect([late.statusCode, late.json().code]).toEqual([401, 40103]);
  });

  test.each(['7200', '61'])('%s seconds are given', async (seconds) => {
    expect((await ask(seconds)).json().expires_in).toBe(Number(seconds));
  });

  test.each(['59', '0', '-60', '7201', '60.5', '1e3', '0x3c', ' 60', '060', 'forever', '9'.repeat(400)])(
    '%s is refused',
    async (seconds) => {
      const answer = await ask(seconds);
      expect([answer.statusCode, answer.json().code, answer.json().error]).toEqual([
        400,
        40001,
        'invalid_request',
      ]);
      expect(answer.json().data.details).toEqual([
        {
          path: 'body.expires_in',
          reason: expect.stringMatching(/^(out_of_range|too_long)$/),
          msg: expect.any(String),
        },
      ]);
      expectDescribed('POST', '/open/v1/auth/token', answer);
    },
  );
});

test('the client may authenticate by HTTP Basic, form-urlencoded as RFC 6749 §2.3.1 wants it', async () => {
  const { clientId, clientSecret } = api.sandbox.agency;
  const encoded = clientSecret.replaceAll('_', '%5F');
  for (const header of [basic(clientId, clientSecret), basic(clientId.replaceAll('_', '%5f'), encoded)]) {
    const answer = await api.app.inject(formRequest({ grant_type: 'client_credentials' }, header));
    expect(answer.statusCode).toBe(200);
  }
});

test('parameters that we do not know, and empty ones, are ignored', async () => {
  const { clientId, clientSecret } = api.sandbox.agency;
  const form = { grant_type: 'client_credentials', audience: 'all', client_id: '', client_secret: '' };
  const answer = await api.app.inject(formRequest(form, basic(clientId, clientSecret)));
  expect(answer.statusCode).toBe(200);
});

test('a header that cannot be read is told in other words than a wrong secret', async () => {
  const ask = async (authorization: string) =>
    (await api.app.inject(formRequest({ grant_type: 'client_credentials' }, { authorization }))).json().data;
  expect((await ask('Basic %')).details).toMatchObject([
    { path: 'header.authorization', reason: 'wrong_format' },
  ]);
  expect((await ask(basic('mk_nobody', 'x').authorization)).details).toBeUndefined();
});

describe('wrong credentials are 40102 and invalid_client', () => {
  const form = (client_id: string, client_secret: string) =>
    formRequest({ grant_type: 'client_credentials', client_id, client_secret });
  test.each([
    ['an unknown merchant key', () => form('mk_nobody', api.sandbox.agency.clientSecret)],
    ['a wrong secret', () => form(api.sandbox.agency.clientId, 'wrong')],
    ["another merchant's secret", () => form(api.sandbox.agency.clientId, api.sandbox.studio.clientSecret)],
    [
      'a broken Basic header',
      () => formRequest({ grant_type: 'client_credentials' }, { authorization: 'Basic %' }),
    ],
    [
      'no colon in it',
      () => formRequest({ grant_type: 'client_credentials' }, { authorization: 'Basic YWJj' }),
    ],
    ['a NUL in it', () => formRequest({ grant_type: 'client_credentials' }, basic('mk\0', 'x'))],
    [
      'another scheme',
      () => formRequest({ grant_type: 'client_credentials' }, { authorization: 'Bearer x' }),
    ],
  ])('%s', async (_name, request) => {
    const answer = await api.app.inject(request());
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({
      code: 40102,
      error: 'invalid_client',
      data: { requestId: expect.any(String) },
    });
    expect(answer.headers['www-authenticate']).toMatch(/^Basic realm=/);
    expectDescribed('POST', '/open/v1/auth/token', answer);
  });
});

describe('a malformed request is 40001, and says how as RFC 6749 §5.2 does', () => {
  const complete = 'grant_type=client_credentials&client_id=a&client_secret=b';
  test.each([
    ['nothing at all', '', 'invalid_request', ['body.grant_type']],
    [
      'no credentials',
      'grant_type=client_credentials',
      'invalid_request',
      ['body.client_id', 'body.client_secret'],
    ],
    ['no secret', 'grant_type=client_credentials&client_id=a', 'invalid_request', ['body.client_secret']],
    [
      'an empty secret',
      'grant_type=client_credentials&client_id=a&client_secret=',
      'invalid_request',
      ['body.client_secret'],
    ],
    [
      'another grant',
      'grant_type=password&client_id=a&client_secret=b',
      'unsupported_grant_type',
      ['body.grant_type'],
    ],
    ['a repeated parameter', `${complete}&client_id=c`, 'invalid_request', ['body.client_id']],
    [
      'a NUL',
      'grant_type=client_credentials&client_id=%00&client_secret=b',
      'invalid_request',
      ['body.client_id'],
    ],
    ['a NUL elsewhere', `${complete}&scope=%00`, 'invalid_request', ['body.scope']],
    [
      'an endless id',
      `grant_type=client_credentials&client_secret=b&client_id=${'a'.repeat(201)}`,
      'invalid_request',
      ['body.client_id'],
    ],
  ])('%s', async (_name, payload, error, paths) => {
    const answer = await api.app.inject(formRequest(payload));
    expect(answer.statusCode).toBe(400);
    const body = answer.json();
    expect(body).toMatchObject({ code: 40001, error, error_description: expect.any(String) });
    expect(body.data.details.map((detail: { path: string }) => detail.path)).toEqual(paths);
    expect(answer.headers['cache-control']).toBe('no-store');
    expectDescribed('POST', '/open/v1/auth/token', answer);
  });

  test('JSON: 41500, which names the form', async () => {
    const { clientId: client_id, clientSecret: client_secret } = api.sandbox.agency;
    const payload = { grant_type: 'client_credentials', client_id, client_secret };
    const answer = await api.app.inject({ method: 'POST', url: '/open/v1/auth/token', payload });
    expect([answer.statusCode, answer.json().error]).toEqual([415, 'invalid_request']);
  });

  test('credentials both in the form and in the header', async () => {
    const { clientId, clientSecret } = api.sandbox.agency;
    const request = tokenRequest(api.sandbox.agency);
    const headers = { ...request.headers, ...basic(clientId, clientSecret) };
    const answer = await api.app.inject({ ...request, headers });
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'invalid_request']);
  });
});

test('of several credentials each valid one works; an expired or revoked one does not', async () => {
  const first = await createMerchant(api, 'mk_rotating');
  const add = async (secret: string, row: Partial<Credential>) => {
    const em = api.orm.em.fork();
    em.create(Credential, {
      merchantKey: first.clientId,
      secretEncrypted: await api.cipher.encrypt(secret),
      ...row,
    });
    await em.flush();
  };
  const hour = 3_600_000;
  await add('second', { validUntil: new Date(api.clock.now.getTime() + hour) });
  await add('expired', { validUntil: new Date(api.clock.now.getTime() - hour) });
  await add('revoked', { revokedAt: new Date(api.clock.now.getTime() - hour) });
  const statusOf = async (clientSecret: string) =>
    (await api.app.inject(tokenRequest({ clientId: first.clientId, clientSecret }))).statusCode;
  expect(await Promise.all([first.clientSecret, 'second', 'expired', 'revoked'].map(statusOf))).toEqual([
    200, 200, 401, 401,
  ]);
});

test('a suspended merchant gets no token, and does not learn why', async () => {
  const client = await createMerchant(api, 'mk_suspended', { status: 'suspended' });
  const answer = await api.app.inject(tokenRequest(client));
  expect(answer.json()).toMatchObject({ code: 40102, msg: 'client credentials wrong' });
});

test('neither secrets nor tokens reach the log', async () => {
  const token = await api.token(api.sandbox.agency);
  await api.app.inject({
    url: '/open/v1/guide/list?area=Secretville',
    headers: { authorization: `Bearer ${token}` },
  });
  const log = api.logged.join('');
  expect(log).toContain('/open/v1/guide/list');
  expect(log).not.toContain(token);
  expect(log).not.toContain(api.sandbox.agency.clientSecret);
  expect(log).not.toContain('Secretville');
  expect(await api.orm.em.fork().count(Merchant)).toBeGreaterThan(0);
});

test('stock OAuth 2.0 clients find the endpoint and the keys by RFC 8414 and RFC 7517', async () => {
  const metadata = await api.app.inject('/.well-known/oauth-authorization-server');
  expect(metadata.json()).toMatchObject({
    issuer: BASE_URL,
    token_endpoint: `${BASE_URL}/open/v1/auth/token`,
  });
  const jwks = await api.app.inject(new URL(metadata.json().jwks_uri).pathname);
  const { kid } = decodeProtectedHeader(await api.token(api.sandbox.agency));
  expect(jwks.json().keys).toEqual([
    { kty: 'OKP', crv: 'Ed25519', x: expect.any(String), kid, alg: 'EdDSA', use: 'sig' },
  ]);
});

test('addresses for firewalls are what the operator names, and none where nobody was promised any', async () => {
  const path = '/.well-known/egress-addresses.json';
  const egressAddresses = ['192.0.2.10', '2001:db8::/48'];
  const named = await api.another({
    config: { publicBaseUrl: BASE_URL, allowInsecureCallbacks: false, egressAddresses },
  });
  expect((await named.inject(path)).json()).toEqual({ addresses: egressAddresses });
  expect((await api.app.inject(path)).json()).toEqual({ addresses: [] });
});
