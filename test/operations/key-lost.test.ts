import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { createCipher } from '../../db/cipher.ts';
import { CallbackEndpoint } from '../../db/entities/index.ts';
import { openInstallation, WrongKeyError } from '../../db/installation.ts';
import { SECRET_STORES } from '../../db/secret-stores.ts';
import { createTestApp, type TestApp, tokenRequest } from '../support/app.ts';
import { type AdminShell, openAdminShell } from '../support/platform/admin-shell.ts';

const NEW = Buffer.alloc(32, 4);
const AGENCY = 'mk_sandbox_agency';
const PAGE = new URL('../../docs/recovery.md', import.meta.url);
const URL_OF_AGENCY = 'https://agency.example/callbacks';

let api: TestApp;
let shell: AdminShell;
let id: string;

beforeAll(async () => {
  shell = openAdminShell();
  api = await createTestApp();
  id = await openInstallation(api.orm.em.fork(), api.cipher);
  expect((await saveAddress(api.app, await api.token(api.sandbox.agency))).code).toBe(200);
});
afterAll(async () => {
  await shell.close();
  await api.close();
});

test('the statements name every place where secrets are', () => {
  const places = SECRET_STORES.map(({ table }) => table);
  expect(places.filter((table) => !new RegExp(`\\b(from|update) ${table}\\b`).test(statements()))).toEqual(
    [],
  );
});

test('after them the platform goes on with a new key: same installation, new app_secrets, endpoints that wait', async () => {
  const cipher = createCipher(NEW);
  const em = () => api.orm.em.fork();
  await expect(openInstallation(em(), cipher)).rejects.toThrow(WrongKeyError);
  await api.unbounded.em.fork().execute(statements());
  expect(await openInstallation(em(), cipher)).toBe(id);
  const checked = await admin('reencrypt', '--check');
  expect([checked.code, checked.stdout]).toEqual([0, expect.stringContaining('all secrets are encrypted')]);

  const endpoint = await em().findOneOrFail(CallbackEndpoint, { merchantKey: AGENCY, isFirst: true });
  expect([endpoint.url, endpoint.pausedAt]).toEqual([URL_OF_AGENCY, expect.any(Date)]);
  const app = await api.another({ cipher });
  expect((await app.inject(tokenRequest(api.sandbox.agency))).statusCode).toBe(401);
  const issued = await admin('--json', 'issue', AGENCY);
  const { clientId, clientSecret } = secretIn(issued.stdout);
  const token = (await app.inject(tokenRequest({ clientId, clientSecret }))).json().data.access_token;
  expect(await saveAddress(app, token)).toMatchObject({ code: 200, data: { secret: expect.any(String) } });
  const saved = await em().findOneOrFail(CallbackEndpoint, endpoint.id);
  expect([saved.pausedAt, await cipher.decrypt(saved.secretEncrypted!)]).toEqual([null, expect.any(String)]);
});

/** As the page has them. */
function statements(): string {
  const [, section = ''] =
    /\n## ENCRYPTION_KEY is lost\n([\s\S]*?)(?=\n## |$)/.exec(readFileSync(PAGE, 'utf8')) ?? [];
  return /```sql\n([\s\S]*?)```/.exec(section)?.[1] ?? '';
}

function secretIn(json: string): { clientId: string; clientSecret: string } {
  const { client_id: clientId, client_secret: clientSecret } = JSON.parse(json);
  return { clientId, clientSecret };
}

async function saveAddress(app: FastifyInstance, token: string) {
  const answer = await app.inject({
    method: 'PUT',
    url: '/open/v1/callback/config',
    headers: { authorization: `Bearer ${token}` },
    payload: { url: URL_OF_AGENCY },
  });
  return answer.json();
}

const admin = (...args: string[]) =>
  shell.run({ DATABASE_URL: api.databaseUrl, ENCRYPTION_KEY: NEW.toString('base64') }, args);
