import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { BASE_URL, createTestApp, type TestApp } from '../support/app.ts';
import { type Endpoint, endpointsOf, requestFor } from '../support/data/endpoints.ts';
import { createConformance } from '../support/documents/openapi.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'] as const;
type Method = NonNullable<InjectOptions['method']>;

/** Every path of both documents, with the methods that they have there. The table makes itself. */
let api: TestApp;
let app: FastifyInstance;
let endpoints: Endpoint[];
let paths: Map<string, Endpoint[]>;
let expectDescribed: Awaited<ReturnType<typeof createConformance>>;

beforeAll(async () => {
  api = await createTestApp();
  const reached = async () => {
    throw new Error('a refused request reached a service');
  };
  const orders = new Proxy({}, { get: (_, name) => (name === 'holds' ? orders : reached) }) as never;
  app = await api.another({ orders });
  endpoints = [...(await endpointsOf(app)), ...(await endpointsOf(app, '/octo/v1/openapi.json'))];
  expectDescribed = await createConformance(app);
  paths = Map.groupBy(endpoints, ({ path }) => path);
});
afterAll(() => api.close());

const REFUSED = { code: 40500, data: { docUrl: `${BASE_URL}/docs/errors#40500` } };
const REFUSED_BY_OCTO = { error: 'METHOD_NOT_ALLOWED', errorMessage: expect.any(String) };

test('a wrong method on any path is 405 with Allow, without a token and whatever the body', async () => {
  expect(paths.size).toBeGreaterThan(60);
  for (const [path, there] of paths) {
    const methods: readonly string[] = there.map(({ method }) => method);
    for (const method of METHODS.filter((one) => !methods.includes(one))) {
      const payload = method === 'GET' || method === 'TRACE' ? undefined : '{';
      const answer = await app.inject({
        method: method as Method,
        url: requestFor(there[0]!).url,
        headers: { 'content-type': 'text/html' },
        ...(payload === undefined ? {} : { payload }),
      });
      expect([method, path, answer.statusCode]).toEqual([method, path, 405]);
      expect(allowOf(answer.headers)).toEqual(withImplied(methods));
      expect(answer.json()).toMatchObject(path.startsWith('/octo/v1/') ? REFUSED_BY_OCTO : REFUSED);
    }
  }
});

test('OPTIONS says what a path has, and answers nothing else', async () => {
  for (const [path, there] of paths) {
    const answer = await app.inject({ method: 'OPTIONS', url: requestFor(there[0]!).url });
    expect([path, answer.statusCode, answer.body]).toEqual([path, 204, '']);
    expect(allowOf(answer.headers)).toEqual(withImplied(there.map(({ method }) => method)));
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  }
});

test('HEAD answers as GET does, without a body', async () => {
  const authorization = `Bearer ${await api.token(api.sandbox.agency)}`;
  const head = await app.inject({ method: 'HEAD', url: '/open/v1/guide/list', headers: { authorization } });
  expect([head.statusCode, head.body]).toEqual([200, '']);
});

describe('a wrong content type', () => {
  const isOpen = ({ path }: Endpoint) => path.startsWith('/open/v1/');
  const mayHaveBody = ({ method }: Endpoint) => method !== 'GET';

  test('of any operation is 415, names the right one, and is documented', async () => {
    const authorization = await everyScope();
    const open = endpoints.filter(isOpen).filter(mayHaveBody);
    expect(open.length).toBeGreaterThan(30);
    for (const endpoint of open) {
      const { method, url } = requestFor(endpoint);
      const headers = { authorization, 'content-type': 'application/xml' };
      const answer = await app.inject({ method, url, headers, payload: '<xml/>' });
      const { code, data } = answer.json();
      expect([endpoint.name, answer.statusCode, code]).toEqual([endpoint.name, 415, 41500]);
      expect([answer.headers.accept, data.details[0].msg]).toEqual([
        'application/json',
        'must be application/json',
      ]);
      expectDescribed(method, endpoint.path, answer);
    }
  });

  test('of auth/token is 415 too, and names the form', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/open/v1/auth/token',
      payload: { grant_type: 'client_credentials' },
    });
    expect([answer.statusCode, answer.json()]).toEqual([
      415,
      expect.objectContaining({ code: 41500, error: 'invalid_request' }),
    ]);
    expect(answer.headers.accept).toBe('application/x-www-form-urlencoded');
  });

  test("of OCTO's endpoints is told in OCTO's form", async () => {
    const authorization = await everyScope();
    const headers = { authorization, 'content-type': 'application/xml' };
    const answer = await app.inject({ method: 'POST', url: '/octo/v1/bookings', headers, payload: '<xml/>' });
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'BAD_REQUEST']);
  });
});

/** A content type is looked at after the token, and its scope. */
async function everyScope(): Promise<string> {
  const scope = [...new Set(endpoints.map((one) => one.scope).filter((one) => one !== undefined))];
  return `Bearer ${await api.token(api.sandbox.studio, scope.join(' '))}`;
}

const allowOf = (headers: { allow?: unknown }) => String(headers.allow).split(', ');

function withImplied(methods: readonly string[]): string[] {
  return [...methods, 'OPTIONS', ...(methods.includes('GET') ? ['HEAD'] : [])].toSorted();
}
