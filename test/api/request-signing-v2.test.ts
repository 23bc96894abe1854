import { createHash, createHmac, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { removeExpired } from '../../db/queries/platform/expired.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { BASE_URL, createTestApp, type TestApp } from '../support/app.ts';
import { grantLink } from '../support/data/provider-links.ts';
import { createMerchant } from '../support/merchants.ts';

const LIST = '/open/v1/guide/list';
const CONFIG = '/open/v1/callback/config';
const VERIFY = '/open/v1/signature/verify';
const HOST = new URL(BASE_URL).host;
let api: TestApp;
let provider: ClientCredentials;

beforeAll(async () => {
  api = await createTestApp();
  provider = await createMerchant(api, 'mk_signing_provider', { kind: 'provider' });
  for (const key of ['mk_client_one', 'mk_client_two']) {
    await createMerchant(api, key);
    await grantLink(api, key, provider.clientId, ['guide:read', 'notification']);
  }
});
afterEach(() => {
  api.clock.now = new Date();
});
afterAll(() => api.close());

interface Request {
  readonly method: 'GET' | 'PUT';
  readonly target: string;
  readonly onBehalfOf?: string;
  readonly idempotencyKey?: string;
  readonly body?: string;
}

/** What a merchant writes from docs/signing.md alone. */
function signed(
  secret: string,
  { method, target, onBehalfOf, idempotencyKey, body = '' }: Request,
  given = {},
) {
  const now = Math.floor(api.clock.now.getTime() / 1_000);
  const { version, timestamp, nonce, host } = {
    ...{ version: 'v2', timestamp: `${now}`, nonce: randomUUID(), host: HOST },
    ...given,
  };
  const added = [
    `host:${host}`,
    onBehalfOf === undefined ? 'on-behalf-of' : `on-behalf-of:${onBehalfOf}`,
    idempotencyKey === undefined ? 'idempotency-key' : `idempotency-key:${idempotencyKey}`,
  ];
  const lines = [
    ...[version, timestamp, nonce, method, target],
    ...(version === 'v2' ? added : []),
    createHash('sha256').update(body).digest('hex'),
  ];
  const mac = createHmac('sha256', secret).update(lines.join('\n')).digest('hex');
  return { 'x-timestamp': timestamp, 'x-nonce': nonce, 'x-signature': `${version}=${mac}` };
}

/** Sends `sent` with the headers of a signature, whatever that was of. */
async function send(
  sent: Request,
  signature: Record<string, string>,
  headers: Record<string, string> = {},
  app: FastifyInstance = api.app,
): Promise<LightMyRequestResponse> {
  const { method, target, onBehalfOf, idempotencyKey, body } = sent;
  return app.inject({
    method,
    url: target,
    headers: {
      authorization: `Bearer ${await api.token(provider)}`,
      ...(onBehalfOf === undefined ? {} : { 'on-behalf-of': onBehalfOf }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...signature,
      ...headers,
    },
    ...(body === undefined ? {} : { payload: body }),
  });
}

const sign = (request: Request, given = {}) => signed(provider.clientSecret, request, given);
const details = (answer: LightMyRequestResponse) => [
  answer.json().code,
  answer.json().data.details?.map(({ path }: { path: string }) => path),
];
const REFUSED = [40104, ['header.x-signature']];
const save: Request = {
  method: 'PUT',
  target: CONFIG,
  onBehalfOf: 'mk_client_one',
  idempotencyKey: 'a-key',
  body: '{"url":null}',
};
const { onBehalfOf: _one, ...withoutMerchant } = save;
const { idempotencyKey: _two, ...withoutKey } = save;
const read: Request = { method: 'GET', target: LIST };

describe('v2 has host, On-Behalf-Of and Idempotency-Key in the signature:', () => {
  test('a request as it was signed is carried out', async () => {
    expect((await send(save, sign(save))).statusCode).toBe(200);
    expect((await send(read, sign(read))).statusCode).toBe(200);
  });

  test.each<[string, Request, Request]>([
    ['another merchant', save, { ...save, onBehalfOf: 'mk_client_two' }],
    ['no merchant', save, withoutMerchant],
    ['a merchant where none was signed', withoutMerchant, save],
    ['another key', save, { ...save, idempotencyKey: 'b-key' }],
    ['no key', save, withoutKey],
    ['a key where none was signed', withoutKey, save],
    ['an empty key where none was signed', withoutKey, { ...save, idempotencyKey: '' }],
    ['no key where an empty one was signed', { ...save, idempotencyKey: '' }, withoutKey],
  ])('%s is refused', async (_name, of, sent) => {
    expect(details(await send(sent, sign(of)))).toEqual(REFUSED);
  });

  test('a signature for another host is refused', async () => {
    for (const host of ['other.example', `${HOST}:443`, HOST.toUpperCase(), '']) {
      expect(details(await send(read, sign(read, { host })))).toEqual(REFUSED);
    }
  });

  test("the host is that of the public address, whatever proxies make of the request's", async () => {
    const rewritten = { host: 'internal:8080', 'x-forwarded-host': 'other.example' };
    expect((await send(read, sign(read), rewritten)).statusCode).toBe(200);
    const config = { publicBaseUrl: 'https://API.Example.com:443/platform', allowInsecureCallbacks: false };
    const elsewhere = await api.another({ config });
    const token = await elsewhere.inject({
      method: 'POST',
      url: '/open/v1/auth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `grant_type=client_credentials&client_id=${provider.clientId}&client_secret=${provider.clientSecret}`,
    });
    const authorization = `Bearer ${token.json().access_token}`;
    const own = sign(read, { host: 'api.example.com' });
    expect((await send(read, own, { authorization }, elsewhere)).statusCode).toBe(200);
    expect(details(await send(read, sign(read), { authorization }, elsewhere))).toEqual(REFUSED);
  });

  test('a signature of one version is none of the other', async () => {
    for (const [version, other] of [
      ['v1', 'v2'],
      ['v2', 'v1'],
    ] as const) {
      const headers = sign(read, { version });
      const renamed = { ...headers, 'x-signature': headers['x-signature'].replace(version, other) };
      expect(details(await send(read, renamed))).toEqual(REFUSED);
    }
  });
});

test('v1 is accepted until the date that docs/signing.md names, and not after it', async () => {
  const page = readFileSync(new URL('../../docs/signing.md', import.meta.url), 'utf8');
  const end = new Date(page.match(/`v1` is accepted until (\S+Z)/)![1]!);
  api.clock.now = new Date(end.getTime() - 1_000);
  expect((await send(read, sign(read, { version: 'v1' }))).statusCode).toBe(200);
  api.clock.now = end;
  const refused = await send(read, sign(read, { version: 'v1' }));
  expect(details(refused)).toEqual(REFUSED);
  expect(refused.json().data.details[0].msg).toContain('use v2');
  expect((await send(read, sign(read))).statusCode).toBe(200);
});

describe('a signed request is carried out once,', () => {
  test('also when its timestamp is about to be too old, and after housekeeping', async () => {
    const timestamp = Math.floor(Date.now() / 1_000) - 302;
    api.clock.now = new Date((timestamp + 300) * 1_000);
    const headers = sign(read, { timestamp: `${timestamp}` });
    expect((await send(read, headers)).statusCode).toBe(200);
    await removeExpired(api.orm.em.fork());
    expect(details(await send(read, headers))).toEqual([40104, ['header.x-nonce']]);
  });

  test.each([300.001, 300.4, -300.001])('with a clock %d s from its timestamp not at all', async (offset) => {
    const timestamp = Math.floor(Date.now() / 1_000);
    api.clock.now = new Date((timestamp + offset) * 1_000);
    const answer = await send(read, sign(read, { timestamp: `${timestamp}` }));
    expect(details(answer)).toEqual([40104, ['header.x-timestamp']]);
    expect(answer.json().data.details[0].msg).toContain('301 s');
  });
});

describe('signature/verify explains v2:', () => {
  const question = (given: object = {}, request: Request = save) => {
    const headers = sign(request, given);
    const { method, target: path, onBehalfOf, idempotencyKey, body } = request;
    return {
      ...{ method, path, onBehalfOf, idempotencyKey, body },
      timestamp: headers['x-timestamp'],
      nonce: headers['x-nonce'],
      signature: headers['x-signature'],
    };
  };
  const verify = async (payload: object) => {
    const answer = await api.as(provider, { method: 'POST', url: VERIFY, payload });
    expect(answer.json()).toMatchObject({ code: 200 });
    return answer.json().data;
  };

  test('yes, and the nine lines', async () => {
    const asked = question();
    const answer = await verify(asked);
    expect(answer).toMatchObject({ matches: true, wouldBeAccepted: true, differences: [] });
    expect(answer.canonicalString.split('\n').slice(5, 8)).toEqual([
      `host:${HOST}`,
      'on-behalf-of:mk_client_one',
      'idempotency-key:a-key',
    ]);
    const bare = await verify(question({}, read));
    expect(bare.canonicalString.split('\n').slice(6, 8)).toEqual(['on-behalf-of', 'idempotency-key']);
  });

  test.each<[string, { given?: object; of?: Request }, RegExp]>([
    ['another host', { given: { host: `${HOST}:443` } }, /host was signed as/],
    ['On-Behalf-Of left out', { of: withoutMerchant }, /On-Behalf-Of was left out/],
    ['Idempotency-Key left out', { of: withoutKey }, /Idempotency-Key was left out/],
    ['the lines of v1', { given: { version: 'v1' } }, /six lines of v1/],
  ])('%s', async (_name, { given, of }, msg) => {
    const { signature, timestamp, nonce } = question(given, of);
    const renamed = signature.replace('v1=', 'v2=');
    const answer = await verify({ ...question(), signature: renamed, timestamp, nonce });
    expect(answer.matches).toBe(false);
    expect(answer.differences).toEqual([
      { path: 'signature', reason: 'wrong_signature', msg: expect.stringMatching(msg) },
    ]);
  });

  test('lines and hosts that differ', async () => {
    const asked = { ...question(), signature: 'v2=00', host: 'other.example' };
    const { canonicalString } = await verify(asked);
    const theirs = canonicalString.replace('mk_client_one', 'mk_client_two');
    const { differences } = await verify({ ...asked, canonicalString: theirs });
    expect(differences).toEqual([
      {
        path: 'canonicalString.onBehalfOf',
        reason: 'signed_otherwise',
        msg: 'should be on-behalf-of:mk_client_one',
      },
      { path: 'host', reason: 'signed_otherwise', msg: expect.stringContaining(HOST) },
    ]);
  });
});
