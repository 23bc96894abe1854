import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { LightMyRequestResponse } from 'fastify';
import { AuditEntry, Credential } from '../../../db/entities/index.ts';
import { createTestApp, type TestApp, tokenRequest } from '../../support/app.ts';
import { type Browser, createTestConsole, type TestConsole } from '../../support/console/console-app.ts';
import { createMerchant } from '../../support/merchants.ts';

const KEY = 'mk_keys_agency';
let api: TestApp;
let console_: TestConsole;
let company: string;
let stranger: string;
let developer: Browser;

beforeAll(async () => {
  api = await createTestApp();
  console_ = await createTestConsole(api);
  await createMerchant(api, KEY);
  await createMerchant(api, 'mk_keys_stranger', { kind: 'studio' });
  company = await console_.company({ kind: 'agency', sandboxKey: KEY });
  stranger = await console_.company({ kind: 'studio', sandboxKey: 'mk_keys_stranger' });
  developer = await console_.member(company, 'developer');
});
afterAll(async () => {
  await console_.close();
  await api.close();
});

const at = (rest = '', of = company, world = 'sandbox') => `/api/${of}/${world}/console/keys${rest}`;
const issue = (payload: object = { label: 'Nightly' }, browser = developer) =>
  browser.send({ method: 'POST', url: at(), payload });
const act = (id: string, verb: 'rotate' | 'revoke', payload: object = {}, browser = developer) =>
  browser.send({ method: 'POST', url: at(`/${id}/${verb}`), payload });
const list = async (browser = developer) =>
  (await browser.send({ url: at() })).json().data.list as { credentialId: string; status: string }[];
const reasonOf = (answer: LightMyRequestResponse) => answer.json().data.reason;
const tokenFor = (clientSecret: string) => api.app.inject(tokenRequest({ clientId: KEY, clientSecret }));

describe('a key', () => {
  test('is issued with label and scopes, shown once, works at the API, and is recorded under the person’s name', async () => {
    const answer = await issue({ label: 'Reports', scopes: ['order:read'], requireSignature: false });
    expect(answer.headers['cache-control']).toBe('no-store');
    const { credentialId, clientId, clientSecret } = answer.json().data;
    expect(clientId).toBe(KEY);
    const token = await tokenFor(clientSecret);
    expect(token.json().data).toMatchObject({ token_type: 'Bearer' });
    expect(token.json().scope).toBe('order:read');
    const listed = await developer.send({ url: at() });
    expect(listed.body).not.toContain(clientSecret);
    expect(listed.json().data.list[0]).toMatchObject({
      credentialId,
      label: 'Reports',
      scopes: ['order:read'],
      status: 'valid',
    });
    const entry = await api.orm.em
      .fork()
      .findOneOrFail(AuditEntry, { action: 'credential.issued', subject: `credential:${credentialId}` });
    expect(entry).toMatchObject({ actor: `person:${developer.personId}`, merchantKey: KEY });
    expect(JSON.stringify(entry)).not.toContain(clientSecret);
  });

  test('is rotated with an overlap: both work; without one only the new one does', async () => {
    const first = (await issue()).json().data;
    const overlapping = await act(first.credentialId, 'rotate', { overlapSeconds: 3_600 });
    const second = overlapping.json().data;
    expect(Date.parse(second.previousValidUntil)).toBe(api.clock.now.getTime() + 3_600_000);
    expect((await tokenFor(first.clientSecret)).statusCode).toBe(200);
    const third = (await act(second.credentialId, 'rotate', { overlapSeconds: 0 })).json().data;
    expect((await tokenFor(second.clientSecret)).json().code).toBe(40102);
    expect((await tokenFor(third.clientSecret)).statusCode).toBe(200);
  });

  test('that has leaked takes with it what was rotated from it, and its successor descends from nobody', async () => {
    const leaked = (await issue()).json().data;
    const child = (await act(leaked.credentialId, 'rotate', { overlapSeconds: 600 })).json().data;
    const fresh = (await act(leaked.credentialId, 'rotate', { overlapSeconds: 0, compromised: true })).json()
      .data;
    expect((await tokenFor(child.clientSecret)).json().code).toBe(40102);
    expect((await tokenFor(fresh.clientSecret)).statusCode).toBe(200);
    const row = await api.orm.em.fork().findOneOrFail(Credential, { id: Number(fresh.credentialId) });
    expect(row.parentId).toBeNull();
  });

  test('is revoked, and doing it again changes nothing', async () => {
    const { credentialId, clientSecret } = (await issue()).json().data;
    expect((await act(credentialId, 'revoke')).json().data).toEqual({ revoked: [credentialId] });
    expect((await tokenFor(clientSecret)).json().code).toBe(40102);
    expect((await act(credentialId, 'revoke')).json().data).toEqual({ revoked: [] });
    expect((await list()).find((one) => one.credentialId === credentialId)?.status).toBe('revoked');
  });
});

