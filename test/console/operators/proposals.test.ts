import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  AuditEntry,
  LedgerAccount,
  LinkRequest,
  Merchant,
  OperatorProposal,
  Person,
  ProviderLink,
  Settlement,
  VerificationSubmission,
} from '../../../db/entities/index.ts';
import type { SettlementGateway } from '../../../lib/temporal/settlement-gateway.ts';
import { BASE_URL, createTestApp, type TestApp } from '../../support/app.ts';
import {
  type Browser,
  CONSOLE_URL,
  createTestConsole,
  type TestConsole,
} from '../../support/console/console-app.ts';
import { createMerchant } from '../../support/merchants.ts';
import { FORM } from '../verification/world.ts';

/** Four eyes: what one operator proposes has no effect before another confirms it. */
let api: TestApp;
let site: TestConsole;
let first: Browser;
let second: Browser;
const paid: unknown[] = [];

beforeAll(async () => {
  api = await createTestApp();
  const gateway = {
    pay: async (statement: Settlement, updateId: string) => {
      paid.push([statement.id, updateId]);
      await api.orm.em.fork().nativeUpdate(Settlement, { id: statement.id }, { status: 'paid' });
    },
  } as unknown as SettlementGateway;
  const config = {
    publicBaseUrl: BASE_URL,
    consoleBaseUrl: CONSOLE_URL,
    allowInsecureCallbacks: true,
    operatorsToApprove: 2,
  } as const;
  site = await createTestConsole(api, { statementGateway: gateway, config });
  first = await site.operator('administrator');
  second = await site.operator('administrator');
});
afterAll(async () => {
  await site.close();
  await api.close();
});

const send = async (browser: Browser, method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) => {
  const answer = await browser.send({ method, url: `/api/operator/${path}`, ...(payload && { payload }) });
  return answer.json();
};
const decide = (browser: Browser, id: string, verb: 'confirm' | 'decline') =>
  send(browser, 'POST', `proposals/${id}/${verb}`, {});
const reasonOf = (answer: { data?: { details?: { reason: string }[]; reason?: string } }) =>
  answer.data?.details?.[0]?.reason ?? answer.data?.reason;
const verificationOf = async (key: string) =>
  (await api.orm.em.fork().findOneOrFail(Merchant, key)).verification;

async function propose(key: string): Promise<string> {
  await createMerchant(api, key, { sandbox: false });
  await api.orm.em.fork().nativeUpdate(Merchant, { key }, { verification: 'pending' });
  const answer = await send(first, 'POST', `merchants/${key}/verification`, { decision: 'approved' });
  expect(answer.data).toMatchObject({ verification: 'pending', proposalId: expect.stringMatching(/^PRP/) });
  return answer.data.proposalId;
}

test('a live merchant is approved once another operator has confirmed it, and the log names both', async () => {
  const id = await propose('mk_live_one');
  expect(await verificationOf('mk_live_one')).toBe('pending');
  const { operatorsNeeded, list } = (await send(second, 'GET', 'proposals')).data;
  expect([operatorsNeeded, list]).toMatchObject([
    2,
    [{ proposalId: id, action: 'merchant.approve', proposedBy: `person:${first.personId}`, state: 'open' }],
  ]);
  expect((await send(second, 'GET', 'desk')).data.piles).toMatchObject([{ kind: 'proposals', count: 1 }]);
  expect((await decide(second, id, 'confirm')).code).toBe(200);
  expect(await verificationOf('mk_live_one')).toBe('approved');
  const entry = await api.orm.em.fork().findOneOrFail(AuditEntry, { action: 'proposal.confirmed' });
  expect(entry).toMatchObject({
    actor: `person:${second.personId}`,
    subject: 'merchant:mk_live_one',
    details: { proposedBy: `person:${first.personId}`, proposalId: id },
  });
});

test('of the sandbox one operator is enough', async () => {
  await createMerchant(api, 'mk_sandbox_one', { sandbox: true });
  await api.orm.em.fork().nativeUpdate(Merchant, { key: 'mk_sandbox_one' }, { verification: 'pending' });
  const answer = await send(first, 'POST', 'merchants/mk_sandbox_one/verification', { decision: 'approved' });
  expect(answer.data).toMatchObject({ verification: 'approved', proposalId: null });
});

