import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createTestApp, type TestApp } from '../support/app.ts';

let api: TestApp;
let folder: string;
const get = (url: string, headers: Record<string, string> = {}) => api.app.inject({ url, headers });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guidepost-docs-'));
  api = await createTestApp({ documentation: join(folder, 'site') });
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

test('while there is no site, every address of it says that it is being built, and the document is answered', async () => {
  for (const url of ['/docs', '/docs/', '/docs/errors', '/docs/assets/1/site.css']) {
    const answer = await get(url);
    expect([answer.statusCode, answer.headers['retry-after'], answer.headers['cache-control']]).toEqual([
      503,
      '5',
      'no-store',
    ]);
    expect(answer.body).toContain('The documentation is being built');
  }
  expect((await get('/docs/json')).json().openapi).toBe('3.1.0');
});

describe('once it is built,', () => {
  beforeAll(() => {
    const site = join(folder, 'site');
    mkdirSync(join(site, 'assets', 'a1'), { recursive: true });
    mkdirSync(join(site, 'errors'));
    writeFileSync(join(site, 'index.html'), '<h1>Home</h1>');
    writeFileSync(join(site, 'errors.html'), '<h1>Errors</h1>');
    writeFileSync(join(site, 'errors.html.br'), brotliCompressSync('<h1>Errors</h1>'));
    writeFileSync(join(site, 'errors', 'deep.html'), '<h1>Deep</h1>');
    writeFileSync(join(site, '404.html'), '<h1>There is no such page</h1>');
    writeFileSync(join(site, 'assets', 'a1', 'site.css'), 'body { color: black }');
    writeFileSync(join(folder, 'secret.html'), 'secret');
  });

  test.each([
    ['/docs', 'Home'],
    ['/docs/', 'Home'],
    ['/docs/errors', 'Errors'],
    ['/docs/errors/deep', 'Deep'],
  ])('%s is a page, under a policy that lets it run and load its own files only', async (url, title) => {
    const page = await get(url);
    expect([page.statusCode, page.body]).toEqual([200, `<h1>${title}</h1>`]);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
    });
    const policy = page.headers['content-security-policy'];
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(policy).not.toMatch(/unsafe|https?:|data:/);
  });

  test('the root leads to it', async () => {
    const answer = await get('/');
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/docs']);
  });

  test('a page that has not changed since is not sent again', async () => {
    const { etag } = (await get('/docs/errors')).headers;
    const again = await get('/docs/errors', { 'if-none-match': String(etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  test('a page is sent compressed to whoever takes it', async () => {
    const page = await get('/docs/errors', { 'accept-encoding': 'br' });
    expect(page.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'text/html; charset=utf-8',
    });
  });

  test('an asset is kept for a year', async () => {
    const asset = await get('/docs/assets/a1/site.css');
    expect(asset.headers).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });

  test.each([
    '/docs/nothing',
    '/docs/errors/',
    '/docs/errors.html',
    '/docs/assets/a1/',
    '/docs/assets/a2/site.css',
  ])('%s is no page', async (url) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.body]).toEqual([404, '<h1>There is no such page</h1>']);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test.each([
    '/docs/../secret',
    '/docs/%2e%2e/secret',
    '/docs/..%2fsecret',
    '/docs/errors/../../secret',
    '/docs/errors/%2e%2e%2f%2e%2e%2fsecret',
    '/docs/assets/../../secret.html',
    '/docs/assets/%2e%2e/%2e%2e/secret.html',
    '/docs/assets/a1/..%2f..%2f..%2fsecret.html',
    '/docs/assets/..%5c..%5csecret.html',
    '/docs//etc/passwd',
    '/docs/%2fetc%2fpasswd',
    '/docs/secret%00',
    '/docs/assets/a1/%00',
  ])('%s leads out of it nowhere', async (url) => {
    const answer = await get(url);
    expect([400, 403, 404]).toContain(answer.statusCode);
    expect(answer.body).not.toMatch(/^secret|root:/);
  });
});
