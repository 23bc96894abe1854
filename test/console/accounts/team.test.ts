import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { AuditEntry, Invitation, Membership, Person } from '../../../db/entities/index.ts';
import type { CompanyRole } from '../../../domain/console-roles.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { createTestConsole, type TestConsole } from '../../support/console/console-app.ts';
import {
  addPerson,
  EMAIL,
  PASSWORD,
  signIn,
  takeMails,
  tokenIn,
  visitor,
} from '../../support/console/console-people.ts';
import { createBarrier } from '../../support/data/barrier.ts';
import { createMerchant } from '../../support/merchants.ts';
import { until } from '../../support/until.ts';

const DAY = 86_400_000;
let api: TestApp;
let site: TestConsole;
let company: string;
let made = 0;
type Member = Awaited<ReturnType<TestConsole['member']>>;
let owner: Member;

beforeAll(async () => {
  api = await createTestApp();
  site = await createTestConsole(api);
});
afterAll(async () => {
  await site.close();
  await api.close();
});
beforeEach(async () => {
  made += 1;
  const sandboxKey = `mk_sandbox_team${made}`;
  await createMerchant(api, sandboxKey);
  company = await site.company({ kind: 'agency', sandboxKey, name: `Team ${made}` });
  owner = await site.member(company, 'owner');
  await api.unbounded.em.fork().execute('truncate mail');
});

const team = (path = '') => `/api/${company}/console/team${path}`;
const read = async (member: Member) => (await member.send({ method: 'GET', url: team() })).json().data;
const post = (member: Member, path: string, payload?: object) =>
  member.send({ method: 'POST', url: team(path), ...(payload && { payload }) });
const setRole = (member: Member, personId: number, role: CompanyRole) =>
  member.send({ method: 'PUT', url: team(`/members/${personId}`), payload: { role } });
/** Invites, and takes the link's token from the mail. */
const invite = async (member: Member, email: string, role: CompanyRole = 'operations') => {
  const answer = await post(member, '/invitations', { email, role });
  expect(answer.statusCode).toBe(200);
  const mails = await takeMails(api);
  return { id: answer.json().data.id as number, token: tokenIn(mails.at(-1)!), mail: mails.at(-1)! };
};

test('who is invited makes an account by the link and works in the company', async () => {
  const { token, mail } = await invite(owner, 'new@agency.example', 'developer');
  expect(mail.text).toContain(`Team ${made}`);
  const newcomer = visitor(site.app);
  expect((await newcomer.post('invitation/look', { token })).json().data).toEqual({
    company: { name: `Team ${made}` },
    email: 'new@agency.example',
    role: 'developer',
    invitedBy: expect.stringMatching(/^Person/),
    hasAccount: false,
    needsSecondFactor: false,
  });
  const account = { token, name: 'New', language: 'en', password: PASSWORD };
  expect((await newcomer.post('invitation/register', account)).json().data).toEqual({ companyId: company });
  const browser = await signIn(site.app, 'new@agency.example');
  expect((await browser.get('me')).json().data.companies).toMatchObject([{ id: company, role: 'developer' }]);
  const { members, invitations } = await read(owner);
  expect(members.map(({ role }: { role: string }) => role).sort()).toEqual(['developer', 'owner']);
  expect(invitations).toEqual([]);
});

test('an invitation is for its address: another account cannot take it, and it stays open', async () => {
  await addPerson(api, { email: `thief${made}@agency.example` });
  await addPerson(api, { email: `invited${made}@agency.example` });
  const { token } = await invite(owner, `Invited${made}@agency.example`);
  const thief = await signIn(site.app, `thief${made}@agency.example`);
  expect((await thief.post('invitation/accept', { token })).json()).toMatchObject({
    code: 40006,
    data: { reason: 'other_address' },
  });
  const account = { token, name: 'Thief', language: 'en', password: PASSWORD };
  expect((await thief.post('invitation/register', account)).statusCode).toBe(400);
  const invited = await signIn(site.app, `invited${made}@agency.example`);
  expect((await invited.post('invitation/accept', { token })).json().data).toEqual({ companyId: company });
});

test('an invitation is accepted once, also by two requests at once', async () => {
  const email = `twice${made}@agency.example`;
  const { token } = await invite(owner, email);
  const account = { token, name: 'New', language: 'en', password: PASSWORD };
  const register = () => visitor(site.app).post('invitation/register', account);
  const codes = (await Promise.all([register(), register()])).map(({ statusCode }) => statusCode);
  expect(codes.sort()).toEqual([200, 400]);
  const browser = await signIn(site.app, email);
  expect((await browser.post('invitation/accept', { token })).statusCode).toBe(400);
});

