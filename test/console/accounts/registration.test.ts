import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { AuditEntry, Company, Membership, Merchant, Person } from '../../../db/entities/index.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { createTestConsole, type TestConsole } from '../../support/console/console-app.ts';
import {
  EMAIL,
  PASSWORD,
  register,
  takeMails,
  tokenIn,
  visitor,
} from '../../support/console/console-people.ts';

let api: TestApp;
let site: TestConsole;

beforeAll(async () => {
  api = await createTestApp();
  site = await createTestConsole(api);
});
afterAll(async () => {
  await site.close();
  await api.close();
});

const NEW = {
  email: EMAIL,
  name: 'Inês Sá',
  language: 'en',
  company: { name: 'Douro Trips', kind: 'agency', country: 'PT' },
};

/** What whoever opens the link says of the account. */
const { email: _, ...FACTS } = NEW;
const confirm = (token: string, changes: object = {}) =>
  visitor(site.app).post('confirm-email', { token, password: PASSWORD, ...FACTS, ...changes });
/** As somebody elsewhere. */
const stranger = () => visitor(site.app, '198.51.100.7');

test('who registers has an account, a company and a sandbox merchant once the link is opened, and not before', async () => {
  const browser = visitor(site.app);
  const answer = await browser.post('register', NEW);
  expect(answer.json()).toEqual({ code: 200, msg: 'success', data: {} });
  const em = api.orm.em.fork();
  expect(await em.count(Person, { email: EMAIL })).toBe(0);
  expect((await browser.post('sign-in', { email: EMAIL, password: PASSWORD })).statusCode).toBe(401);

  const [mail] = await takeMails(api);
  expect(mail).toMatchObject({ to: EMAIL, subject: 'Confirm your e-mail address' });
  expect(mail!.text).toContain('https://console.guidepost.example/confirm-email#');
  const confirmed = await confirm(tokenIn(mail!));
  expect(confirmed.json().data).toEqual({ email: EMAIL });

  const person = await em.findOneOrFail(Person, { email: EMAIL });
  const membership = await em.findOneOrFail(Membership, { personId: person.id });
  const company = await em.findOneOrFail(Company, membership.companyId);
  expect({ role: membership.role, name: company.name, liveKey: company.liveKey }).toEqual({
    role: 'owner',
    name: 'Douro Trips',
    liveKey: null,
  });
  const merchant = await em.findOneOrFail(Merchant, company.sandboxKey);
  expect(merchant).toMatchObject({
    sandbox: true,
    verification: 'approved',
    kind: 'agency',
    contactEmail: EMAIL,
  });
  const entries = await em.find(AuditEntry, { actor: `person:${person.id}` }, { orderBy: { id: 'asc' } });
  expect(entries.map(({ action }) => action)).toEqual([
    'person.registered',
    'merchant.registered',
    'company.registered',
  ]);
});

