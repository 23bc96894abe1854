import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FastifyRequest, InjectOptions, LightMyRequestResponse } from 'fastify';
import { Registry } from 'prom-client';
import { createOrm } from '../../db/orm.ts';
import { toPlatformError } from '../../lib/http/plugins/errors.ts';
import { BASE_URL, createTestApp, type TestApp, tokenRequest } from '../support/app.ts';

const CONFIG = '/open/v1/callback/config';
const registry = new Registry();
let api: TestApp;

beforeAll(async () => {
  api = await createTestApp({ registry });
});
afterAll(() => api.close());

/** Exactly the envelope, with the request's id in `data` and in the header. */
function expectRefusal(
  answer: LightMyRequestResponse,
  status: number,
  code: number,
  paths: string[] = [],
): void {
  const { data, ...envelope } = answer.json();
  expect([answer.statusCode, envelope]).toEqual([status, { code, msg: expect.any(String) }]);
  expect(data.requestId).toBe(answer.headers['x-request-id']);
  expect(data.docUrl).toBe(`${BASE_URL}/docs/errors#${code}`);
  expect((data.details ?? []).map((detail: { path: string }) => detail.path)).toEqual(paths);
}

const put = (payload: string, type = 'application/json') =>
  api.as(api.sandbox.agency, { method: 'PUT', url: CONFIG, headers: { 'content-type': type }, payload });