test('an invitation ends after seven days, when it is revoked, and when it is sent again', async () => {
  const { id, token } = await invite(owner, 'late@agency.example');
  const look = async (one: string) =>
    (await visitor(site.app).post('invitation/look', { token: one })).statusCode;
  const before = api.clock.now;
  api.clock.now = new Date(before.getTime() + 7 * DAY + 1);
  expect(await look(token)).toBe(400);
  api.clock.now = before;
  expect(await look(token)).toBe(200);
  expect((await post(owner, `/invitations/${id}/resend`)).statusCode).toBe(200);
  const again = tokenIn((await takeMails(api))[0]!);
  expect(await look(token)).toBe(400);
  expect(await look(again)).toBe(200);
  expect((await post(owner, `/invitations/${id}/revoke`)).statusCode).toBe(200);
  expect(await look(again)).toBe(400);
  expect((await post(owner, `/invitations/${id}/resend`)).statusCode).toBe(404);
});

test('an invitation counts only as long as who sent it could send it', async () => {
  const administrator = await site.member(company, 'administrator');
  const { token } = await invite(administrator, 'later@agency.example', 'administrator');
  await setRole(owner, administrator.personId, 'developer');
  const account = { token, name: 'New', language: 'en', password: PASSWORD };
  expect((await visitor(site.app).post('invitation/register', account)).statusCode).toBe(400);
  expect(await api.orm.em.fork().count(Person, { email: 'later@agency.example' })).toBe(0);
});

test('the same address is invited once, and no member is', async () => {
  await invite(owner, 'once@agency.example');
  const again = await post(owner, '/invitations', { email: 'ONCE@agency.example', role: 'reader' });
  expect(again.json().data.reason).toBe('already_member');
  const member = await site.member(company, 'reader');
  const { email } = await api.orm.em.fork().findOneOrFail(Person, member.personId);
  expect((await post(owner, '/invitations', { email, role: 'reader' })).json().data.reason).toBe(
    'already_member',
  );
});

test('two companies that invite the same mailbox both reach it, however often one of them writes', async () => {
  const email = `wanted${made}@agency.example`;
  const sandboxKey = `mk_sandbox_rival${made}`;
  await createMerchant(api, sandboxKey);
  const rivals = await site.company({ kind: 'agency', sandboxKey, name: 'Rivals' });
  const rival = await site.member(rivals, 'owner');
  const ofRivals = (path: string, payload?: object) =>
    rival.send({ method: 'POST', url: `/api/${rivals}/console/team${path}`, ...(payload && { payload }) });

  const { id, mail } = await invite(owner, email);
  expect(mail.text).toContain(`Team ${made}`);
  const again = [];
  for (let sent = 1; sent < 7; sent++) again.push((await post(owner, `/invitations/${id}/resend`)).json());
  expect(again.map(({ code }) => code)).toEqual([200, 200, 200, 200, 42901, 42901]);
  expect(again[4].data).toMatchObject({ reason: 'too_many_mails' });
  const own = (await takeMails(api)).map(tokenIn);
  expect(own).toHaveLength(4);

  const invited = await ofRivals('/invitations', { email, role: 'reader' });
  expect(invited.statusCode).toBe(200);
  expect((await ofRivals(`/invitations/${invited.json().data.id}/resend`)).statusCode).toBe(200);
  const theirs = await takeMails(api);
  expect(theirs.map(({ text }) => text.includes('Rivals'))).toEqual([true, true]);

  // One does not take the other's place: the person joins both.
  const account = { token: tokenIn(theirs[1]!), name: 'Wanted', language: 'en', password: PASSWORD };
  const joined = await visitor(site.app).post('invitation/register', account);
  expect(joined.json().data).toEqual({ companyId: rivals });
  const browser = await signIn(site.app, email);
  expect((await browser.post('invitation/accept', { token: own.at(-1)! })).json().data).toEqual({
    companyId: company,
  });
  const { companies } = (await browser.get('me')).json().data;
  expect(companies.map((one: { id: string }) => one.id).toSorted()).toEqual([company, rivals].toSorted());
});

test('a name that looks like an address becomes no link in the mail', async () => {
  await api.orm.em
    .fork()
    .execute('update company set name = ? where id = ?', ['Win at https://evil.example/x', company]);
  const { mail } = await invite(owner, 'careful@agency.example');
  expect(mail.text).not.toMatch(/evil\.example|https:\/\/evil/);
});

test('nobody gives a role above the own, nor touches somebody above', async () => {
  const administrator = await site.member(company, 'administrator');
  const reader = await site.member(company, 'reader');
  for (const answer of [
    await setRole(administrator, reader.personId, 'owner'),
    await setRole(administrator, owner.personId, 'reader'),
    await post(administrator, `/members/${owner.personId}/remove`),
    await post(administrator, '/invitations', { email: EMAIL, role: 'owner' }),
    await setRole(administrator, administrator.personId, 'owner'),
    await setRole(reader, reader.personId, 'administrator'),
    await post(reader, '/invitations', { email: EMAIL, role: 'reader' }),
  ])
    expect(answer.json()).toMatchObject({ code: 40006, data: { reason: 'role_forbids' } });
  expect((await setRole(administrator, reader.personId, 'finance')).statusCode).toBe(200);
});

