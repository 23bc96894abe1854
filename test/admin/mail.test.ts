import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { AuditEntry } from '../../db/entities/index.ts';
import { readMailDomain } from '../../db/queries/notices/inbound-mails.ts';
import { createMailKey } from '../../services/notices/mail-addresses.ts';
import { createTestApp, ENCRYPTION_KEY, type TestApp } from '../support/app.ts';
import { type AdminShell, openAdminShell } from '../support/platform/admin-shell.ts';

let api: TestApp;
let shell: AdminShell;
beforeAll(async () => {
  shell = openAdminShell();
  api = await createTestApp();
});
afterAll(async () => {
  await shell.close();
  await api.close();
});

const environment = () => ({
  DATABASE_URL: api.databaseUrl,
  ENCRYPTION_KEY: ENCRYPTION_KEY.toString('base64'),
  CONSOLE_BASE_URL: 'https://console.guidepost.example',
});
const mail = (...args: string[]) => shell.run(environment(), ['mail', ...args, '--json']);
const domain = () => readMailDomain(api.orm.em.fork());

test('mails of a domain come in, until an operator ends it; the audit log says both', async () => {
  const shown = async (...args: string[]) => JSON.parse((await mail(...args)).stdout);
  const how = { url: 'https://console.guidepost.example/api/mails', key: createMailKey(api.cipher).text };
  expect(await shown('show')).toEqual({ domain: null, ...how });
  expect(await shown('receive', 'Reply.Guidepost.example')).toEqual({
    domain: 'reply.guidepost.example',
    ...how,
  });
  expect(await domain()).toBe('reply.guidepost.example');
  expect(await shown('stop')).toEqual({ domain: null, ...how });
  expect(await domain()).toBeUndefined();
  const entries = await api.orm.em
    .fork()
    .find(AuditEntry, { action: 'mail.receiving_set' }, { orderBy: { id: 'asc' } });
  expect(entries.map(({ details }) => details)).toEqual([
    { domain: 'reply.guidepost.example' },
    { domain: null },
  ]);
});

test.each([
  'localhost',
  'reply@guidepost.example',
  'a b.example',
  '-a.example',
  `${'a'.repeat(64)}.example`,
  '10.0.0.1',
  '',
])('%j is no domain, and changes nothing', async (name) => {
  const { code } = await mail('receive', name);
  expect(code).toBe(2);
  expect(await domain()).toBeUndefined();
});
