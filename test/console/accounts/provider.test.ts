import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { ConsoleSession, Person } from '../../../db/entities/index.ts';
import { BASE_URL, createTestApp, type TestApp } from '../../support/app.ts';
import { CONSOLE_URL, createTestConsole, type TestConsole } from '../../support/console/console-app.ts';
import { addPerson, EMAIL, visitor } from '../../support/console/console-people.ts';
import {
  type Claims,
  type OpenIdProvider,
  startOpenIdProvider,
} from '../../support/console/openid-provider.ts';

const CLIENT = { clientId: 'console', clientSecret: 'a secret of the provider' };
let api: TestApp;
let site: TestConsole;
let provider: OpenIdProvider;
let personId: number;

beforeAll(async () => {
  api = await createTestApp();
  provider = await startOpenIdProvider(CLIENT.clientId);
  const oidc = { issuer: provider.issuer, ...CLIENT };
  const config = { publicBaseUrl: BASE_URL, consoleBaseUrl: CONSOLE_URL, allowInsecureCallbacks: true, oidc };
  site = await createTestConsole(api, { config });
});
afterAll(async () => {
  await site.close();
  await provider.close();
  await api.close();
});
beforeEach(async () => {
  await api.unbounded.em.fork().execute('truncate person cascade');
  personId = await addPerson(api, { operatorRole: 'support', passwordHash: null });
});

/** Goes to the provider and comes back, as a browser that another site sends. */
async function walk(claims: Claims, change: { cookie?: string; search?: (url: URL) => void } = {}) {
  provider.claims = { email: EMAIL, ...claims };
  const started = await site.app.inject({ method: 'GET', url: '/api/account/oidc/start' });
  const [cookie] = started.cookies;
  const back = provider.visit(started.headers.location as string);
  change.search?.(back);
  const headers = {
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'navigate',
    cookie: change.cookie ?? `${cookie!.name}=${cookie!.value}`,
  };
  const answer = await site.app.inject({ method: 'GET', url: `${back.pathname}${back.search}`, headers });
  return { answer, back, headers, started };
}
const refused = { statusCode: 302, headers: { location: '/sign-in?refused=provider' } };

test('an operator whom the provider knows is signed in, with both factors', async () => {
  expect((await visitor(site.app).get('ways')).json().data.oidc).toBe(true);
  const { answer, started } = await walk({ email: EMAIL.toUpperCase(), amr: ['pwd', 'mfa'] });
  expect(started.headers.location).toContain('code_challenge_method=S256');
  expect(answer).toMatchObject({ statusCode: 302, headers: { location: '/' } });
  const browser = visitor(site.app);
  const session = answer.cookies.find(({ name }) => name === '__Host-guidepost');
  browser.cookie = `${session!.name}=${session!.value}`;
  expect((await browser.get('me')).json().data).toMatchObject({ next: 'done', operatorRole: 'support' });
});

const REFUSED: [string, Claims][] = [
  ['an address that is of nobody', { email: 'nobody@agency.example' }],
  ['an address that the provider has not verified', { email_verified: false }],
  ['no address', { email: undefined }],
  ['a password alone', { amr: ['pwd'] }],
  ['a nonce of another sign-in', { nonce: 'another' }],
  ['a sign-in of long ago', { auth_time: 1_000 }],
];
test.each(REFUSED)('who comes back with %s is not signed in, and no account is made', async (_, claims) => {
  const { answer } = await walk(claims);
  expect(answer).toMatchObject(refused);
  const em = api.orm.em.fork();
  expect([await em.count(ConsoleSession), await em.count(Person)]).toEqual([0, 1]);
});

test('somebody who is no operator is not signed in, even with an account', async () => {
  await api.unbounded.em.fork().nativeUpdate(Person, { id: personId }, { operatorRole: null });
  expect((await walk({})).answer).toMatchObject(refused);
});

test('a link that another browser began signs nobody in', async () => {
  expect((await walk({}, { cookie: '__Host-guidepost-provider=other' })).answer).toMatchObject(refused);
  expect((await walk({}, { cookie: '' })).answer).toMatchObject(refused);
});

test('an answer counts once, and only with its own state', async () => {
  const { answer, back, headers } = await walk({});
  expect(answer.headers.location).toBe('/');
  const again = await site.app.inject({ method: 'GET', url: `${back.pathname}${back.search}`, headers });
  expect(again).toMatchObject(refused);
  const forged = await walk({}, { search: (url) => url.searchParams.set('state', 'forged') });
  expect(forged.answer).toMatchObject(refused);
  const denied = await walk({}, { search: (url) => url.searchParams.set('error', 'access_denied') });
  expect(denied.answer).toMatchObject(refused);
});
