import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { AuditEntry } from '../../db/entities/index.ts';
import { clientAddress, countedAddress } from '../../lib/admission/client-address.ts';
import { BASE_URL, createTestApp, type TestApp } from '../support/app.ts';

/** Whatever a header holds, a request that reaches the database is carried out or refused: never 50000. */
const LONG = 'a'.repeat(300);
const HEADERS = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-request-id',
  'user-agent',
  'on-behalf-of',
  'idempotency-key',
  'host',
  'x-timestamp',
  'x-nonce',
  'x-signature',
  'referer',
];
const VALUES = [
  LONG,
  `fe80::1%${LONG}`,
  'ü'.repeat(300),
  `${LONG}, ${LONG}`,
  '198.51.100.7:443',
  "'",
  ' ',
  '',
];
let api: TestApp;
let app: FastifyInstance;
let token: string;

beforeAll(async () => {
  api = await createTestApp();
  const config = { publicBaseUrl: BASE_URL, allowInsecureCallbacks: false, trustProxy: ['127.0.0.1'] };
  app = await api.another({ config });
  token = await api.token(api.sandbox.agency, 'notification credential:revoke');
});
afterAll(() => api.close());

const save = (headers: Record<string, string>) =>
  app.inject({
    method: 'PUT',
    url: '/open/v1/callback/config',
    headers: { authorization: `Bearer ${token}`, ...headers },
    payload: { url: 'https://hooks.example.com/' },
  });

describe.each(HEADERS)('%s', (name) => {
  test.each(VALUES.map((value) => [value.slice(0, 20), value] as const))('%j', async (_short, value) => {
    const answer = await save({ [name]: value });
    expect([200, 400, 401, 403]).toContain(answer.statusCode);
  });
});

test("the audit log has the client's address as proxies told it, or says that they told none", async () => {
  const notified = async (forwarded: string) => {
    await save({ 'x-forwarded-for': forwarded });
    const [entry] = await api.orm.em.fork().find(AuditEntry, {}, { orderBy: { id: 'desc' }, limit: 1 });
    return entry?.address;
  };
  expect(await notified('198.51.100.7')).toBe('198.51.100.7');
  expect(await notified('2001:DB8::0001')).toBe('2001:db8::1');
  expect(await notified(LONG)).toBe('unknown');
  expect(await notified(`fe80::1%${LONG}`)).toBe('fe80::1');
});

test('a zone makes no other address', () => {
  expect(clientAddress('fe80::1%eth0')).toBe('fe80::1');
  expect(countedAddress(`fe80::1%${LONG}`)).toBe(countedAddress('fe80::2'));
});