describe('nobody confirms alone', () => {
  let id: string;
  beforeAll(async () => {
    id = await propose('mk_live_two');
  });

  test('not who proposed it, here or in the table', async () => {
    expect(reasonOf(await decide(first, id, 'confirm'))).toBe('not_permitted');
    const by = `person:${first.personId}`;
    const forced = api.orm.em
      .fork()
      .nativeUpdate(
        OperatorProposal,
        { id: Number(id.slice(3)) },
        { state: 'confirmed', decidedBy: by, decidedAt: new Date() },
      );
    await expect(forced).rejects.toThrow(/operator_proposal_two_people/);
  });

  test('not in a role that may not do it, and not with a stale factor', async () => {
    const support = await site.operator('support');
    expect(reasonOf(await decide(support, id, 'confirm'))).toBe('role_forbids');
    const stale = await site.operator('administrator', { second: 16 });
    expect(reasonOf(await decide(stale, id, 'confirm'))).toBe('second_factor_needed');
  });

  test('and it is proposed once', async () => {
    const again = await send(second, 'POST', 'merchants/mk_live_two/verification', { decision: 'approved' });
    expect(reasonOf(again)).toBe('not_permitted');
  });

  test('nor is what was proposed rewritten before it is confirmed', async () => {
    const rewritten = api.orm.em
      .fork()
      .nativeUpdate(OperatorProposal, { id: Number(id.slice(3)) }, { details: { merchantKey: 'mk_mine' } });
    await expect(rewritten).rejects.toThrow(/stays as it was/);
  });

  test('not for somebody who is no operator any more', async () => {
    const left = await site.operator('administrator');
    await createMerchant(api, 'mk_live_left', { sandbox: false });
    const { data } = await send(left, 'POST', 'merchants/mk_live_left/verification', {
      decision: 'approved',
    });
    await api.unbounded.em.fork().nativeUpdate(Person, { id: left.personId }, { operatorRole: null });
    expect(reasonOf(await decide(second, data.proposalId, 'confirm'))).toBe('not_permitted');
  });

  test('of two who confirm at once, one learns that it is confirmed', async () => {
    const third = await site.operator('administrator');
    const answers = await Promise.all([decide(second, id, 'confirm'), decide(third, id, 'confirm')]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 40001]);
  });
});

test('who proposed it takes it back, and it may be proposed again', async () => {
  const id = await propose('mk_live_three');
  expect((await decide(first, id, 'decline')).code).toBe(200);
  expect(reasonOf(await decide(second, id, 'confirm'))).toBe('not_permitted');
  const again = await send(first, 'POST', 'merchants/mk_live_three/verification', { decision: 'approved' });
  expect(again.data.proposalId).not.toBe(id);
});

test('a company is approved by two; what it withdrew meanwhile is not', async () => {
  await createMerchant(api, 'mk_sandbox_company', { sandbox: true });
  const company = await site.company({ kind: 'agency', sandboxKey: 'mk_sandbox_company' });
  const em = api.orm.em.fork();
  const sent = em.create(VerificationSubmission, {
    companyId: company,
    number: 1,
    form: FORM,
    state: 'submitted',
    submittedAt: new Date(),
  });
  await em.flush();
  const { data } = await send(first, 'POST', `verifications/${company}/1/approve`, {});
  expect(data).toMatchObject({ merchantKey: null, proposalId: expect.stringMatching(/^PRP/) });
  await em.nativeUpdate(VerificationSubmission, { id: sent.id }, { state: 'withdrawn' });
  expect((await decide(second, data.proposalId, 'confirm')).code).not.toBe(200);
  expect((await decide(second, data.proposalId, 'decline')).code).toBe(200);
});

