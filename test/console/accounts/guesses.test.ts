import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { KnownDevice } from '../../../db/entities/index.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { createTestConsole, type TestConsole } from '../../support/console/console-app.ts';
import {
  addPerson,
  EMAIL,
  NEW_DEVICE,
  PASSWORD,
  setUpTotp,
  signIn,
  takeMails,
  tokenIn,
  totpCode,
  type Visitor,
  visitor,
} from '../../support/console/console-people.ts';
import { recordStatements } from '../../support/data/statements.ts';

const MINUTE = 60_000;
const PASSWORD_GUESSED = 'Somebody tries to guess your password';
const FACTOR_GUESSED = 'Somebody tries to guess your second factor';
const NEW = {
  name: 'Inês Sá',
  language: 'en',
  company: { name: 'Douro Trips', kind: 'agency', country: 'PT' },
};
let api: TestApp;
let site: TestConsole;
let personId: number;

beforeAll(async () => {
  api = await createTestApp();
});
afterAll(async () => {
  await site.close();
  await api.close();
});
// Each with counts of its own.
beforeEach(async () => {
  await site?.close();
  site = await createTestConsole(api);
  await api.unbounded.em.fork().execute('truncate person cascade');
  await api.unbounded.em.fork().execute('truncate mail');
  personId = await addPerson(api);
});

const guess = (browser: Visitor, password = 'a wrong guess', email = EMAIL) =>
  browser.post('sign-in', { email, password });
/** As often as is free, and once more, so that the next one waits. */
async function guessPasswords(browser: Visitor, email = EMAIL): Promise<number[]> {
  const codes = [];
  for (let i = 0; i < 7; i++) codes.push((await guess(browser, `a wrong guess ${i}`, email)).statusCode);
  return codes;
}
const subjects = async (options?: { ofDevices: boolean }) =>
  (await takeMails(api, options)).map(({ subject }) => subject);

