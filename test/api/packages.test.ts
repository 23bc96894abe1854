/** What integrators install, as the API serves it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createTestApp, type TestApp } from '../support/app.ts';

let api: TestApp;
let folder: string;
const get = (url: string, headers: Record<string, string> = {}) => api.app.inject({ url, headers });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guidepost-packages-'));
  api = await createTestApp({ packages: join(folder, 'dist') });
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

test('while there are none, their addresses say so, and when to ask again', async () => {
  const answer = await get('/packages/sdk.tgz');
  expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([
    503,
    '5',
    expect.objectContaining({ code: 50301, msg: 'the packages are being built' }),
  ]);
});

describe('once they are built,', () => {
  beforeAll(() => {
    const dist = join(folder, 'dist');
    mkdirSync(dist);
    for (const name of ['sdk', 'sdk-0123456789abcdef', 'cli', 'cli-fedcba9876543210'])
      writeFileSync(join(dist, `${name}.tgz`), `packed ${name.slice(0, 3)}`);
    writeFileSync(join(dist, 'stamp'), 'secret');
    writeFileSync(join(folder, 'sdk.tgz'), 'secret');
  });

  test('the newest has an address that stays, and names the one whose content stays', async () => {
    const answer = await get('/packages/sdk.tgz');
    expect([answer.statusCode, answer.body]).toEqual([200, 'packed sdk']);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/gzip',
      'cache-control': 'no-cache',
      'content-location': '/packages/sdk-0123456789abcdef.tgz',
    });
    const again = await get('/packages/sdk.tgz', { 'if-none-match': String(answer.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  test('what is named by its content is kept for a year', async () => {
    const answer = await get('/packages/cli-fedcba9876543210.tgz');
    expect([answer.statusCode, answer.body, answer.headers['cache-control']]).toEqual([
      200,
      'packed cli',
      'public, max-age=31536000, immutable',
    ]);
  });

  test.each([
    '/packages',
    '/packages/',
    '/packages/stamp',
    '/packages/sdk',
    '/packages/sdk-0000000000000000.tgz',
    '/packages/sdk-python.tgz',
    '/packages/..%2fsdk.tgz',
    '/packages/%2e%2e/sdk.tgz',
    '/packages/sdk.tgz%00',
    '/packages/sdk.tgz%0a',
  ])('%s is nothing', async (url) => {
    const answer = await get(url);
    expect([400, 404]).toContain(answer.statusCode);
    expect(answer.body).not.toContain('secret');
  });
});