test('a payment is recorded once two agree on it', async () => {
  await createMerchant(api, 'mk_live_paid', { sandbox: false });
  const em = api.orm.em.fork();
  const owner = { merchantKey: 'mk_live_paid', currency: 'EUR', sandbox: false };
  const accountId = 'payable:mk_live_paid:EUR';
  await em.insert(LedgerAccount, { id: accountId, kind: 'merchant', ...owner } as never);
  const id = 'STL1795230000001';
  await em.insert(Settlement, { ...owner, id, accountId, month: '2026-10', status: 'issued' } as never);
  const payment = { key: crypto.randomUUID(), reference: 'SEPA 17' };
  const { data } = await send(first, 'POST', `money/statements/${id}/pay`, payment);
  expect(data).toMatchObject({ status: 'issued', proposalId: expect.stringMatching(/^PRP/) });
  expect(paid).toEqual([]);
  const support = await site.operator('support');
  expect(reasonOf(await decide(support, data.proposalId, 'confirm'))).toBe('role_forbids');
  const finance = await site.operator('finance');
  expect((await decide(finance, data.proposalId, 'confirm')).code).toBe(200);
  expect(paid).toEqual([[id, `form:proposal-${data.proposalId.slice(3)}`]]);
});

describe('a link that operators ask for', () => {
  const PROVIDER = 'mk_live_provider';
  const terms = { merchantKey: 'mk_live_agency', providerKey: PROVIDER } as const;
  let owner: Browser;
  let links: string;
  beforeAll(async () => {
    await createMerchant(api, PROVIDER, { kind: 'provider', sandbox: false });
    await createMerchant(api, 'mk_live_agency', { sandbox: false });
    await createMerchant(api, 'mk_sandbox_own', { sandbox: true });
    const company = await site.company({
      kind: 'agency',
      sandboxKey: 'mk_sandbox_own',
      liveKey: 'mk_live_agency',
    });
    owner = await site.member(company, 'owner');
    links = `/api/${company}/live/console/links`;
  });
  const linked = () => api.orm.em.fork().count(ProviderLink, terms);

  test('takes two operators, and then the merchant: before that it does nothing', async () => {
    const asked = await send(first, 'PUT', `merchants/mk_live_agency/links/${PROVIDER}`, {
      scopes: ['order:read'],
    });
    expect(asked.data).toMatchObject({ requestId: null, proposalId: expect.stringMatching(/^PRP/) });
    expect(await api.orm.em.fork().count(LinkRequest, terms)).toBe(0);
    expect((await decide(second, asked.data.proposalId, 'confirm')).code).toBe(200);
    expect(await linked()).toBe(0);
    const { requests } = (await owner.send({ method: 'GET', url: links })).json().data;
    expect(requests).toMatchObject([{ key: PROVIDER, scopes: ['order:read'], byOperator: true }]);
    const grant = {
      method: 'PUT',
      url: `${links}/${PROVIDER}`,
      payload: { scopes: ['order:read'] },
    } as const;
    expect((await owner.send(grant)).statusCode).toBe(200);
    expect(await linked()).toBe(1);
  });

  test('is not asked for again where the merchant has declined', async () => {
    await owner.send({ method: 'DELETE', url: `${links}/${PROVIDER}` });
    const declined = { ...terms, scopes: ['order:read'], state: 'declined', answeredAt: new Date() } as const;
    await api.orm.em.fork().insert(LinkRequest, { ...declined, scopes: ['order:read'] });
    const asked = await send(first, 'PUT', `merchants/mk_live_agency/links/${PROVIDER}`, {
      scopes: ['order:write'],
    });
    expect(reasonOf(await decide(second, asked.data.proposalId, 'confirm'))).toBe('too_soon');
    expect(await linked()).toBe(0);
  });
});

test('an administrator alone makes no second operator that would confirm', async () => {
  const puppet = { email: 'puppet@guidepost.example', name: 'Puppet', language: 'en', role: 'administrator' };
  const { data } = await send(first, 'POST', 'team/add', puppet);
  expect(data.proposalId).toMatch(/^PRP/);
  expect(await api.orm.em.fork().count(Person, { email: puppet.email })).toBe(0);
  const logged = await api.orm.em.fork().find(AuditEntry, { action: 'proposal.proposed' });
  expect(JSON.stringify(logged)).not.toContain(puppet.email);
  expect((await decide(second, data.proposalId, 'confirm')).code).toBe(200);
  expect(await api.orm.em.fork().count(Person, { email: puppet.email })).toBe(1);
});
