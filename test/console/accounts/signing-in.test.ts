import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { AuditEntry, ConsoleSession, KnownDevice, Passkey, Person } from '../../../db/entities/index.ts';
import { createPasswords } from '../../../services/accounts/passwords.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { createTestConsole, type TestConsole } from '../../support/console/console-app.ts';
import {
  addPerson,
  EMAIL,
  PASSWORD,
  setUpTotp,
  signIn,
  takeMails,
  tokenIn,
  totpCode,
  visitor,
} from '../../support/console/console-people.ts';
import { createBarrier } from '../../support/data/barrier.ts';
import { until } from '../../support/until.ts';

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

const actions = async () => {
  const entries = await api.orm.em
    .fork()
    .find(AuditEntry, { subject: `person:${personId}` }, { orderBy: { id: 'asc' } });
  return entries.map(({ action }) => action);
};

test('who signs in has a session, and signs out of it', async () => {
  const browser = visitor(site.app);
  expect((await browser.get('me')).statusCode).toBe(401);
  const answer = await browser.post('sign-in', { email: EMAIL.toUpperCase(), password: PASSWORD });
  expect(answer.json().data).toEqual({
    next: 'done',
    factors: { totp: false, passkey: false, recoveryCodes: false },
  });
  expect(answer.headers['set-cookie']).toEqual([
    expect.stringMatching(/^__Host-guidepost=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    expect.stringMatching(
      /^__Host-guidepost-device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    ),
  ]);
  expect((await browser.get('me')).json().data).toMatchObject({
    next: 'done',
    person: { email: EMAIL, hasPassword: true },
    companies: [],
    operatorRole: null,
  });
  const { cookie } = browser;
  await browser.post('sign-out');
  expect(browser.cookie).toBeUndefined();
  browser.cookie = cookie;
  expect((await browser.get('me')).statusCode).toBe(401);
  expect(await actions()).toContain('person.signed_in');
});

test('a wrong password, an unknown address, and one without a password are answered alike, after the same work', async () => {
  await addPerson(api, { email: 'no-password@agency.example', passwordHash: null });
  await addPerson(api, { email: 'unconfirmed@agency.example', emailConfirmedAt: null });
  const emails = [EMAIL, 'nobody@agency.example', 'no-password@agency.example', 'unconfirmed@agency.example'];
  const answers = [];
  for (const email of emails) {
    const password = email.startsWith('unconfirmed') ? PASSWORD : 'not this one at all';
    answers.push(await visitor(site.app).post('sign-in', { email, password }));
  }
  const notified = answers.map(({ statusCode, headers, body }) => {
    const { requestId, ...data } = JSON.parse(body).data;
    return { statusCode, cookie: headers['set-cookie'], data };
  });
  expect(new Set(notified.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(notified[0]).toMatchObject({ statusCode: 401, data: { reason: 'wrong_credentials' } });
});

test('a hash with the parameters of another day is made anew when its password is shown', async () => {
  const em = api.unbounded.em.fork();
  const [old] = await em.execute<{ hash: string }[]>(
    'select password_hash as hash from person where id = ?',
    [personId],
  );
  // 8 MiB, made once: the same password under weaker parameters.
  const weak = `$argon2id$v=19$m=8192,t=1,p=1$${await weakHash(PASSWORD)}`;
  await em.nativeUpdate(Person, { id: personId }, { passwordHash: weak });
  expect((await visitor(site.app).post('sign-in', { email: EMAIL, password: PASSWORD })).statusCode).toBe(
    200,
  );
  const { passwordHash } = await api.orm.em.fork().findOneOrFail(Person, personId);
  expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(passwordHash).not.toBe(old!.hash);
  expect(await createPasswords().verify(PASSWORD, passwordHash!)).toBe(true);
});

test('each step of signing in gives a new token: one that was known before is worth nothing', async () => {
  const { secret } = await setUpTotp(api, site.app);
  const browser = visitor(site.app);
  await browser.post('sign-in', { email: EMAIL, password: PASSWORD });
  const first = browser.cookie;
  api.clock.now = new Date(api.clock.now.getTime() + MINUTE);
  await browser.post('second-factor', { totp: totpCode(secret, api.clock.now) });
  expect(browser.cookie).not.toBe(first);
  const thief = visitor(site.app);
  thief.cookie = first;
  expect((await thief.get('me')).statusCode).toBe(401);
  // Signing in over an open session ends that one.
  const second = browser.cookie;
  await browser.post('sign-in', { email: EMAIL, password: PASSWORD });
  thief.cookie = second;
  expect((await thief.get('me')).statusCode).toBe(401);
});

test('with a second factor the password alone opens nothing', async () => {
  const { secret } = await setUpTotp(api, site.app);
  const browser = visitor(site.app);
  const answer = await browser.post('sign-in', { email: EMAIL, password: PASSWORD });
  expect(answer.json().data).toEqual({
    next: 'second_factor',
    factors: { totp: true, passkey: false, recoveryCodes: true },
  });
  const me = await browser.get('me');
  expect(me.json().data).toMatchObject({
    next: 'second_factor',
    person: null,
    companies: [],
    operatorRole: null,
  });
  expect(me.body).not.toContain(EMAIL);
  for (const path of ['sessions', 'passkeys']) expect((await browser.get(path)).statusCode).toBe(403);
  // Nor does the password again.
  expect((await browser.post('second-factor', { password: PASSWORD })).statusCode).toBe(403);
  expect((await browser.post('second-factor', { totp: '000000' })).json()).toMatchObject({
    code: 40102,
    data: { reason: 'wrong_factor' },
  });
  api.clock.now = new Date(api.clock.now.getTime() + MINUTE);
  const shown = await browser.post('second-factor', { totp: totpCode(secret, api.clock.now) });
  expect(shown.json().data.next).toBe('done');
  expect((await browser.get('me')).json().data.person.email).toBe(EMAIL);
  expect(await actions()).toEqual(expect.arrayContaining(['person.factor_refused', 'person.factor_shown']));
});

test('a code of the app is taken once, also by two at once; an older one is not taken after it', async () => {
  const { secret } = await setUpTotp(api, site.app);
  api.clock.now = new Date(api.clock.now.getTime() + 2 * MINUTE);
  const totp = totpCode(secret, api.clock.now);
  const older = totpCode(secret, new Date(api.clock.now.getTime() - 30_000));
  const browsers = [await begun(), await begun(), await begun()];
  const answers = await Promise.all(browsers.slice(0, 2).map((one) => one.post('second-factor', { totp })));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
  expect((await browsers[2]!.post('second-factor', { totp: older })).statusCode).toBe(401);
});

test('a recovery code works once, however it is typed, and its owner is notified', async () => {
  const { recoveryCodes } = await setUpTotp(api, site.app);
  expect(recoveryCodes).toHaveLength(10);
  await takeMails(api);
  const typed = recoveryCodes[0]!.toLowerCase().replaceAll('-', ' ');
  const browsers = [await begun(), await begun()];
  const answers = await Promise.all(
    browsers.map((one) => one.post('second-factor', { recoveryCode: typed })),
  );
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
  expect(await takeMails(api)).toMatchObject([{ to: EMAIL, subject: 'A recovery code was used' }]);
  const inside = browsers[answers.findIndex(({ statusCode }) => statusCode === 200)]!;
  expect((await inside.get('me')).json().data.factors.recoveryCodesLeft).toBe(9);
});

test('a session that is ended elsewhere is dead with the next request; others of the person stay', async () => {
  const [here, there] = [await signIn(site.app), await signIn(site.app)];
  const { sessions } = (await here.get('sessions')).json().data;
  expect(sessions).toHaveLength(2);
  const other = sessions.find((one: { isCurrent: boolean }) => !one.isCurrent);
  expect((await here.post(`sessions/${other.id}/end`)).statusCode).toBe(200);
  expect((await there.get('me')).statusCode).toBe(401);
  expect((await here.get('me')).statusCode).toBe(200);
  expect((await here.post(`sessions/${other.id}/end`)).statusCode).toBe(404);
});

test("nobody ends another person's session", async () => {
  await addPerson(api, { email: 'other@agency.example' });
  const other = await signIn(site.app, 'other@agency.example');
  const { sessions } = (await other.get('sessions')).json().data;
  const browser = await signIn(site.app);
  expect((await browser.post(`sessions/${sessions[0].id}/end`)).statusCode).toBe(404);
  expect((await other.get('me')).statusCode).toBe(200);
});

test('a new password ends the other sessions and needs the old one', async () => {
  const [here, there] = [await signIn(site.app), await signIn(site.app)];
  const newPassword = 'blue tiles above the harbour';
  const wrong = await here.post('password', { oldPassword: 'not this one at all', newPassword });
  expect(wrong.json()).toMatchObject({ code: 40102 });
  expect(
    (await here.post('password', { oldPassword: PASSWORD, newPassword: 'Password1234' })).statusCode,
  ).toBe(400);
  expect((await here.post('password', { oldPassword: PASSWORD, newPassword })).statusCode).toBe(200);
  expect((await here.get('me')).statusCode).toBe(200);
  expect((await there.get('me')).statusCode).toBe(401);
  expect((await visitor(site.app).post('sign-in', { email: EMAIL, password: PASSWORD })).statusCode).toBe(
    401,
  );
  expect(await takeMails(api)).toMatchObject([{ subject: 'Your password was changed' }]);
});

test('a reset ends all sessions and leaves the second factor; its link works once', async () => {
  const { secret, browser } = await setUpTotp(api, site.app);
  await visitor(site.app).post('password-reset/ask', { email: EMAIL });
  const token = tokenIn((await takeMails(api)).at(-1)!);
  const password = 'blue tiles above the harbour';
  expect((await visitor(site.app).post('password-reset/do', { token, password })).statusCode).toBe(200);
  expect((await browser.get('me')).statusCode).toBe(401);
  const again = await visitor(site.app).post('password-reset/do', { token, password });
  expect(again.json().data.details).toMatchObject([{ reason: 'already_used' }]);
  const newcomer = visitor(site.app);
  const answer = await newcomer.post('sign-in', { email: EMAIL, password });
  expect(answer.json().data.next).toBe('second_factor');
  api.clock.now = new Date(api.clock.now.getTime() + MINUTE);
  await newcomer.post('second-factor', { totp: totpCode(secret, api.clock.now) });
  expect((await newcomer.get('me')).json().data.next).toBe('done');
});

test('a reset link that is used twice at once sets one password', async () => {
  await visitor(site.app).post('password-reset/ask', { email: EMAIL });
  const token = tokenIn((await takeMails(api)).at(-1)!);
  const passwords = ['blue tiles above the harbour', 'seven gulls on a warm roof'];
  const reset = (password: string) => visitor(site.app).post('password-reset/do', { token, password });
  const barrier = await createBarrier(api.adminUrl);
  await barrier.raise('before update on mail_link');
  const first = reset(passwords[0]!);
  await barrier.reached();
  const second = reset(passwords[1]!);
  // It has read the link as unused, and waits for its row.
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await until(async () => (await api.unbounded.em.fork().execute(waiting)).length === 2);
  await barrier.lower();
  const codes = (await Promise.all([first, second])).map(({ statusCode }) => statusCode);
  await barrier.close();
  expect(codes).toEqual([200, 400]);
  const opens = async (password: string) =>
    (await visitor(site.app).post('sign-in', { email: EMAIL, password })).statusCode;
  expect([await opens(passwords[0]!), await opens(passwords[1]!)]).toEqual([200, 401]);
  expect((await actions()).filter((action) => action === 'person.password_reset')).toHaveLength(1);
});

test('of two who change the password by the same old one at once, one does', async () => {
  const browsers = [await signIn(site.app), await signIn(site.app)];
  const answers = await Promise.all(
    browsers.map((one, at) =>
      one.post('password', { oldPassword: PASSWORD, newPassword: `${at} grey boats in the estuary` }),
    ),
  );
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
  const winner = answers.findIndex(({ statusCode }) => statusCode === 200);
  const opened = await visitor(site.app).post('sign-in', {
    email: EMAIL,
    password: `${winner} grey boats in the estuary`,
  });
  expect(opened.statusCode).toBe(200);
});

test('a link to a new address that is opened twice at once counts once', async () => {
  const browser = await signIn(site.app);
  await browser.post('email/ask', { email: 'twice@agency.example' });
  const token = tokenIn((await takeMails(api))[0]!);
  const confirm = () => browser.post('email/confirm', { token });
  const codes = (await Promise.all([confirm(), confirm()])).map(({ statusCode }) => statusCode);
  expect(codes.sort()).toEqual([200, 400]);
  expect(await takeMails(api)).toHaveLength(1);
});

test('to ask for a reset shows nothing of who has an account; the mail does', async () => {
  const known = await visitor(site.app).post('password-reset/ask', { email: EMAIL });
  const unknown = await visitor(site.app).post('password-reset/ask', {
    email: 'nobody@agency.example',
    language: 'es',
  });
  expect(known.json()).toEqual(unknown.json());
  const mails = await takeMails(api);
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Set a new password',
    'No hay ninguna cuenta con esta dirección',
  ]);
  expect(mails[1]!.text).not.toMatch(/#[\w-]{43}/);
});

test('somebody else’s mailbox becomes no part of an account by a click of its owner', async () => {
  const thief = await signIn(site.app);
  await thief.post('email/ask', { email: 'victim@agency.example' });
  const token = tokenIn((await takeMails(api))[0]!);
  await addPerson(api, { email: 'other@agency.example' });
  const other = await signIn(site.app, 'other@agency.example');
  expect((await visitor(site.app).post('email/confirm', { token })).statusCode).toBe(401);
  expect((await other.post('email/confirm', { token })).json().data.reason).toBe('other_person');
  expect((await thief.get('me')).json().data.person.email).toBe(EMAIL);
  expect((await thief.post('email/confirm', { token })).statusCode).toBe(200);
});

test('what was set up before the mailbox first proved itself goes with the first reset', async () => {
  const { secret, recoveryCodes } = await setUpTotp(api, site.app);
  const em = api.unbounded.em.fork();
  const publicKey = Buffer.from('a key');
  await em.insert(Passkey, { id: 'prepared', personId, publicKey, counter: 0, name: 'Thief' });
  await em.nativeUpdate(Person, { id: personId }, { emailConfirmedAt: null });
  await visitor(site.app).post('password-reset/ask', { email: EMAIL });
  const token = tokenIn((await takeMails(api)).at(-1)!);
  const password = 'blue tiles above the harbour';
  await visitor(site.app).post('password-reset/do', { token, password });
  const browser = visitor(site.app);
  const opened = await browser.post('sign-in', { email: EMAIL, password });
  expect(opened.json().data).toEqual({
    next: 'done',
    factors: { totp: false, passkey: false, recoveryCodes: false },
  });
  for (const shown of [{ totp: totpCode(secret, api.clock.now) }, { recoveryCode: recoveryCodes[0] }])
    expect((await browser.post('second-factor', shown)).statusCode).toBe(401);
  expect(await em.count(KnownDevice, { personId })).toBe(2);
});

test('of the links of several resets the newest works, whoever asked for it', async () => {
  const tokens = [];
  for (const address of ['192.0.2.1', '198.51.100.7']) {
    await visitor(site.app, address).post('password-reset/ask', { email: EMAIL });
    tokens.push(tokenIn((await takeMails(api))[0]!));
  }
  const reset = async (token: string) =>
    (await visitor(site.app).post('password-reset/do', { token, password: 'blue tiles above the harbour' }))
      .statusCode;
  expect([await reset(tokens[0]!), await reset(tokens[1]!)]).toEqual([400, 200]);
});

test('a reset link ends after an hour, and a weak password does not use it up', async () => {
  await visitor(site.app).post('password-reset/ask', { email: EMAIL });
  const token = tokenIn((await takeMails(api))[0]!);
  const reset = (password: string) => visitor(site.app).post('password-reset/do', { token, password });
  expect((await reset('ines@agency!')).json().data.details).toMatchObject([{ reason: 'too_common' }]);
  const before = api.clock.now;
  api.clock.now = new Date(before.getTime() + 60 * MINUTE + 1);
  const late = await reset('blue tiles above the harbour');
  api.clock.now = before;
  expect(late.statusCode).toBe(400);
  expect((await reset('blue tiles above the harbour')).statusCode).toBe(200);
});

test('a new address counts once its own link is opened; what was sent to the old one opens nothing then', async () => {
  const browser = await signIn(site.app);
  await visitor(site.app).post('password-reset/ask', { email: EMAIL });
  const reset = tokenIn((await takeMails(api))[0]!);
  await browser.post('email/ask', { email: 'new@agency.example' });
  const [mail] = await takeMails(api);
  expect(mail!.to).toBe('new@agency.example');
  expect((await browser.get('me')).json().data.person.email).toBe(EMAIL);
  expect((await visitor(site.app).post('email/confirm', { token: tokenIn(mail!) })).statusCode).toBe(401);
  expect((await browser.post('email/confirm', { token: tokenIn(mail!) })).json().data).toEqual({
    email: 'new@agency.example',
  });
  expect((await browser.get('me')).json().data.person.email).toBe('new@agency.example');
  expect(await takeMails(api)).toMatchObject([{ to: EMAIL }]);
  const password = 'blue tiles above the harbour';
  expect((await visitor(site.app).post('password-reset/do', { token: reset, password })).statusCode).toBe(
    400,
  );
});

test('an address that has an account cannot be taken; the answer does not show it', async () => {
  await addPerson(api, { email: 'other@agency.example' });
  const browser = await signIn(site.app);
  const taken = await browser.post('email/ask', { email: 'Other@agency.example' });
  const free = await browser.post('email/ask', { email: 'free@agency.example' });
  expect(taken.json()).toEqual(free.json());
  const mails = await takeMails(api);
  expect(mails.map(({ to }) => to)).toEqual(['other@agency.example', 'free@agency.example']);
  expect(mails[0]!.text).not.toMatch(/#[\w-]{43}/);
});

test('a new address, and the first factor, need the password of the last quarter of an hour', async () => {
  const browser = await signIn(site.app);
  api.clock.now = new Date(api.clock.now.getTime() + 16 * MINUTE);
  const refused = await browser.post('email/ask', { email: 'new@agency.example' });
  expect(refused.json()).toMatchObject({
    code: 40006,
    data: { reason: 'second_factor_needed', can: ['password'] },
  });
  expect((await browser.post('totp/begin')).statusCode).toBe(403);
  const { cookie } = browser;
  expect((await browser.post('second-factor', { password: 'not this one at all' })).statusCode).toBe(401);
  expect((await browser.post('second-factor', { password: PASSWORD })).statusCode).toBe(200);
  expect(browser.cookie).not.toBe(cookie);
  expect((await browser.post('totp/begin')).statusCode).toBe(200);
});

test('a request of another site is refused, whatever cookie it has', async () => {
  const browser = await signIn(site.app);
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
    expect((await browser.post('sign-out', undefined, headers)).json()).toMatchObject({
      code: 40006,
      data: { reason: 'cross_site' },
    });
  }
  expect((await browser.get('me')).statusCode).toBe(200);
});

test('tokens are stored as hashes, the secret of the app encrypted', async () => {
  const { secret, browser } = await setUpTotp(api, site.app);
  const token = browser.cookie!.split('=')[1]!;
  const rows = await api.orm.em.fork().execute(`
    select (select string_agg(s::text, ' ') from console_session s) || (select string_agg(p::text, ' ') from person p) as all`);
  expect(rows[0]!.all).not.toContain(token);
  expect(rows[0]!.all).not.toContain(secret);
  expect(await api.orm.em.fork().count(ConsoleSession, { personId, endedAt: null })).toBe(1);
});

test('nothing that is logged has an address, a password, a code or a token', () => {
  expect(api.logged.join('\n')).not.toMatch(/agency\.example|herons|__Host-guidepost=/);
});

/** Somebody who showed the password. */
async function begun() {
  const browser = visitor(site.app);
  await browser.post('sign-in', { email: EMAIL, password: PASSWORD });
  return browser;
}

async function weakHash(password: string): Promise<string> {
  const { argon2Sync } = await import('node:crypto');
  const nonce = Buffer.alloc(16, 7);
  const tag = argon2Sync('argon2id', {
    message: password,
    nonce,
    memory: 8_192,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  });
  return [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, '')).join('$');
}
