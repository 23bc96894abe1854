import { createHash, createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { Credential } from '../../db/entities/index.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createMerchant } from '../support/merchants.ts';

const CONFIG = '/open/v1/callback/config';
const VERIFY = '/open/v1/signature/verify';
let api: TestApp;
let agency: ClientCredentials;

beforeAll(async () => {
  api = await createTestApp();
  agency = api.sandbox.agency;
});
afterAll(() => api.close());

const seconds = () => Math.floor(api.clock.now.getTime() / 1_000);

/** What a merchant writes from docs/signing.md alone. */
function signatureHeaders(
  secret: string,
  request: { method: string; target: string; body?: string },
  given = {},
) {
  const { timestamp, nonce } = { timestamp: `${seconds()}`, nonce: randomUUID(), ...given };
  const [path, query = ''] = request.target.split('?') as [string, string?];
  const sorted = query.split('&').filter(Boolean).sort().join('&');
  const canonical = [
    'v1',
    timestamp,
    nonce,
    request.method,
    sorted ? `${path}?${sorted}` : path,
    createHash('sha256')
      .update(request.body ?? '')
      .digest('hex'),
  ].join('\n');
  const signature = `v1=${createHmac('sha256', secret).update(canonical).digest('hex')}`;
  return { 'x-timestamp': timestamp, 'x-nonce': nonce, 'x-signature': signature };
}

async function get(
  target: string,
  headers: Record<string, string>,
  app: FastifyInstance = api.app,
  client = agency,
) {
  const authorization = `Bearer ${await api.token(client)}`;
  return app.inject({ url: target, headers: { authorization, ...headers } });
}

async function put(body: string, headers: Record<string, string>) {
  const authorization = `Bearer ${await api.token(agency)}`;
  const type = { 'content-type': 'application/json' };
  return api.app.inject({
    method: 'PUT',
    url: CONFIG,
    payload: body,
    headers: { authorization, ...type, ...headers },
  });
}

const detailPaths = (answer: { json(): { data: { details: { path: string }[] } } }) =>
  answer.json().data.details.map(({ path }) => path);

test('unsigned requests are taken, and well-signed ones', async () => {
  const target = '/open/v1/guide/list?size=2&area=Porto%20&page=1';
  expect((await get('/open/v1/guide/list', {})).statusCode).toBe(200);
  expect(
    (await get(target, signatureHeaders(agency.clientSecret, { method: 'GET', target }))).statusCode,
  ).toBe(200);
});

test('the body is signed byte for byte', async () => {
  const body = '{ "url" : null }';
  const headers = () => signatureHeaders(agency.clientSecret, { method: 'PUT', target: CONFIG, body });
  expect((await put(body, headers())).statusCode).toBe(200);
  const answer = await put('{"url":null}', headers());
  expect([answer.statusCode, answer.json().code, detailPaths(answer)]).toEqual([
    401,
    40104,
    ['header.x-signature'],
  ]);
});

describe('40104, and the details name the header:', () => {
  const target = '/open/v1/guide/list';
  const request = { method: 'GET', target };
  test.each<[string, (right: Record<string, string>) => Record<string, string>, string[]]>([
    [
      'one header of three',
      ({ 'x-nonce': nonce }) => ({ 'x-nonce': nonce! }),
      ['header.x-timestamp', 'header.x-signature'],
    ],
    [
      'a stale timestamp',
      () => signatureHeaders(agency.clientSecret, request, { timestamp: `${seconds() - 310}` }),
      ['header.x-timestamp'],
    ],
    [
      'a timestamp ahead',
      () => signatureHeaders(agency.clientSecret, request, { timestamp: `${seconds() + 310}` }),
      ['header.x-timestamp'],
    ],
    [
      'milliseconds',
      () => signatureHeaders(agency.clientSecret, request, { timestamp: `${seconds()}000` }),
      ['header.x-timestamp'],
    ],
    [
      'a short nonce',
      () => signatureHeaders(agency.clientSecret, request, { nonce: 'abc' }),
      ['header.x-nonce'],
    ],
    [
      "another's secret",
      () => signatureHeaders(api.sandbox.studio.clientSecret, request),
      ['header.x-signature'],
    ],
    [
      'another path',
      () => signatureHeaders(agency.clientSecret, { ...request, target: '/open/v1/order/list' }),
      ['header.x-signature'],
    ],
    [
      'another query',
      () => signatureHeaders(agency.clientSecret, { ...request, target: `${target}?size=1` }),
      ['header.x-signature'],
    ],
    [
      'another method',
      () => signatureHeaders(agency.clientSecret, { ...request, method: 'POST' }),
      ['header.x-signature'],
    ],
    ['another nonce', (right) => ({ ...right, 'x-nonce': randomUUID() }), ['header.x-signature']],
  ])('%s', async (_name, forge, paths) => {
    const answer = await get(target, forge(signatureHeaders(agency.clientSecret, request)));
    expect([answer.statusCode, answer.json().code, detailPaths(answer)]).toEqual([401, 40104, paths]);
    expect(answer.body).not.toMatch(/v1=[0-9a-f]/);
  });
});

test('a nonce is taken once, whichever API process sees it first', async () => {
  const other = await api.another();
  const target = '/open/v1/guide/list';
  const headers = signatureHeaders(agency.clientSecret, { method: 'GET', target });
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => get(target, headers, n % 2 === 0 ? api.app : other)),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  const refused = answers.filter(({ statusCode }) => statusCode === 401);
  expect(refused.map(detailPaths)).toEqual(Array(7).fill(['header.x-nonce']));
});

