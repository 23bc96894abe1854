import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { ConsoleSession, Person } from '../../../db/entities/index.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { createAuthenticator, type Pretence } from '../../support/console/authenticator.ts';
import { CONSOLE_URL, createTestConsole, type TestConsole } from '../../support/console/console-app.ts';
import {
  addPerson,
  EMAIL,
  PASSWORD,
  setUpTotp,
  signIn,
  takeMails,
  totpCode,
  type Visitor,
  visitor,
} from '../../support/console/console-people.ts';

const MINUTE = 60_000;
let api: TestApp;
let site: TestConsole;
let personId: number;

beforeAll(async () => {
  api = await createTestApp();
  site = await createTestConsole(api);
});
afterAll(async () => {
  await site.close();
  await api.close();
});
beforeEach(async () => {
  await api.unbounded.em.fork().execute('truncate person cascade');
  await api.unbounded.em.fork().execute('truncate mail');
  personId = await addPerson(api);
});

test('an app counts once its first code was shown; its recovery codes are shown once', async () => {
  const browser = await signIn(site.app);
  const begun = (await browser.post('totp/begin')).json().data;
  expect(begun.uri).toMatch(/^otpauth:\/\/totp\/Guidepost:ines%40agency\.example\?/);
  expect((await browser.get('me')).json().data.factors).toMatchObject({ totp: false });
  expect((await browser.post('totp/confirm', { code: '123456' })).statusCode).toBe(401);
  const confirmed = await browser.post('totp/confirm', { code: totpCode(begun.secret, api.clock.now) });
  expect(confirmed.json().data.recoveryCodes).toHaveLength(10);
  expect(new Set(confirmed.json().data.recoveryCodes).size).toBe(10);
  expect((await browser.get('me')).json().data).toMatchObject({
    next: 'done',
    factors: { totp: true, recoveryCodesLeft: 10 },
  });
  expect((await browser.post('totp/begin')).json().data.reason).toBe('totp_is_set_up');
  expect(await takeMails(api)).toMatchObject([{ subject: 'An authenticator app was added' }]);
});

test('the code that confirmed the app signs nobody in', async () => {
  const { secret } = await setUpTotp(api, site.app);
  const browser = await signIn(site.app);
  const answer = await browser.post('second-factor', { totp: totpCode(secret, api.clock.now) });
  expect(answer.statusCode).toBe(401);
});

test('what is about factors needs the second factor of the last quarter of an hour', async () => {
  const { browser, secret } = await setUpTotp(api, site.app);
  api.clock.now = new Date(api.clock.now.getTime() + 16 * MINUTE);
  for (const path of ['totp/remove', 'recovery-codes', 'passkeys/options']) {
    expect((await browser.post(path)).json()).toMatchObject({
      code: 40006,
      data: { reason: 'second_factor_needed', can: ['totp', 'recovery_code'] },
    });
  }
  await browser.post('second-factor', { totp: totpCode(secret, api.clock.now) });
  expect((await browser.post('recovery-codes')).json().data.recoveryCodes).toHaveLength(10);
  expect((await browser.post('totp/remove')).statusCode).toBe(200);
});

test('new recovery codes end the old ones', async () => {
  const { browser, recoveryCodes } = await setUpTotp(api, site.app);
  const renewed = (await browser.post('recovery-codes')).json().data.recoveryCodes as string[];
  const newcomer = await signIn(site.app);
  expect((await newcomer.post('second-factor', { recoveryCode: recoveryCodes[0]! })).statusCode).toBe(401);
  expect((await newcomer.post('second-factor', { recoveryCode: renewed[0]! })).statusCode).toBe(200);
});

test('without its last factor a person has no recovery codes, and no session counts as one that showed a factor', async () => {
  const { browser, recoveryCodes } = await setUpTotp(api, site.app);
  await browser.post('totp/remove');
  expect((await browser.get('me')).json().data).toMatchObject({
    factors: { totp: false, recoveryCodesLeft: 0 },
  });
  const open = { personId, endedAt: null };
  expect(await api.orm.em.fork().find(ConsoleSession, open)).toMatchObject([{ secondFactorAt: null }]);
  const newcomer = await signIn(site.app);
  expect((await newcomer.post('second-factor', { recoveryCode: recoveryCodes[0]! })).statusCode).toBe(401);
  expect((await browser.post('totp/remove')).json().data.reason).toBe('no_factor');
  expect((await browser.post('recovery-codes')).statusCode).toBe(403);
});

test('a passkey is added, signs in alone, and is both factors', async () => {
  const browser = await signIn(site.app);
  const { authenticator, added } = await addPasskey(browser);
  expect(added.recoveryCodes).toHaveLength(10);
  const newcomer = visitor(site.app);
  const answer = await byPasskey(newcomer, authenticator);
  expect(answer.json().data).toEqual({
    next: 'done',
    factors: { totp: false, passkey: true, recoveryCodes: true },
  });
  expect((await newcomer.get('me')).json().data).toMatchObject({ next: 'done', person: { email: EMAIL } });
  const { passkeys } = (await newcomer.get('passkeys')).json().data;
  expect(passkeys).toMatchObject([{ id: added.id, name: 'Phone' }]);
  expect(passkeys[0].lastUsedAt).not.toBeNull();
});

test('after the password a passkey is the second factor, and makes a session fresh', async () => {
  const { authenticator } = await addPasskey(await signIn(site.app));
  const browser = await signIn(site.app);
  expect((await browser.get('passkeys')).statusCode).toBe(403);
  const { options } = (await browser.post('second-factor/passkey/options')).json().data;
  expect(options.allowCredentials).toMatchObject([{ id: authenticator.id }]);
  expect(options.userVerification).toBe('required');
  const response = authenticator.get(options);
  expect((await browser.post('second-factor/passkey/verify', { response })).json().data.next).toBe('done');
  expect((await browser.get('passkeys')).statusCode).toBe(200);
});

