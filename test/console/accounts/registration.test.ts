import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { AuditEntry, Company, Membership, Merchant, Person } from '../../../db/entities/index.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { createTestConsole, type TestConsole } from '../../support/console-app.ts';
import { EMAIL, PASSWORD, register, takeMails, tokenIn, visitor } from '../../support/console-people.ts';

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
  password: PASSWORD,
  name: 'Inês Sá',
  language: 'en',
  company: { name: 'Douro Trips', kind: 'agency', country: 'PT' },
};

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
  const confirmed = await browser.post('confirm-email', { token: tokenIn(mail!) });
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
  const answers = await Promise.all([
    browser.post('confirm-email', { token }),
    browser.post('confirm-email', { token }),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
  await browser.post('register', { ...NEW, email: 'late@agency.example' });
  const late = tokenIn((await takeMails(api))[0]!);
  const before = api.clock.now;
  api.clock.now = new Date(before.getTime() + 24 * 3_600_000 + 1_000);
  const answer = await browser.post('confirm-email', { token: late });
  api.clock.now = before;
  expect(answer.json()).toMatchObject({
    code: 40001,
    data: { details: [{ path: 'body.token', reason: 'already_used' }] },
  });
});

test('of two registrations with one address the link that is opened first counts; neither prepares an account for the other', async () => {
  const browser = visitor(site.app);
  const email = 'owner@agency.example';
  await browser.post('register', { ...NEW, email, password: 'a thief was here before' });
  await browser.post('register', { ...NEW, email });
  const [thiefs, owners] = await takeMails(api);
  expect((await browser.post('confirm-email', { token: tokenIn(owners!) })).statusCode).toBe(200);
  expect((await browser.post('confirm-email', { token: tokenIn(thiefs!) })).statusCode).toBe(400);
  const signIn = (password: string) => visitor(site.app).post('sign-in', { email, password });
  expect((await signIn('a thief was here before')).statusCode).toBe(401);
  expect((await signIn(PASSWORD)).statusCode).toBe(200);
});

test('an address that has an account is told so by e-mail only: the answer is the same, and nothing changes', async () => {
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

test('one address gets a few mails in an hour, whoever asks', async () => {
  const email = 'flooded@agency.example';
  for (let i = 0; i < 6; i++) await visitor(site.app).post('register', { ...NEW, email });
  expect(await takeMails(api)).toHaveLength(4);
});

test('a registration in Spanish is answered in Spanish', async () => {
  await visitor(site.app).post('register', { ...NEW, email: 'hola@agency.example', language: 'es' });
  expect(await takeMails(api)).toMatchObject([{ subject: 'Confirme su dirección de correo' }]);
});

const REFUSED: [string, object, string, string][] = [
  ['a short password', { password: 'short' }, 'body.password', 'too_short'],
  ['an endless password', { password: 'ab1 '.repeat(51) }, 'body.password', 'too_long'],
  ['a common password', { password: 'Password1234!' }, 'body.password', 'too_common'],
  ['one repeated', { password: 'abcabcabcabcabc' }, 'body.password', 'too_common'],
  ['keys in a row', { password: 'qwertyuiop123' }, 'body.password', 'too_common'],
  ['the address as password', { password: EMAIL }, 'body.password', 'too_common'],
  ['the company as password', { password: 'DouroTrips2026' }, 'body.password', 'too_common'],
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
  const answer = await visitor(site.app).post('register', { ...NEW, email: EMAIL, ...changes });
  expect(answer.json()).toMatchObject({ code: 40001, data: { details: [{ path, reason }] } });
});

test('nothing that is logged has an address, a password or a token', () => {
  expect(api.logged.join('\n')).not.toMatch(/agency\.example|herons|confirm-email#/);
});
