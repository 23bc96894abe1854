import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { InjectOptions } from 'fastify';
import { AuditEntry } from '../../db/entities/index.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { CONSOLE_URL, createTestConsole, type TestConsole } from '../support/console/console-app.ts';
import { createGuide, createMerchant } from '../support/merchants.ts';

let api: TestApp;
let console_: TestConsole;
let company: string;
let stranger: string;
beforeAll(async () => {
  api = await createTestApp();
  console_ = await createTestConsole(api);
  await createMerchant(api, 'mk_live_of_theirs', { kind: 'studio', sandbox: false });
  await createMerchant(api, 'mk_stranger', { kind: 'agency' });
  company = await console_.company({ kind: 'studio', sandboxKey: 'mk_sandbox_studio' });
  stranger = await console_.company({ kind: 'agency', sandboxKey: 'mk_stranger' });
  await createGuide(api, { id: 'G7001' });
});
afterAll(async () => {
  await console_.close();
  await api.close();
});

const path = (rest: string, of = company, world = 'sandbox') => `/api/${of}/${world}/open/v1/${rest}`;

test('an operation of the API answers a person of the company as it answers its programs', async () => {
  const browser = await console_.member(company, 'reader');
  const answer = await browser.send({ url: path('guide/detail/G7001') });
  const { clientId, clientSecret } = api.sandbox.studio;
  const same = await api.as({ clientId, clientSecret }, { url: '/open/v1/guide/detail/G7001' });
  expect(answer.json()).toEqual(same.json());
  expect(answer.json().code).toBe(200);
});

test('without a session it is 40101; with one, of another company: there is no such place', async () => {
  const nobody = await console_.app.inject({ url: path('guide/list') });
  expect([nobody.statusCode, nobody.json().code, nobody.json().data.reason]).toEqual([
    401,
    40101,
    'not_signed_in',
  ]);
  const browser = await console_.member(stranger, 'owner');
  for (const url of [
    path('guide/list'),
    path('guide/list', 'CO999999'),
    path('guide/list', stranger, 'moon'),
  ])
    expect((await browser.send({ url })).json().code).toBe(40400);
  expect((await browser.send({ url: path('guide/list', stranger) })).json().code).toBe(200);
});

test('a company that is not verified has no live merchant; a suspended one is told so', async () => {
  const browser = await console_.member(company, 'owner');
  const live = await browser.send({ url: path('guide/list', company, 'live') });
  expect([live.json().code, live.json().data.reason]).toEqual([40006, 'not_live_yet']);
  await createMerchant(api, 'mk_suspended', { kind: 'agency', status: 'suspended' });
  const suspended = await console_.company({ kind: 'agency', sandboxKey: 'mk_suspended' });
  const theirs = await console_.member(suspended, 'owner');
  expect((await theirs.send({ url: path('guide/list', suspended) })).json().data.reason).toBe('suspended');
});

test('a role that may not write is refused, and nothing changes; what another does is recorded under the name', async () => {
  const reader = await console_.member(company, 'reader');
  const update = { method: 'PUT', url: path('guide/update/G7001'), payload: { name: 'Renamed' } } as const;
  const refused = await reader.send(update);
  expect([refused.json().code, refused.json().data]).toMatchObject([
    40006,
    { reason: 'role_forbids', action: 'guides.write' },
  ]);
  const operations = await console_.member(company, 'operations');
  expect((await operations.send(update)).json().code).toBe(200);
  const entry = await api.orm.em
    .fork()
    .findOneOrFail(AuditEntry, { subject: 'guide:G7001' }, { orderBy: { id: 'desc' } });
  expect(entry).toMatchObject({
    actor: `person:${operations.personId}`,
    merchantKey: 'mk_sandbox_studio',
    credentialId: null,
  });
});

test('a request of another site is refused, and so is a change that does not say where it comes from', async () => {
  const browser = await console_.member(company, 'owner');
  const change = { method: 'PUT', url: path('guide/update/G7001'), payload: { name: 'Elsewhere' } } as const;
  const sendFrom = ({ headers, ...rest }: InjectOptions) =>
    console_.app.inject({ ...rest, headers: { cookie: browser.cookie, ...headers } });
  const attempts = [
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    { 'sec-fetch-site': 'same-site', origin: 'https://other.guidepost.example' },
    { 'sec-fetch-site': 'none' },
    {},
    { origin: 'null' },
    { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' },
  ];
  for (const headers of attempts)
    expect((await sendFrom({ ...change, headers })).json().data).toMatchObject({ reason: 'cross_site' });
  expect((await sendFrom({ ...change, headers: { origin: CONSOLE_URL } })).json().code).toBe(200);
});

test('callback addresses need a fresh second factor; in the sandbox the password does where there is none', async () => {
  const payload = { url: 'https://callbacks.example/guidepost' };
  const save = { method: 'PUT', url: path('callback/config'), payload } as const;
  const stale = await console_.member(company, 'developer', { second: 16 });
  const refused = await stale.send(save);
  expect(refused.json().data).toMatchObject({
    reason: 'second_factor_needed',
    can: ['totp', 'recovery_code'],
  });
  const fresh = await console_.member(company, 'developer', { second: 14 });
  expect((await fresh.send(save)).json().code).toBe(200);
  const without = await console_.member(company, 'developer', { hasTotp: false });
  expect((await without.send(save)).json().code).toBe(200);
});

test('who has a second factor and has not shown it gets nothing', async () => {
  const browser = await console_.member(company, 'owner', { second: null });
  expect((await browser.send({ url: path('guide/list') })).json().data).toMatchObject({
    reason: 'second_factor_needed',
  });
});