describe('every failure is an envelope:', () => {
  test.each<[string, InjectOptions]>([
    ['an unknown path', { url: '/open/v1/nothing?secret=1' }],
    ['a path with a slash too many', { url: '/open/v1/guide/list/' }],
  ])('%s: 40400', async (_name, options) => {
    expectRefusal(await api.app.inject(options), 404, 40400);
  });

  test.each([
    ['/open/v1/guide/detail/%zz', 'path'],
    ['/%', 'path'],
    [`/open/v1/guide/detail/G${'1'.repeat(600)}`, 'path'],
  ])('the malformed path %s: 40001', async (url, path) => {
    expectRefusal(await api.app.inject({ url }), 400, 40001, [path]);
  });

  test.each([
    ['broken JSON', '{"url":', 'body'],
    ['JSON with a prototype', '{"__proto__":{"url":null}}', 'body'],
    ['JSON with a constructor', '{"constructor":{"prototype":{}}}', 'body'],
    ['no body', '', 'body'],
    ['null', 'null', 'body'],
    ['a list', '[]', 'body'],
    ['a number', '1', 'body'],
    ['more than 64 KiB', JSON.stringify({ url: 'a'.repeat(65_536) }), 'body'],
    ['deep nesting', `{"url":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, 'body.url'],
  ])('%s: 40001', async (_name, payload, path) => {
    expectRefusal(await put(payload), 400, 40001, [path]);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'nonsense'])(
    'the content type %s: 41500, and the right one is named',
    async (type) => {
      const answer = await put('{"url":null}', type);
      expectRefusal(answer, 415, 41500, ['header.content-type']);
      expect(answer.json().data.details[0].msg).toBe('must be application/json');
      expect(answer.headers.accept).toBe('application/json');
    },
  );

  test.each([
    ['{"url":"https://private.example" "x":1}', 'comma expected at line 1, column 34 (character 34)'],
    ['{\n  "url": private\n}', 'invalid symbol at line 2, column 10 (character 12)'],
    ['{"url":null,}', 'property name expected at line 1, column 13 (character 13)'],
    ['{"url":', 'value expected at line 1, column 8 (character 8)'],
  ])('%j: broken JSON says where, and shows nothing of it', async (payload, where) => {
    const [{ reason, msg }] = (await put(payload)).json().data.details;
    expect([reason, msg]).toEqual(['malformed_json', `is not well-formed JSON: ${where}`]);
  });

  test('JSON that is broken and nested too deeply says so', async () => {
    const [{ reason, msg }] = (await put('['.repeat(60_000))).json().data.details;
    expect([reason, msg]).toEqual(['malformed_json', expect.stringContaining('nested too deeply')]);
  });

  test('a JSON content type may name its character set', async () => {
    expect((await put('{"url":null}', 'application/json; charset=utf-8')).statusCode).toBe(200);
  });

  test('every violation is told, not only the first', async () => {
    const answer = await put('{"a":1,"b":2}');
    expectRefusal(answer, 400, 40001, ['body.url', 'body.a', 'body.b']);
  });

  test('the token is asked for before the body is read', async () => {
    const answer = await api.app.inject({
      method: 'PUT',
      url: CONFIG,
      headers: { 'content-type': 'application/json' },
      payload: '{',
    });
    expectRefusal(answer, 401, 40101, ['header.authorization']);
  });
});

test('an unexpected error is 50000, tells nothing, and is logged under the request id', async () => {
  const onCallbackChanged = async () => {
    throw new Error('select secret from credential');
  };
  const broken = await api.another({ onCallbackChanged });
  const headers = {
    authorization: `Bearer ${await api.token(api.sandbox.agency)}`,
    'x-request-id': 'find-me-again',
  };
  const answer = await broken.inject({ method: 'PUT', url: CONFIG, headers, payload: { url: null } });
  expectRefusal(answer, 500, 50000);
  expect(answer.body).not.toMatch(/select|secret|stack|Error/);
  const lines = api.logged.filter((line) => line.includes('find-me-again'));
  expect(lines.join()).toContain('select secret from credential');
});

test("an error of the database reaches the log without the statement's values", async () => {
  const before = api.logged.length;
  const failing = await api.another({
    onCallbackChanged: async () => {
      await api.orm.em
        .fork()
        .execute('insert into merchant (key, name) values (?, ?)', ['mk_x', 'Private Name']);
    },
  });
  const headers = { authorization: `Bearer ${await api.token(api.sandbox.agency)}` };
  const answer = await failing.inject({ method: 'PUT', url: CONFIG, headers, payload: { url: null } });
  expectRefusal(answer, 500, 50000);
  const log = api.logged.slice(before).join('');
  expect(log).toContain('database error');
  expect(log).not.toContain('Private Name');
});

describe('while the database is unavailable', () => {
  const away = () => createOrm({ databaseUrl: 'postgresql://nobody:x@127.0.0.1:1/nothing', poolMax: 1 });

  test('requests are answered 50301 with Retry-After, and /readyz tells which part is missing', async () => {
    const orm = away();
    const app = await api.another({ orm });
    const headers = { authorization: `Bearer ${await api.token(api.sandbox.agency)}` };
    for (const options of [tokenRequest(api.sandbox.agency), { url: '/open/v1/guide/list', headers }]) {
      const answer = await app.inject(options);
      expect([answer.statusCode, answer.json().code]).toEqual([503, 50301]);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      expect(answer.body).not.toContain('127.0.0.1');
    }
    const ready = await app.inject('/readyz');
    expect([ready.statusCode, ready.json().data.components]).toEqual([
      503,
      { database: 'away', temporal: 'unknown' },
    ]);
    expect((await app.inject('/healthz')).statusCode).toBe(200);
    await orm.close();
  });
});

test('Temporal unavailable is told, and the API is ready all the same', async () => {
  const app = await api.another({ probeTemporal: async () => 'does not answer' });
  const answer = await app.inject('/readyz');
  expect([answer.statusCode, answer.json().data.components]).toEqual([
    200,
    { database: 'up', temporal: 'away' },
  ]);
});

describe('X-Request-Id', () => {
  test("is the caller's where it is harmless", async () => {
    const answer = await api.app.inject({ url: '/healthz', headers: { 'x-request-id': 'order-7:a.b_c' } });
    expect(answer.headers['x-request-id']).toBe('order-7:a.b_c');
  });

  test.each(['a'.repeat(129), 'a b', '<script>', 'a"b', ''])('is a new one for %j', async (offered) => {
    const answer = await api.app.inject({ url: '/healthz', headers: { 'x-request-id': offered } });
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});

test('answers carry security headers, and no origin is let in', async () => {
  const { headers } = await api.app.inject({ url: '/healthz', headers: { origin: 'https://evil.example' } });
  expect(headers).toMatchObject({
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
  expect(headers['access-control-allow-origin']).toBeUndefined();
});

test('metrics count requests by route, status and code, not by id', async () => {
  await api.as(api.sandbox.agency, { url: '/open/v1/guide/detail/G999998' });
  const body = await registry.metrics();
  expect(body).toMatch(
    /guidepost_http_request_duration_seconds_count\{method="GET",route="\/open\/v1\/guide\/detail\/:guideId",status="404",code="40004"\} 1/,
  );
  expect(body).not.toContain('G999998');
});

test('a body that breaks off is its client’s affair; a connection of the database that breaks by the same code is not', () => {
  const reset = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
  const refusal = (readableAborted: boolean) =>
    toPlatformError(reset, { params: {}, raw: { readableAborted } } as FastifyRequest);
  expect([refusal(true).code, refusal(true).details]).toEqual([
    40001,
    [{ path: 'body', reason: 'wrong_length', msg: 'ended too early' }],
  ]);
  expect(refusal(false).code).toBe(50301);
});