test('a wrong signature uses up no nonce', async () => {
  const target = '/open/v1/guide/list';
  const right = signatureHeaders(agency.clientSecret, { method: 'GET', target });
  expect((await get(target, { ...right, 'x-signature': `v1=${'0'.repeat(64)}` })).statusCode).toBe(401);
  expect((await get(target, right)).statusCode).toBe(200);
});

test('a credential may demand signatures', async () => {
  const client = await createMerchant(api, 'mk_signs');
  await api.orm.em
    .fork()
    .nativeUpdate(Credential, { merchantKey: client.clientId }, { requireSignature: true });
  const target = '/open/v1/guide/list';
  const answer = await get(target, {}, api.app, client);
  expect([answer.json().code, detailPaths(answer)]).toEqual([
    40104,
    ['header.x-timestamp', 'header.x-nonce', 'header.x-signature'],
  ]);
  const signed = signatureHeaders(client.clientSecret, { method: 'GET', target });
  expect((await get(target, signed, api.app, client)).statusCode).toBe(200);
});

describe('signature/verify', () => {
  const path = '/open/v1/order/list?status=pending&size=5';
  const sorted = '/open/v1/order/list?size=5&status=pending';
  const verify = async (question: object) => {
    const answer = await api.as(agency, { method: 'POST', url: VERIFY, payload: question });
    expect(answer.statusCode).toBe(200);
    return answer.json().data;
  };
  const question = (overrides = {}) => {
    const signed = signatureHeaders(agency.clientSecret, { method: 'GET', target: path });
    return {
      method: 'GET',
      path,
      timestamp: signed['x-timestamp'],
      nonce: signed['x-nonce'],
      signature: signed['x-signature'],
      ...overrides,
    };
  };
  const hmac = (text: string) => createHmac('sha256', agency.clientSecret).update(text);
  const emptyHash = createHash('sha256').update('').digest('hex');

  test('says yes, and uses up no nonce', async () => {
    const asked = question();
    for (let n = 0; n < 2; n++) {
      expect(await verify(asked)).toMatchObject({ matches: true, wouldBeAccepted: true, differences: [] });
    }
  });

  test('compares canonical strings line by line', async () => {
    const asked = question({ signature: 'v1=00' });
    const theirs = ['v1', asked.timestamp, asked.nonce, 'GET', path, emptyHash].join('\n');
    const answer = await verify({ ...asked, canonicalString: theirs });
    expect(answer.canonicalString.split('\n')[4]).toBe(sorted);
    expect(answer.differences).toEqual([
      { path: 'canonicalString.path', reason: 'signed_otherwise', msg: `should be ${sorted}` },
    ]);
  });

  test.each<[string, (lines: string[]) => string, RegExp]>([
    ['unsorted query', (l) => `v1=${hmac(l.with(4, path).join('\n')).digest('hex')}`, /not sorted/],
    [
      'no query',
      (l) => `v1=${hmac(l.with(4, '/open/v1/order/list').join('\n')).digest('hex')}`,
      /query was left out/,
    ],
    ['no version', (l) => `v1=${hmac(l.slice(1).join('\n')).digest('hex')}`, /version line/],
    ['base64', (l) => hmac(l.join('\n')).digest('base64'), /base64/],
    ['no prefix', (l) => hmac(l.join('\n')).digest('hex'), /prefix/],
    ['a line break at the end', (l) => `v1=${hmac(`${l.join('\n')}\n`).digest('hex')}`, /line break/],
    ['something else', () => `v1=${'0'.repeat(64)}`, /none of your valid app_secrets/],
  ])('explains: %s', async (_name, forge, msg) => {
    const asked = question();
    const lines = ['v1', asked.timestamp, asked.nonce, 'GET', sorted, emptyHash];
    const answer = await verify({ ...asked, signature: forge(lines) });
    expect(answer.matches).toBe(false);
    expect(answer.differences).toEqual([
      { path: 'signature', reason: 'wrong_signature', msg: expect.stringMatching(msg) },
    ]);
  });

  test('never tells the secret nor the right signature', async () => {
    const asked = question();
    const answer = JSON.stringify(await verify({ ...asked, signature: 'v1=00' }));
    expect(answer).not.toContain(agency.clientSecret);
    expect(answer).not.toContain(asked.signature.slice(3));
  });

  test('tells a stale timestamp and a used nonce', async () => {
    const target = '/open/v1/guide/list';
    const used = signatureHeaders(agency.clientSecret, { method: 'GET', target });
    await get(target, used);
    const answer = await verify({
      ...question(),
      path: target,
      timestamp: used['x-timestamp'],
      nonce: used['x-nonce'],
      signature: used['x-signature'],
    });
    expect(answer).toMatchObject({ matches: true, wouldBeAccepted: false, differences: [{ path: 'nonce' }] });
    const stale = question({ timestamp: `${seconds() - 900}` });
    expect((await verify(stale)).differences).toContainEqual({
      path: 'header.x-timestamp',
      reason: 'clock_skew',
      msg: expect.stringContaining('behind our clock'),
    });
  });

  test('helps a credential that must sign and cannot yet', async () => {
    const client = await createMerchant(api, 'mk_learns');
    await api.orm.em
      .fork()
      .nativeUpdate(Credential, { merchantKey: client.clientId }, { requireSignature: true });
    const answer = await api.as(client, { method: 'POST', url: VERIFY, payload: question() });
    expect(answer.json()).toMatchObject({ code: 200, data: { matches: false } });
  });
});