test('after five wrong passwords each further guess waits, the right one too, and the owner is let in by her own browser, from anywhere', async () => {
  const owner = await signIn(site.app, EMAIL, PASSWORD, '203.0.113.9');
  // From the owner's address as well.
  expect(await guessPasswords(visitor(site.app, '203.0.113.9'))).toEqual([401, 401, 401, 401, 401, 401, 429]);
  const refused = await guess(visitor(site.app, '198.51.100.8'), PASSWORD);
  expect(refused.json()).toMatchObject({ code: 42901, data: { reason: 'too_many_guesses' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  const elsewhere = visitor(site.app, '198.51.100.99');
  elsewhere.device = owner.device;
  expect((await guess(elsewhere, PASSWORD)).statusCode).toBe(200);
});

test('a browser that is known guesses no more often than others, and holds up nobody else', async () => {
  const owner = await signIn(site.app);
  expect(await guessPasswords(owner)).toEqual([401, 401, 401, 401, 401, 401, 429]);
  expect((await guess(visitor(site.app), PASSWORD)).statusCode).toBe(200);
});

test('a cookie that somebody made up, or that is of another person, is a browser that nobody knows', async () => {
  await addPerson(api, { email: 'other@agency.example' });
  const other = await signIn(site.app, 'other@agency.example');
  const stranger = visitor(site.app);
  stranger.device = `__Host-guidepost-device=${'x'.repeat(43)}`;
  for (let i = 0; i < 3; i++) await guess(other, 'wrong');
  for (let i = 0; i < 3; i++) await guess(stranger, 'wrong');
  expect((await guess(visitor(site.app))).statusCode).toBe(429);
});

test('an unknown address waits as a known one does, and its mailbox gets nothing', async () => {
  expect(await guessPasswords(visitor(site.app), 'nobody@agency.example')).toEqual([
    401, 401, 401, 401, 401, 401, 429,
  ]);
  expect(await subjects()).toEqual([]);
});

/** Timing shows nothing, either. */
test('a known and an unknown address are asked for by the same statements', async () => {
  const statements = recordStatements(api.orm);
  const asked = [];
  for (const email of [EMAIL, 'nobody@agency.example']) {
    await visitor(site.app).post('password-reset/ask', { email });
    asked.push(statements.take());
    await visitor(site.app).post('register', { ...NEW, email });
    asked.push(statements.take());
    for (let i = 0; i < 5; i++)
      await visitor(site.app).post('sign-in', { email, password: 'not this one at all' });
    asked.push(statements.take());
  }
  statements.stop();
  expect(asked.slice(0, 3)).toEqual(asked.slice(3));
  expect(asked.every((one) => one.length > 3)).toBe(true);
});

test('of many guesses at once only a few are looked at', async () => {
  const guesses = Array.from({ length: 20 }, (_, i) => guess(visitor(site.app), `a wrong guess ${i}`));
  const codes = (await Promise.all(guesses)).map(({ statusCode }) => statusCode);
  expect(codes.filter((code) => code === 401).length).toBeLessThanOrEqual(6);
  expect(codes.filter((code) => code === 429).length).toBeGreaterThanOrEqual(14);
});

test('whose password is guessed gets a mail with a way in: the browser that opens it has a count of its own', async () => {
  await guessPasswords(visitor(site.app, '198.51.100.7'));
  const [mail] = await takeMails(api);
  expect(mail).toMatchObject({ to: EMAIL, subject: PASSWORD_GUESSED });
  const owner = visitor(site.app);
  expect((await guess(owner, PASSWORD)).statusCode).toBe(429);
  const token = tokenIn(mail!);
  expect((await owner.post('device/allow', { token })).json().data).toEqual({ email: EMAIL });
  // It signs nobody in, and works once.
  expect((await owner.get('me')).statusCode).toBe(401);
  expect((await visitor(site.app).post('device/allow', { token })).statusCode).toBe(400);
  expect((await guess(owner, PASSWORD)).statusCode).toBe(200);
  expect(await subjects({ ofDevices: true })).toEqual([]);
});

test('whose codes are guessed after a right password gets one mail, with a way in', async () => {
  const { secret } = await setUpTotp(api, site.app);
  await takeMails(api);
  const thief = await signIn(site.app, EMAIL, PASSWORD, '198.51.100.7');
  const codes = [];
  for (let i = 0; i < 7; i++) codes.push((await thief.post('second-factor', { totp: '000000' })).statusCode);
  expect(codes).toEqual([401, 401, 401, 401, 401, 401, 429]);
  const mails = await takeMails(api);
  expect(mails).toMatchObject([{ subject: FACTOR_GUESSED }]);
  const owner = visitor(site.app);
  await owner.post('device/allow', { token: tokenIn(mails[0]!) });
  await guess(owner, PASSWORD);
  api.clock.now = new Date(api.clock.now.getTime() + MINUTE);
  const shown = await owner.post('second-factor', { totp: totpCode(secret, api.clock.now) });
  expect(shown.statusCode).toBe(200);
});

test('guesses at recovery codes hold up neither the codes of the app nor the recovery codes of the owner', async () => {
  const { secret, recoveryCodes } = await setUpTotp(api, site.app);
  const thief = await signIn(site.app, EMAIL, PASSWORD, '198.51.100.7');
  for (let i = 0; i < 7; i++) await thief.post('second-factor', { recoveryCode: `wrong ${i}` });
  expect((await thief.post('second-factor', { recoveryCode: 'wrong' })).statusCode).toBe(429);
  const [lost, found] = [await signIn(site.app), await signIn(site.app)];
  expect((await lost.post('second-factor', { recoveryCode: recoveryCodes[0]! })).statusCode).toBe(200);
  api.clock.now = new Date(api.clock.now.getTime() + MINUTE);
  const shown = await found.post('second-factor', { totp: totpCode(secret, api.clock.now) });
  expect(shown.statusCode).toBe(200);
});

test('guesses at codes of the app hold up no recovery code', async () => {
  const { recoveryCodes } = await setUpTotp(api, site.app);
  const thief = await signIn(site.app, EMAIL, PASSWORD, '198.51.100.7');
  for (let i = 0; i < 7; i++) await thief.post('second-factor', { totp: '000000' });
  const owner = await signIn(site.app);
  expect((await owner.post('second-factor', { recoveryCode: recoveryCodes[0]! })).statusCode).toBe(200);
});

test('who signs in where the person never was is notified by e-mail, once, and after the second factor', async () => {
  const { secret, browser } = await setUpTotp(api, site.app);
  const [mail] = await takeMails(api, { ofDevices: true });
  expect(mail).toMatchObject({ to: EMAIL, subject: NEW_DEVICE });
  expect(mail!.text).toMatch(/^Address: 192\.0\.2\.\d+$/m);
  await guess(browser, PASSWORD);
  const thief = await signIn(site.app);
  expect(await subjects({ ofDevices: true })).toEqual([]);
  api.clock.now = new Date(api.clock.now.getTime() + MINUTE);
  await thief.post('second-factor', { totp: totpCode(secret, api.clock.now) });
  expect(await subjects({ ofDevices: true })).toEqual([NEW_DEVICE]);
});

test('several people of one browser are known in it, each to the own account', async () => {
  await addPerson(api, { email: 'other@agency.example' });
  const browser = await signIn(site.app);
  const { device } = browser;
  await guess(browser, PASSWORD, 'other@agency.example');
  expect(browser.device).toBe(device);
  expect(await subjects({ ofDevices: true })).toEqual([NEW_DEVICE, NEW_DEVICE]);
  await guess(browser, PASSWORD);
  expect(await subjects({ ofDevices: true })).toEqual([]);
});

test('a reset forgets the browsers that were known, but for the one in which it was done', async () => {
  await signIn(site.app);
  await signIn(site.app);
  await visitor(site.app).post('password-reset/ask', { email: EMAIL });
  const token = tokenIn((await takeMails(api)).at(-1)!);
  const owner = visitor(site.app);
  await owner.post('password-reset/do', { token, password: 'blue tiles above the harbour' });
  expect(await api.orm.em.fork().count(KnownDevice, { personId })).toBe(1);
  await takeMails(api, { ofDevices: true });
  await guess(owner, 'blue tiles above the harbour');
  expect(await subjects({ ofDevices: true })).toEqual([]);
});

test('a browser is forgotten after half a year without a sign-in, and of very many the oldest', async () => {
  const browser = await signIn(site.app);
  const em = api.orm.em.fork();
  await em.execute("update known_device set last_used_at = ?::timestamptz - interval '181 days'", [
    api.clock.now,
  ]);
  await takeMails(api, { ofDevices: true });
  await guess(browser, PASSWORD);
  expect(await subjects({ ofDevices: true })).toEqual([NEW_DEVICE]);
  await em.execute(
    `insert into known_device (person_id, token_hash, last_used_at)
     select ?, lpad(n::text, 64, '0'), now() - interval '2 days' from generate_series(1, 60) n`,
    [personId],
  );
  await signIn(site.app);
  expect(await em.count(KnownDevice, { personId })).toBe(50);
});
