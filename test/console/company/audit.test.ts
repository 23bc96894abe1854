import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { recordAudit } from '../../../services/audit.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { type Browser, createTestConsole, type TestConsole } from '../../support/console/console-app.ts';
import { createMerchant } from '../../support/merchants.ts';
import { dataOf, refusalOf } from '../verification/world.ts';

/** A company's own part of the audit log, and its profile. */
let api: TestApp;
let app: TestConsole;
let company: string;
let owner: Browser;
beforeAll(async () => {
  api = await createTestApp();
  app = await createTestConsole(api);
  await createMerchant(api, 'mk_provider', { kind: 'provider', sandbox: true, name: '=Ticketeria' });
  company = await app.company({ kind: 'agency', sandboxKey: 'mk_sandbox_agency' });
  owner = await app.member(company, 'owner');
});
afterAll(async () => {
  await app.close();
  await api.close();
});

const read = (query = '') => dataOf(owner, { method: 'GET', url: `/api/${company}/console/audit${query}` });
const profile = () => dataOf(owner, { method: 'GET', url: `/api/${company}/console/profile` });
const of = (key: string) =>
  ({ key, kind: 'agency', status: 'active', country: 'PT', sandbox: true }) as const;

async function note(
  action: string,
  actor: Parameters<typeof recordAudit>[1],
  merchantKey = 'mk_sandbox_agency',
) {
  const subject = `merchant:${merchantKey}`;
  await recordAudit(api.orm.em.fork(), actor, {
    action,
    subject,
    merchantKey,
    details: { secretly: action },
  });
}

test('who did it is named of one’s own people by name, of the platform’s by what they are', async () => {
  const operator = await app.operator('administrator');
  const [here, via] = [
    { address: '192.0.2.9', requestId: 'r-1' },
    { address: '192.0.2.8', requestId: 'r-2' },
  ];
  await note('test.by_member', { personId: owner.personId, ...here });
  await note('test.by_program', { ...of('mk_sandbox_agency'), via: { credentialId: '7', ...via } });
  await note('test.by_provider', { ...of('mk_sandbox_agency'), via: { actingKey: 'mk_provider', ...via } });
  await note('test.by_operator', { personId: operator.personId, ...here });
  await note('test.by_shell', { operator: 'root', address: 'bastion' });
  await note('test.of_others', { ...of('mk_sandbox_studio'), via }, 'mk_sandbox_studio');
  const { entries, hasMore } = await read('?about=test');
  expect(hasMore).toBe(false);
  expect(entries).toMatchObject([
    { action: 'test.by_shell', who: 'operator', name: null, address: null, details: {} },
    { action: 'test.by_operator', who: 'operator', name: null, address: null, details: {} },
    { action: 'test.by_provider', who: 'provider', name: '=Ticketeria', address: null },
    { action: 'test.by_program', who: 'program', credentialId: '7', address: '192.0.2.8', world: 'sandbox' },
    { action: 'test.by_member', who: 'member', name: 'Person 1', address: '192.0.2.9' },
  ]);
});

test('it is asked by who, what and when, and goes on behind its last entry', async () => {
  const actions = async (query: string) =>
    (await read(query)).entries.map(({ action }: { action: string }) => action);
  expect(await actions('?about=test&who=operator')).toEqual(['test.by_shell', 'test.by_operator']);
  expect(await actions(`?about=test&personId=${owner.personId}`)).toEqual(['test.by_member']);
  expect(await actions('?about=test&to=2020-01-01T00:00:00Z')).toEqual([]);
  expect(await actions('?world=live&about=test')).toEqual([]);
  const { entries } = await read('?about=test');
  expect(await actions(`?about=test&before=${entries[3].entryId}`)).toEqual(['test.by_member']);
});

test('as CSV it has the same rows, and no name becomes a formula', async () => {
  const answer = await owner.send({ method: 'GET', url: `/api/${company}/console/audit.csv?about=test` });
  expect(answer.headers['content-disposition']).toBe(`attachment; filename="audit-${company}.csv"`);
  const lines = answer.body.trim().split('\r\n');
  expect(lines).toHaveLength(6);
  expect(lines[3]).toContain(`"'=Ticketeria"`);
});

test('it is for owners and administrators', async () => {
  for (const role of ['developer', 'operations', 'finance', 'reader'] as const) {
    const member = await app.member(company, role);
    for (const url of [`/api/${company}/console/audit`, `/api/${company}/console/audit.csv`])
      expect(await refusalOf(member, { method: 'GET', url })).toEqual([403]);
  }
});

test('a company changes its name and country, and where each merchant’s people read of trouble', async () => {
  const url = `/api/${company}/console/profile`;
  const saved = await dataOf(owner, { method: 'PUT', url, payload: { name: 'Rota', country: 'ES' } });
  expect(saved).toMatchObject({ name: 'Rota', country: 'ES', sandbox: { name: 'Rota', country: 'ES' } });
  expect(await refusalOf(owner, { method: 'PUT', url, payload: { name: 'Rota', country: 'XX' } })).toEqual([
    400,
    'body.country not_one_of',
  ]);
  const contact = { method: 'PUT', url: `/api/${company}/sandbox/console/contact` } as const;
  await dataOf(owner, { ...contact, payload: { email: 'ops@rota.example' } });
  expect((await profile()).sandbox.contactEmail).toBe('ops@rota.example');
  const live = { ...contact, url: `/api/${company}/live/console/contact` };
  expect(await refusalOf(owner, { ...live, payload: { email: null } })).toEqual([403]);
  const { entries } = await read('?about=company');
  expect(entries).toMatchObject([{ action: 'company.updated', who: 'member', world: null }]);
});
