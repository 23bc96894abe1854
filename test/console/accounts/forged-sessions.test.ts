import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ConsoleSession } from '../../../db/entities/index.ts';
import { hashToken, newToken } from '../../../db/secret-tokens.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { type Browser, createTestConsole, type TestConsole } from '../../support/console/console-app.ts';
import { visitor } from '../../support/console/console-people.ts';

/** Who can write to the database, and has no ENCRYPTION_KEY, signs in as nobody. */
let api: TestApp;
let site: TestConsole;
let operator: Browser;
let thief: Browser;

beforeAll(async () => {
  api = await createTestApp();
  site = await createTestConsole(api);
  operator = await site.operator('administrator');
  thief = await site.operator('support', { second: null });
});
afterAll(async () => {
  await site.close();
  await api.close();
});

const tokenOf = ({ cookie }: Browser) => cookie.slice(cookie.indexOf('=') + 1);
const sessionOf = (browser: Browser) =>
  api.orm.em.fork().findOneOrFail(ConsoleSession, { tokenHash: hashToken(tokenOf(browser)) });
async function statusOf(token: string): Promise<number> {
  const browser = visitor(site.app);
  browser.cookie = `__Host-guidepost=${token}`;
  return (await browser.get('/api/account/me')).statusCode;
}
const at = () => api.clock.now;
const row = (token: string, personId: number) => ({
  tokenHash: hashToken(token),
  personId,
  address: '203.0.113.9',
  createdAt: at(),
  lastSeenAt: at(),
  expiresAt: new Date(at().getTime() + 86_400_000),
  firstFactorAt: at(),
  secondFactorAt: at(),
});

test('a session that was signed in works', async () => {
  expect(await statusOf(tokenOf(operator))).toBe(200);
});

test.each([
  ['without a seal', null],
  ['with a made up one', 'f'.repeat(128)],
])('a row %s opens nothing', async (_, seal) => {
  const token = newToken();
  await api.orm.em.fork().insert(ConsoleSession, { ...row(token, operator.personId), seal });
  expect(await statusOf(token)).toBe(401);
});

test('neither does the seal of another session, nor an own session written anew for another person', async () => {
  const own = await sessionOf(thief);
  const token = newToken();
  const em = api.orm.em.fork();
  await em.insert(ConsoleSession, { ...row(token, operator.personId), seal: own.seal ?? null });
  expect(await statusOf(token)).toBe(401);
  const another = await site.operator('support');
  const { seal } = await sessionOf(another);
  await em.nativeDelete(ConsoleSession, { tokenHash: hashToken(tokenOf(another)) });
  await em.insert(ConsoleSession, { ...row(tokenOf(another), operator.personId), seal: seal ?? null });
  expect(await statusOf(tokenOf(another))).toBe(401);
});

test('a second factor that was written in was not shown; one that was taken away is', async () => {
  const { id } = await sessionOf(thief);
  await api.orm.em.fork().nativeUpdate(ConsoleSession, { id }, { secondFactorAt: at() });
  expect(await statusOf(tokenOf(thief))).toBe(401);
  const shown = await sessionOf(operator);
  await api.orm.em.fork().nativeUpdate(ConsoleSession, { id: shown.id }, { secondFactorAt: null });
  expect((await operator.send({ url: '/api/account/me' })).json().data.next).toBe('second_factor');
});