test('the last owner neither goes nor is lowered', async () => {
  for (const answer of [
    await post(owner, '/leave'),
    await setRole(owner, owner.personId, 'administrator'),
    await post(owner, `/members/${owner.personId}/remove`),
  ])
    expect(answer.json()).toMatchObject({ code: 40006, data: { reason: 'last_owner' } });
  const second = await site.member(company, 'owner');
  expect((await post(owner, '/leave')).statusCode).toBe(200);
  expect((await post(second, '/leave')).statusCode).toBe(403);
});

test('of the last two owners who leave at once one stays', async () => {
  const second = await site.member(company, 'owner');
  const barrier = await createBarrier(api.adminUrl);
  await barrier.raise('before delete on membership');
  const first = post(owner, '/leave');
  await barrier.reached();
  const other = post(second, '/leave');
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await until(async () => (await api.unbounded.em.fork().execute(waiting)).length === 2);
  await barrier.lower();
  const codes = (await Promise.all([first, other])).map(({ statusCode }) => statusCode);
  await barrier.close();
  expect(codes).toEqual([200, 403]);
  expect(await api.orm.em.fork().count(Membership, { companyId: company, role: 'owner' })).toBe(1);
});

test('of two owners who lower each other at once one stays', async () => {
  const second = await site.member(company, 'owner');
  await Promise.all([setRole(owner, second.personId, 'reader'), setRole(second, owner.personId, 'reader')]);
  expect(await api.orm.em.fork().count(Membership, { companyId: company, role: 'owner' })).toBe(1);
});

test('who was removed is out with the next request', async () => {
  const member = await site.member(company, 'developer');
  expect((await member.send({ method: 'GET', url: team() })).statusCode).toBe(200);
  await post(owner, `/members/${member.personId}/remove`);
  expect((await member.send({ method: 'GET', url: team() })).statusCode).toBe(404);
});

test("another company's people and invitations are as good as unknown", async () => {
  const { id } = await invite(owner, 'theirs@agency.example');
  const theirs = company;
  await createMerchant(api, `mk_sandbox_other${made}`);
  company = await site.company({ kind: 'studio', sandboxKey: `mk_sandbox_other${made}` });
  const stranger = await site.member(company, 'owner');
  expect((await post(stranger, `/invitations/${id}/revoke`)).statusCode).toBe(404);
  expect((await post(stranger, `/members/${owner.personId}/remove`)).statusCode).toBe(404);
  expect((await setRole(stranger, owner.personId, 'reader')).statusCode).toBe(404);
  company = theirs;
  expect((await post(stranger, `/invitations/${id}/revoke`)).statusCode).toBe(404);
  expect(await api.orm.em.fork().findOneOrFail(Invitation, id)).toMatchObject({ revokedAt: null });
});

test('where the owner demands second factors, a member without one works again once it has one', async () => {
  const member = await site.member(company, 'developer', { hasTotp: false });
  const rules = (who: Member, needsSecondFactor: boolean) =>
    who.send({ method: 'PUT', url: team('/needs-second-factor'), payload: { needsSecondFactor } });
  const administrator = await site.member(company, 'administrator');
  expect((await rules(administrator, true)).json().data.reason).toBe('role_forbids');
  expect((await rules(owner, true)).statusCode).toBe(200);
  expect((await member.send({ method: 'GET', url: team() })).json()).toMatchObject({
    code: 40006,
    data: { reason: 'second_factor_missing' },
  });
  const me = await member.send({ method: 'GET', url: '/api/account/me' });
  expect(me.json().data.companies).toMatchObject([{ id: company, isLocked: true }]);
});

test('an owner without a second factor demands none of others', async () => {
  const bare = await site.member(company, 'owner', { hasTotp: false });
  const answer = await bare.send({
    method: 'PUT',
    url: team('/needs-second-factor'),
    payload: { needsSecondFactor: true },
  });
  expect(answer.statusCode).toBe(403);
});

test('each change of a team is in the audit log of its company under the name of who made it', async () => {
  const { id } = await invite(owner, 'logged@agency.example');
  await post(owner, `/invitations/${id}/revoke`);
  const where = { subject: `company:${company}`, merchantKey: `mk_sandbox_team${made}` };
  const entries = await api.orm.em.fork().find(AuditEntry, where, { orderBy: { id: 'asc' } });
  expect(entries.map(({ action, actor }) => `${action} ${actor}`)).toEqual([
    `team.invited person:${owner.personId}`,
    `team.invitation_revoked person:${owner.personId}`,
  ]);
  expect(JSON.stringify(entries)).not.toContain('@');
});