describe('refused, and nothing changes:', () => {
  test.each([
    [{}],
    [{ label: '' }],
    [{ label: 'x'.repeat(101) }],
    [{ label: 'Two\nlines' }],
    [{ label: 'No scopes', scopes: [] }],
    [{ label: 'Strange', scopes: ['everything'] }],
    [{ label: 'More', merchantKey: 'mk_keys_stranger' }],
  ])('the body %j', async (payload) => {
    const before = await list();
    expect((await issue(payload)).json().code).toBe(40001);
    expect(await list()).toEqual(before);
  });

  test('another company’s key looks like an unknown one', async () => {
    const { credentialId } = (await issue()).json().data;
    const theirs = await console_.member(stranger, 'owner');
    for (const id of [credentialId, '999999999']) {
      const revoke = { method: 'POST', url: at(`/${id}/revoke`, stranger), payload: {} } as const;
      expect((await theirs.send(revoke)).json().code).toBe(40010);
      const rotate = { ...revoke, url: at(`/${id}/rotate`, stranger), payload: { overlapSeconds: 0 } };
      expect((await theirs.send(rotate)).json().code).toBe(40001);
    }
    expect((await theirs.send({ url: at() })).json().code).toBe(40400);
    expect((await list()).find((one) => one.credentialId === credentialId)?.status).toBe('valid');
  });

  test.each(['operations', 'finance', 'reader'] as const)('%s may not see keys', async (role) => {
    const browser = await console_.member(company, role);
    expect(reasonOf(await browser.send({ url: at() }))).toBe('role_forbids');
    expect(reasonOf(await issue({ label: 'Mine' }, browser))).toBe('role_forbids');
  });

  test('a second factor that is a quarter of an hour old', async () => {
    const stale = await console_.member(company, 'developer', { second: 16 });
    expect(reasonOf(await issue({ label: 'Later' }, stale))).toBe('second_factor_needed');
    expect((await stale.send({ url: at() })).json().code).toBe(200);
  });

  test('live keys, before the company is approved; after that they need a real second factor', async () => {
    const owner = await console_.member(company, 'owner');
    const live = { method: 'POST', url: at('', company, 'live'), payload: { label: 'Live' } } as const;
    expect(reasonOf(await owner.send(live))).toBe('not_live_yet');
    await createMerchant(api, 'mk_live_agency', { sandbox: false });
    const sandboxKey = 'mk_approved_sandbox';
    await createMerchant(api, sandboxKey);
    const approved = await console_.company({ kind: 'agency', sandboxKey, liveKey: 'mk_live_agency' });
    const url = at('', approved, 'live');
    const without = await console_.member(approved, 'owner', { hasTotp: false });
    expect(reasonOf(await without.send({ ...live, url }))).toBe('second_factor_missing');
    const withFactor = await console_.member(approved, 'owner');
    expect((await withFactor.send({ ...live, url })).json().data.clientId).toBe('mk_live_agency');
  });

  test('a provider’s person has neither keys nor requests of the merchants that it acts for, and their deliveries by the link', async () => {
    await createMerchant(api, 'mk_keys_provider', { kind: 'provider' });
    const provider = await console_.company({ kind: 'provider', sandboxKey: 'mk_keys_provider' });
    const person = await console_.member(provider, 'owner');
    const codeOf = async (page: string, merchant: string) => {
      const url = `/api/${provider}/sandbox/console/${page}`;
      return (await person.send({ url, headers: { 'on-behalf-of': merchant } })).json().code;
    };
    // Merchants that nobody has asked for yet: none is remembered without its link.
    const link = 'insert into provider_link (merchant_key, provider_key, scopes) values (?, ?, ?)';
    for (const scopes of ['{order:read,notification}', '{order:read}']) {
      const merchant = `mk_keys_linked_${scopes.length}`;
      await createMerchant(api, merchant);
      await api.orm.em.fork().execute(link, [merchant, 'mk_keys_provider', scopes]);
      expect(await codeOf('keys', merchant)).toBe(40006);
      expect(await codeOf('requests', merchant)).toBe(40006);
      expect(await codeOf('deliveries/history', merchant)).toBe(
        scopes.includes('notification') ? 200 : 40006,
      );
    }
    expect(await codeOf('keys', 'mk_keys_stranger')).toBe(40006);
  });
});

test('two people who issue at once both get one; the eleventh valid one is refused', async () => {
  const sandboxKey = 'mk_keys_many';
  await createMerchant(api, sandboxKey);
  const many = await console_.company({ kind: 'agency', sandboxKey });
  const people = await Promise.all([console_.member(many, 'owner'), console_.member(many, 'developer')]);
  const answers: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const both = people.map((one) =>
      one.send({ method: 'POST', url: at('', many), payload: { label: `Round ${round}` } }),
    );
    answers.push(...(await Promise.all(both)).map((answer) => answer.json().code));
  }
  expect(answers.filter((code) => code === 200)).toHaveLength(9);
  expect(answers.filter((code) => code === 40001)).toHaveLength(1);
});

test('a key for OCTO is issued for some products, works there at once, and is rotated and revoked like any other', async () => {
  const octo = { kind: 'octo_key', label: 'Reseller', products: ['G9000006'] };
  const { credentialId, clientSecret } = (await issue(octo)).json().data;
  expect(clientSecret).toMatch(/^octo_/);
  const products = (key: string) =>
    api.app.inject({ url: '/octo/v1/products', headers: { authorization: `Bearer ${key}` } });
  expect((await products(clientSecret)).json().map(({ id }: { id: string }) => id)).toEqual(['G9000006']);
  expect((await tokenFor(clientSecret)).statusCode).toBe(401);
  const next = (await act(credentialId, 'rotate', { overlapSeconds: 0 })).json().data;
  expect((await products(next.clientSecret)).json()).toHaveLength(1);
  expect(await list()).toContainEqual(
    expect.objectContaining({ credentialId: next.credentialId, kind: 'octo_key', products: ['G9000006'] }),
  );
  expect((await act(next.credentialId, 'revoke')).json().data.revoked).toEqual([next.credentialId]);
  expect((await issue({ ...octo, requireSignature: true })).json().code).toBe(40001);
});
