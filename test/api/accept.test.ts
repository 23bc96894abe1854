import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { BASE_URL, createTestApp, type TestApp } from '../support/app.ts';

let api: TestApp;
let authorization: string;
beforeAll(async () => {
  api = await createTestApp();
  authorization = `Bearer ${await api.token(api.sandbox.agency)}`;
});
afterAll(() => api.close());

const ask = (accept: string | undefined) =>
  api.app.inject({
    url: '/open/v1/guide/list',
    headers: { authorization, ...(accept === undefined ? {} : { accept }) },
  });

test.each([
  undefined,
  '',
  '*/*',
  'application/*',
  'application/json',
  'Application/JSON',
  'application/json; charset=utf-8',
  'application/json;charset=UTF-8',
  'text/html, application/json;q=0.1',
  'text/html,application/xhtml+xml,*/*;q=0.8',
  'image/png, */*;q=0.001',
  'json',
])('Accept %j: JSON', async (accept) => {
  const answer = await ask(accept);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([
    200,
    'application/json; charset=utf-8',
  ]);
});

test.each([
  'image/png',
  'text/*',
  'application/json;q=0',
  '*/*;q=0',
  'text/csv, application/pdf',
  'application/vnd.api+json',
])('Accept %j: 406 with 40601', async (accept) => {
  const answer = await ask(accept);
  expect([answer.statusCode, answer.json()]).toEqual([
    406,
    {
      code: 40601,
      msg: expect.any(String),
      data: {
        requestId: expect.any(String),
        docUrl: `${BASE_URL}/docs/errors#40601`,
        details: [
          { path: 'header.accept', reason: 'not_acceptable', msg: 'accepts none of application/json' },
        ],
      },
    },
  ]);
});

test('nothing is done for who could not read the answer', async () => {
  const answer = await api.app.inject({
    method: 'PUT',
    url: '/open/v1/callback/config',
    headers: { authorization, accept: 'image/png' },
    payload: { url: 'https://agency.example/callback' },
  });
  expect(answer.statusCode).toBe(406);
  const config = await api.app.inject({ url: '/open/v1/callback/config', headers: { authorization } });
  expect(config.json().data.url).toBeNull();
});
