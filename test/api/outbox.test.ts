import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { createOutboxReader, createOutboxTransport } from '../../lib/mail/outbox.ts';
import { BASE_URL, createTestApp, type TestApp } from '../support/app.ts';

const NEVER = new AbortController().signal;
const NAME = '20261122T040000000Z-1';
let api: TestApp;
let app: FastifyInstance;
let outbox: string;
beforeAll(async () => {
  outbox = mkdtempSync(join(tmpdir(), 'outbox-'));
  api = await createTestApp();
  app = await api.another({ outbox: createOutboxReader(outbox) });
});
afterAll(async () => {
  await api.close();
  rmSync(outbox, { recursive: true });
});

const page = (url: string, remoteAddress = '127.0.0.1') => app.inject({ url, remoteAddress });

test('an empty outbox says so', async () => {
  const answer = await page('/outbox');
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(answer.body).toContain('No mails yet.');
});

describe('with mails', () => {
  beforeAll(async () => {
    const transport = createOutboxTransport({ outbox, from: 'no-reply@guidepost.example' });
    const mail = { to: 'operations@agency.example', text: '<script>alert(1)</script> & more\n' };
    const long = `Your endpoint at ${'long.'.repeat(20)}example <b>fails</b>`;
    const [older, newer] = [4, 5].map((hour) => new Date(Date.UTC(2026, 10, 22, hour)));
    await transport.send({ ...mail, subject: 'The older one', number: 1, createdAt: older! }, NEVER);
    await transport.send({ ...mail, subject: long, number: 2, createdAt: newer! }, NEVER);
  });

  test('they are listed, the newest first, by their subjects; no address is in a URL', async () => {
    const { body } = await page('/outbox');
    expect([...body.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      '/outbox/20261122T050000000Z-2',
      `/outbox/${NAME}`,
    ]);
    expect(body).toContain('>The older one</a>');
    expect(body).toContain('example &lt;b&gt;fails&lt;/b&gt;</a>');
    expect(body).not.toContain('operations@');
  });

  test('words are shown as their reader sees them, and a long link is whole', async () => {
    const link = `https://console.guidepost.example/reset-password#${'x'.repeat(120)}`;
    const transport = createOutboxTransport({ outbox, from: 'no-reply@guidepost.example' });
    const written = { subject: 'Contraseña nueva: ábrela', text: `Olá Inês,\n\nçá & là: ${link}.\n` };
    const createdAt = new Date('2026-11-22T06:00:00Z');
    await transport.send({ to: 'ines@agency.example', ...written, number: 3, createdAt }, NEVER);
    expect((await page('/outbox')).body).toContain('>Contraseña nueva: ábrela</a>');
    const { body } = await page('/outbox/20261122T060000000Z-3');
    expect(body).toContain(`Olá Inês,\n\nçá &amp; là: <a href="${link}">${link}</a>.`);
    expect(body).toContain('<h1>Contraseña nueva: ábrela</h1>');
    rmSync(join(outbox, '20261122T060000000Z-3.eml'));
  });

  test('one that is a page as well is shown as that, with its calendar, and no more than style', async () => {
    const transport = createOutboxTransport({ outbox, from: 'no-reply@guidepost.example' });
    const createdAt = new Date('2026-11-22T07:00:00Z');
    const said = {
      subject: 'Confirmed',
      text: 'Confirmed\n',
      html: '<h2>Confirmed</h2>',
      calendar: 'BEGIN:VCALENDAR',
    };
    await transport.send({ to: 'ines@agency.example', ...said, number: 4, createdAt }, NEVER);
    const place = '/outbox/20261122T070000000Z-4';
    const { body } = await page(place);
    expect(body).toContain(`<a href="${place}/page">As a page</a>`);
    expect(body).toContain('<h2>trips.ics</h2>\n<pre>BEGIN:VCALENDAR');
    const shown = await page(`${place}/page`);
    expect(shown.body).toContain('<h2>Confirmed</h2>');
    const policy = "default-src 'none'; style-src 'unsafe-inline'";
    expect(shown.headers['content-security-policy']).toContain(policy);
    expect((await page(`/outbox/${NAME}/page`)).statusCode).toBe(404);
    expect((await page(`${place}/page`, '203.0.113.7')).statusCode).toBe(404);
    rmSync(join(outbox, '20261122T070000000Z-4.eml'));
  });

  test('one is shown as it would be sent, and nothing in it is markup', async () => {
    const answer = await page(`/outbox/${NAME}`);
    expect(answer.body).toContain('To: operations@agency.example');
    expect(answer.body).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; more');
    expect(answer.body).not.toContain('<script');
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
    });
  });
});

test.each([
  ['20261122T040000000Z-999', 404, 40400],
  ['..%2f..%2fetc%2fpasswd', 400, 40001],
  ['20261122T040000000Z-1.eml', 400, 40001],
  ['%00', 400, 40001],
  ['9'.repeat(90), 400, 40001],
])('/outbox/%s is refused', async (name, status, code) => {
  const answer = await page(`/outbox/${name}`);
  expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
});

test('only this machine sees it', async () => {
  for (const url of ['/outbox', `/outbox/${NAME}`]) {
    expect((await page(url, '192.0.2.7')).statusCode).toBe(404);
    expect((await page(url, '::1')).statusCode).toBe(200);
  }
});

test('without an outbox there is no page, and it is in no document', async () => {
  expect((await api.app.inject('/outbox')).json().code).toBe(40400);
  expect((await app.inject('/openapi.json')).body).not.toContain('outbox');
});

test.each([
  ['localhost:8080', 200],
  ['127.0.0.1:8080', 200],
  ['[::1]:8080', 200],
  [new URL(BASE_URL).host, 200],
  ['evil.example:8080', 404],
  ['localhost.evil.example', 404],
  ['127.0.0.1.evil.example', 404],
  ['no host', 404],
])(
  'a request for %j from this machine: %i, so that no page can have its own name lead here',
  async (host, status) => {
    const answer = await app.inject({ url: '/outbox', remoteAddress: '127.0.0.1', headers: { host } });
    expect(answer.statusCode).toBe(status);
  },
);