test('an answer counts once', async () => {
  const { authenticator } = await addPasskey(await signIn(site.app));
  const { options } = (await visitor(site.app).post('sign-in/passkey/options')).json().data;
  const response = authenticator.get(options);
  const verify = () => visitor(site.app).post('sign-in/passkey/verify', { response });
  const codes = (await Promise.all([verify(), verify()])).map(({ statusCode }) => statusCode);
  expect(codes.sort()).toEqual([200, 401]);
  expect((await verify()).statusCode).toBe(401);
});

test('a challenge ends after five minutes', async () => {
  const { authenticator } = await addPasskey(await signIn(site.app));
  const { options } = (await visitor(site.app).post('sign-in/passkey/options')).json().data;
  api.clock.now = new Date(api.clock.now.getTime() + 5 * MINUTE + 1);
  const answer = await visitor(site.app).post('sign-in/passkey/verify', {
    response: authenticator.get(options),
  });
  expect(answer.statusCode).toBe(401);
});

const PRETENCES: [string, Pretence][] = [
  ['another site', { origin: 'https://console.guidepost.example.evil.example' }],
  ['nobody that was verified', { userVerified: false }],
  ['a challenge of its own', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
];
test.each(PRETENCES)('an answer with %s is refused, to sign in and to be added', async (_, pretence) => {
  const browser = await signIn(site.app);
  const { authenticator } = await addPasskey(browser);
  expect((await byPasskey(visitor(site.app), authenticator, pretence)).statusCode).toBe(401);
  const { options } = (await browser.post('passkeys/options')).json().data;
  const response = createAuthenticator(CONSOLE_URL).create(options, pretence);
  expect((await browser.post('passkeys', { name: 'Forged', response })).statusCode).toBe(401);
});

test('a counter that goes back is of a copy, and refused', async () => {
  const { authenticator } = await addPasskey(await signIn(site.app));
  expect((await byPasskey(visitor(site.app), authenticator, { counter: 9 })).statusCode).toBe(200);
  expect((await byPasskey(visitor(site.app), authenticator, { counter: 9 })).statusCode).toBe(401);
  expect((await byPasskey(visitor(site.app), authenticator, { counter: 10 })).statusCode).toBe(200);
});

test('a challenge of one session is of no use in another, nor a passkey of somebody else', async () => {
  await addPerson(api, { email: 'other@agency.example' });
  const other = await signIn(site.app, 'other@agency.example');
  const others = await addPasskey(other);
  const { authenticator } = await addPasskey(await signIn(site.app));
  const [here, there] = [await signIn(site.app), await signIn(site.app)];
  const { options } = (await here.post('second-factor/passkey/options')).json().data;
  const send = (browser: Visitor, response: object) =>
    browser.post('second-factor/passkey/verify', { response });
  expect((await send(there, authenticator.get(options))).statusCode).toBe(401);
  expect((await send(here, others.authenticator.get(options))).statusCode).toBe(401);
  const again = (await here.post('second-factor/passkey/options')).json().data;
  expect((await send(here, authenticator.get(again.options))).statusCode).toBe(200);
});

test('a passkey is renamed and removed by its owner only', async () => {
  const browser = await signIn(site.app);
  const { added, authenticator } = await addPasskey(browser);
  await addPerson(api, { email: 'other@agency.example' });
  const other = await signIn(site.app, 'other@agency.example');
  const rename = (who: Visitor) => who.put(`/api/account/passkeys/${added.id}`, { name: 'Old phone' });
  expect((await rename(other)).statusCode).toBe(403);
  expect((await other.post(`passkeys/${added.id}/remove`)).statusCode).toBe(403);
  expect((await rename(browser)).statusCode).toBe(200);
  expect((await browser.get('passkeys')).json().data.passkeys).toMatchObject([{ name: 'Old phone' }]);
  expect((await browser.post(`passkeys/${added.id}/remove`)).statusCode).toBe(200);
  expect((await byPasskey(visitor(site.app), authenticator)).statusCode).toBe(401);
});

test('an operator without a second factor sets one up before anything else', async () => {
  await api.unbounded.em.fork().nativeUpdate(Person, { id: personId }, { operatorRole: 'support' });
  const browser = visitor(site.app);
  const answer = await browser.post('sign-in', { email: EMAIL, password: PASSWORD });
  expect(answer.json().data.next).toBe('set_up_factor');
  expect((await browser.get('me')).json().data.next).toBe('set_up_factor');
  const { secret } = (await browser.post('totp/begin')).json().data;
  await browser.post('totp/confirm', { code: totpCode(secret, api.clock.now) });
  expect((await browser.get('me')).json().data).toMatchObject({ next: 'done', operatorRole: 'support' });
});

async function addPasskey(browser: Visitor) {
  const authenticator = createAuthenticator(CONSOLE_URL);
  const { options } = (await browser.post('passkeys/options')).json().data;
  const response = authenticator.create(options);
  const answer = await browser.post('passkeys', { name: 'Phone', response });
  expect(answer.statusCode).toBe(200);
  return { authenticator, added: answer.json().data as { id: string; recoveryCodes: string[] | null } };
}

async function byPasskey(
  browser: Visitor,
  authenticator: ReturnType<typeof createAuthenticator>,
  pretence?: Pretence,
) {
  const { options } = (await browser.post('sign-in/passkey/options')).json().data;
  return await browser.post('sign-in/passkey/verify', { response: authenticator.get(options, pretence) });
}