test('a link of registration works once, and not after a day', async () => {
  const browser = visitor(site.app);
  await browser.post('register', { ...NEW, email: 'twice@agency.example' });
  const token = tokenIn((await takeMails(api))[0]!);
  const answers = await Promise.all([confirm(token), confirm(token)]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
  await browser.post('register', { ...NEW, email: 'late@agency.example' });
  const late = tokenIn((await takeMails(api))[0]!);
  const before = api.clock.now;
  api.clock.now = new Date(before.getTime() + 24 * 3_600_000 + 1_000);
  const answer = await confirm(late);
  api.clock.now = before;
  expect(answer.json()).toMatchObject({
    code: 40001,
    data: { details: [{ path: 'body.token', reason: 'already_used' }] },
  });
});

test('whoever opens the link sets the password and all facts: what somebody else registered with is what the form begins with', async () => {
  const email = 'prepared@agency.example';
  await stranger().post('register', { ...NEW, email, name: 'Mallory' });
  const token = tokenIn((await takeMails(api))[0]!);
  expect((await visitor(site.app).post('confirm-email/look', { token })).json().data).toEqual({
    ...NEW,
    email,
    name: 'Mallory',
  });
  expect((await confirm(token, { password: 'ines@agency' })).json().data.details).toMatchObject([
    { path: 'body.password', reason: 'too_short' },
  ]);
  expect((await confirm(token)).statusCode).toBe(200);
  expect(await api.orm.em.fork().findOneOrFail(Person, { email })).toMatchObject({ name: 'Inês Sá' });
  expect((await visitor(site.app).post('confirm-email/look', { token })).statusCode).toBe(400);
});

test('nobody registers with a password for somebody else', async () => {
  const answer = await stranger().post('register', { ...NEW, password: PASSWORD });
  expect(answer.json().data.details).toMatchObject([{ path: 'body.password', reason: 'unknown_parameter' }]);
});

test('who registers an address again and again keeps its owner from no link, and only the newest link works', async () => {
  const email = 'owner@agency.example';
  const asked = [];
  for (let i = 0; i < 7; i++) asked.push((await stranger().post('register', { ...NEW, email })).json());
  // What is not sent is said, and as much of an address that has an account.
  expect(asked.map(({ code }) => code)).toEqual([200, 200, 200, 200, 200, 42901, 42901]);
  expect(asked[5].data).toMatchObject({ reason: 'too_many_mails' });
  const strangers = (await takeMails(api)).map(tokenIn);
  expect(strangers).toHaveLength(5);
  expect((await visitor(site.app).post('register', { ...NEW, email })).statusCode).toBe(200);
  const [owners] = await takeMails(api);
  for (const token of strangers) expect((await confirm(token)).statusCode).toBe(400);
  expect((await confirm(tokenIn(owners!))).statusCode).toBe(200);
});

test('what is asked too often is answered alike for an address with an account and one without', async () => {
  await register(api, site.app, { email: 'has@agency.example' });
  const answers = [];
  for (const email of ['has@agency.example', 'has-not@agency.example']) {
    const browser = visitor(site.app, `203.0.113.${answers.length + 1}`);
    const codes = [];
    for (let i = 0; i < 3; i++) codes.push((await browser.post('register', { ...NEW, email })).json().code);
    for (let i = 0; i < 3; i++) codes.push((await browser.post('password-reset/ask', { email })).json().code);
    answers.push(codes);
  }
  expect(answers).toEqual([
    [200, 200, 200, 200, 200, 42901],
    [200, 200, 200, 200, 200, 42901],
  ]);
  await takeMails(api);
});

test('one address has a bounded number of mails sent, to whomever', async () => {
  const codes = [];
  for (let i = 0; i < 31; i++)
    codes.push(
      (await visitor(site.app, '203.0.113.77').post('register', { ...NEW, email: `m${i}@x.example` }))
        .statusCode,
    );
  expect(codes.filter((code) => code === 200)).toHaveLength(30);
  expect(codes.at(-1)).toBe(429);
  await takeMails(api);
});

test('an address that has an account learns it by e-mail only: the answer is the same, and nothing changes', async () => {
  const email = 'known@agency.example';
  await register(api, site.app, { email });
  const answer = await visitor(site.app).post('register', {
    ...NEW,
    email: email.toUpperCase(),
    name: 'Somebody else',
  });
  expect(answer.json()).toEqual({ code: 200, msg: 'success', data: {} });
  const [mail] = await takeMails(api);
  expect(mail).toMatchObject({ to: email, subject: 'You already have an account' });
  expect(mail!.text).not.toMatch(/#[\w-]{43}/);
  const em = api.orm.em.fork();
  expect(await em.find(Person, { email })).toMatchObject([{ name: 'Inês Sá' }]);
});

test('the text of a mail, which has the link, is removed with its sending', async () => {
  await visitor(site.app).post('register', { ...NEW, email: 'text@agency.example' });
  const [mail] = await takeMails(api);
  expect(mail!.text).toContain('#');
  const rows = await api.orm.em
    .fork()
    .execute('select text from mail where "to" = ?', ['text@agency.example']);
  expect(rows).toEqual([{ text: '' }]);
});

test('a registration in Spanish is answered in Spanish', async () => {
  await visitor(site.app).post('register', { ...NEW, email: 'hola@agency.example', language: 'es' });
  expect(await takeMails(api)).toMatchObject([{ subject: 'Confirme su dirección de correo' }]);
});

type Refusals = [string, object, string, string][];
const PASSWORDS: Refusals = [
  ['a short password', { password: 'short' }, 'body.password', 'too_short'],
  ['an endless password', { password: 'ab1 '.repeat(51) }, 'body.password', 'too_long'],
  ['a common password', { password: 'Password1234!' }, 'body.password', 'too_common'],
  ['one repeated', { password: 'abcabcabcabcabc' }, 'body.password', 'too_common'],
  ['keys in a row', { password: 'qwertyuiop123' }, 'body.password', 'too_common'],
  ['the address as password', { password: 'weak@agency.example' }, 'body.password', 'too_common'],
  ['the company as password', { password: 'DouroTrips2026' }, 'body.password', 'too_common'],
];
test('a weak password is refused, and the link stays', async () => {
  await visitor(site.app, '203.0.113.9').post('register', { ...NEW, email: 'weak@agency.example' });
  const token = tokenIn((await takeMails(api))[0]!);
  for (const [name, changes, path, reason] of PASSWORDS) {
    const { details } = (await confirm(token, changes)).json().data;
    expect([name, details]).toMatchObject([name, [{ path, reason }]]);
  }
  expect((await confirm(token)).statusCode).toBe(200);
});

const REFUSED: Refusals = [
  ['no address', { email: 'nobody' }, 'body.email', 'wrong_format'],
  ['a name that breaks lines', { name: 'Inês\nBcc: all@example.com' }, 'body.name', 'wrong_format'],
  [
    'a country that there is not',
    { company: { name: 'x', kind: 'agency', country: 'XX' } },
    'body.company.country',
    'not_one_of',
  ],
  ['a role of its choice', { operatorRole: 'administrator' }, 'body.operatorRole', 'unknown_parameter'],
];
test.each(REFUSED)('%s is refused', async (_, changes, path, reason) => {
  const answer = await visitor(site.app).post('register', { ...NEW, ...changes });
  expect(answer.json()).toMatchObject({ code: 40001, data: { details: [{ path, reason }] } });
});

test('nothing that is logged has an address, a password or a token', () => {
  expect(api.logged.join('\n')).not.toMatch(/agency\.example|herons|confirm-email#/);
});
