import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { AuditEntry, Company, Membership, Person } from '../../../db/entities/index.ts';
import { createTestApp, ENCRYPTION_KEY, type TestApp } from '../../support/app.ts';
import { CONSOLE_URL, createTestConsole, type TestConsole } from '../../support/console/console-app.ts';
import {
  addPerson,
  PASSWORD,
  register,
  setUpTotp,
  signIn,
  takeMails,
  tokenIn,
  visitor,
} from '../../support/console/console-people.ts';
import { type AdminShell, openAdminShell } from '../../support/platform/admin-shell.ts';

let api: TestApp;
let site: TestConsole;
let shell: AdminShell;

beforeAll(async () => {
  shell = openAdminShell();
  api = await createTestApp();
  site = await createTestConsole(api);
});
afterAll(async () => {
  await shell.close();
  await site.close();
  await api.close();
});

const admin = async (...args: string[]) => {
  const env = {
    DATABASE_URL: api.databaseUrl,
    ENCRYPTION_KEY: ENCRYPTION_KEY.toString('base64'),
    CONSOLE_BASE_URL: CONSOLE_URL,
  };
  return await shell.run(env, args);
};
const send = (who: Awaited<ReturnType<TestConsole['operator']>>, path: string, payload: object) =>
  who.send({ method: 'POST', url: `/api/operator/team/${path}`, payload });

test('an operator is added by the command line, sets a password by the printed link and a second factor before anything else', async () => {
  const email = 'first@guidepost.example';
  const added = await admin('operator', 'add', email, '--role', 'support', '--name', 'Filipa');
  expect(added.stdout).toMatch(/^operator: first@guidepost\.example\nrole: support\nlink: https:\/\/console/);
  const token = tokenIn({ text: added.stdout });
  expect((await visitor(site.app).post('password-reset/do', { token, password: PASSWORD })).statusCode).toBe(
    200,
  );
  const browser = visitor(site.app);
  const answer = await browser.post('sign-in', { email, password: PASSWORD });
  expect(answer.json().data.next).toBe('set_up_factor');
  expect((await browser.get('/api/operator/team')).json().data.reason).toBe('second_factor_missing');
  expect((await admin('operator', 'list')).stdout).toMatch(
    /first@guidepost\.example +Filipa +support +true +false/,
  );
  expect((await takeMails(api)).map(({ to }) => to)).toContain(email);
});

test('what the command line is asked wrongly it refuses in words', async () => {
  const unknown = await admin('operator', 'remove', 'nobody@guidepost.example');
  expect(unknown).toMatchObject({ code: 6, stderr: 'email: there is no such operator\n' });
  expect((await admin('operator', 'add', 'x@guidepost.example', '--role', 'owner')).code).toBe(2);
  expect((await admin('lift-factors', 'nobody@guidepost.example')).code).toBe(6);
});

test('an operator who is removed is out with the next request', async () => {
  const operator = await site.operator('administrator');
  const { email } = await api.orm.em.fork().findOneOrFail(Person, operator.personId);
  expect((await operator.send({ method: 'GET', url: '/api/operator/team' })).statusCode).toBe(200);
  expect((await admin('operator', 'remove', email)).code).toBe(0);
  expect((await operator.send({ method: 'GET', url: '/api/operator/team' })).statusCode).toBe(401);
});

test('administrators add operators at the console; others may not, and nobody changes the own role', async () => {
  const administrator = await site.operator('administrator');
  const support = await site.operator('support');
  const somebody = { email: 'second@guidepost.example', name: 'Rui', language: 'es', role: 'finance' };
  expect((await send(support, 'add', somebody)).json().data.reason).toBe('role_forbids');
  await takeMails(api);
  expect((await send(administrator, 'add', somebody)).json().data).toEqual({ proposalId: null });
  expect(await takeMails(api)).toMatchObject([{ to: somebody.email, subject: 'Su cuenta de operador' }]);
  const { email } = await api.orm.em.fork().findOneOrFail(Person, administrator.personId);
  const own = { ...somebody, email: email.toUpperCase(), role: 'support' };
  expect((await send(administrator, 'add', own)).statusCode).toBe(403);
  expect((await send(administrator, 'remove', { email })).statusCode).toBe(403);
  const stale = await site.operator('administrator', { second: 16 });
  expect((await send(stale, 'add', somebody)).json().data.reason).toBe('second_factor_needed');
  const [entry] = await api.orm.em
    .fork()
    .find(AuditEntry, { action: 'operator.added' }, { orderBy: { id: 'desc' } });
  expect(entry!.actor).toBe(`person:${administrator.personId}`);
});

test('who works for a company becomes no operator', async () => {
  const company = await site.company({ kind: 'agency', sandboxKey: 'mk_sandbox_agency' });
  const member = await site.member(company, 'reader');
  const { email } = await api.orm.em.fork().findOneOrFail(Person, member.personId);
  const refused = await admin('operator', 'add', email, '--role', 'support');
  expect(refused).toMatchObject({ code: 4, stderr: expect.stringContaining('works for a company') });
});

test('who lost all second factors has them lifted, and all sessions end', async () => {
  const email = 'lost@agency.example';
  await addPerson(api, { email });
  const { browser } = await setUpTotp(api, site.app, email);
  expect((await admin('lift-factors', email)).code).toBe(0);
  expect((await browser.get('me')).statusCode).toBe(401);
  expect((await (await signIn(site.app, email)).get('me')).json().data).toMatchObject({
    next: 'done',
    factors: { totp: false, recoveryCodesLeft: 0 },
  });
  expect((await takeMails(api)).at(-1)).toMatchObject({
    to: email,
    subject: 'Your second factors were removed',
  });
});

test('an operator joins no company, by its own hand or by an invitation, and nobody of a company becomes one', async () => {
  const operator = await site.operator('administrator');
  const company = { name: 'Judge and Party, Lda.', kind: 'agency', country: 'PT' };
  const founded = await operator.send({
    method: 'POST',
    url: '/api/account/companies',
    payload: company,
  });
  expect(founded.json().data.reason).toBe('operator_has_company');
  await register(api, site.app, { email: 'owner@party.example', company });
  const { id: companyId } = await api.unbounded.em.fork().findOneOrFail(Company, { name: company.name });
  const em = api.unbounded.em.fork();
  const member = { companyId, personId: operator.personId, role: 'reader' } as const;
  await expect(em.insert(Membership, member)).rejects.toThrow(/an operator works for no company/);
  const owner = await em.findOneOrFail(Person, { email: 'owner@party.example' });
  const raised = em.nativeUpdate(Person, { id: owner.id }, { operatorRole: 'support' });
  await expect(raised).rejects.toThrow(/an operator works for no company/);
});

test('of two who make somebody an operator and a member at once, one is refused', async () => {
  await register(api, site.app, {
    email: 'twofold@party.example',
    company: { name: 'Twofold', kind: 'agency', country: 'PT' },
  });
  const [{ id: companyId }, personId] = [
    await api.unbounded.em.fork().findOneOrFail(Company, { name: 'Twofold' }),
    await addPerson(api, { email: 'both@party.example' }),
  ];
  const both = await Promise.allSettled([
    api.unbounded.em
      .fork()
      .transactional((em) => em.nativeUpdate(Person, { id: personId }, { operatorRole: 'support' })),
    api.unbounded.em
      .fork()
      .transactional((em) => em.insert(Membership, { companyId, personId, role: 'reader' })),
  ]);
  expect(both.filter(({ status }) => status === 'rejected')).toHaveLength(1);
});
