import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { AuditEntry } from '../../../db/entities/index.ts';
import { mayOperate, OPERATOR_ROLES, type OperatorAction } from '../../../domain/console-roles.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { type Browser, createTestConsole, type TestConsole } from '../../support/console/console-app.ts';
import { createMerchant } from '../../support/merchants.ts';

/** Every route of the desk: who gets in, by role, by session, by factor and by where the request comes from. */
const MERCHANT = '/api/operator/merchants/mk_sandbox_agency';
const ORDER = '/api/operator/orders/ORD1795230000000000999';
const reason = { reason: 'because' };

interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly action: OperatorAction;
  readonly payload?: object;
}
const READ = 'operator.read';
const SECRETS = { action: 'operator.secrets.write' } as const;
const SUSPEND = { action: 'operator.merchants.suspend' } as const;
const ROUTES: readonly Route[] = [
  { method: 'GET', url: '/api/operator/desk', action: READ },
  { method: 'POST', url: '/api/operator/search', action: 'operator.search', payload: { text: 'Casa' } },
  { method: 'GET', url: '/api/operator/merchants', action: READ },
  {
    method: 'POST',
    url: '/api/operator/merchants',
    action: 'operator.merchants.write',
    payload: { name: 'New', kind: 'agency', country: 'PT', sandbox: true },
  },
  { method: 'GET', url: MERCHANT, action: READ },
  { method: 'GET', url: `${MERCHANT}/suspension`, action: READ },
  { method: 'POST', url: `${MERCHANT}/suspend`, ...SUSPEND, payload: reason },
  { method: 'POST', url: `${MERCHANT}/resume`, ...SUSPEND, payload: reason },
  {
    method: 'POST',
    url: `${MERCHANT}/verification`,
    action: 'operator.verification.write',
    payload: { decision: 'approved' },
  },
  { method: 'PUT', url: `${MERCHANT}/contact`, action: 'operator.merchants.write', payload: { email: null } },
  {
    method: 'PUT',
    url: `${MERCHANT}/links/mk_provider`,
    action: 'operator.merchants.write',
    payload: { scopes: ['order:read'] },
  },
  { method: 'DELETE', url: `${MERCHANT}/links/mk_provider`, action: 'operator.merchants.write' },
  { method: 'POST', url: `${MERCHANT}/keys`, ...SECRETS, payload: { label: 'x' } },
  { method: 'POST', url: `${MERCHANT}/keys/99/rotate`, ...SECRETS, payload: { overlapSeconds: 0 } },
  { method: 'POST', url: `${MERCHANT}/keys/99/revoke`, ...SECRETS, payload: {} },
  { method: 'GET', url: `${MERCHANT}/deliveries`, action: READ },
  { method: 'POST', url: `${MERCHANT}/deliveries/retry`, action: 'operator.deliveries.write' },
  { method: 'GET', url: '/api/operator/deliveries/stuck', action: READ },
  { method: 'GET', url: '/api/operator/deliveries/waiting?endpointId=EP1', action: READ },
  { method: 'GET', url: ORDER, action: READ },
  { method: 'GET', url: `${ORDER}/agreement`, action: READ },
  { method: 'POST', url: `${ORDER}/catch-up`, action: 'operator.orders.write' },
  { method: 'POST', url: `${ORDER}/cancel`, action: 'operator.orders.write', payload: reason },
  { method: 'POST', url: `${ORDER}/retry`, action: 'operator.orders.write' },
  {
    method: 'POST',
    url: '/api/operator/notifications/NTF1795230000000000999-1/abandon',
    action: 'operator.orders.write',
    payload: reason,
  },
  { method: 'GET', url: '/api/operator/proposals', action: READ },
  { method: 'GET', url: '/api/operator/audit', action: 'operator.audit.read' },
  { method: 'GET', url: '/api/operator/audit/actions', action: 'operator.audit.read' },
  { method: 'GET', url: '/api/operator/audit/export', action: 'operator.audit.read' },
];

let api: TestApp;
let console_: TestConsole;
beforeAll(async () => {
  api = await createTestApp();
  console_ = await createTestConsole(api);
  await createMerchant(api, 'mk_provider', { kind: 'provider' });
});
afterAll(async () => {
  await console_.close();
  await api.close();
});

const ask = (browser: Browser, { method, url, payload }: Route, headers: Record<string, string> = {}) =>
  browser.send({ method, url, headers, ...(payload && { payload }) } as InjectOptions);
/** An export that is not refused is no JSON. */
const reasonOf = (answer: LightMyRequestResponse) =>
  answer.headers['content-type']?.toString().includes('json') ? answer.json().data?.reason : undefined;
const entries = () => api.orm.em.fork().count(AuditEntry);

describe.each(ROUTES.map((route) => [`${route.method} ${route.url}`, route] as const))('%s', (_, route) => {
  test('is for the roles of the table and nobody else, and a refused one changes nothing', async () => {
    for (const role of OPERATOR_ROLES) {
      const before = await entries();
      const answer = await ask(await console_.operator(role), route);
      const isRefused = reasonOf(answer) === 'role_forbids';
      expect([role, isRefused]).toEqual([role, !mayOperate(role, route.action)]);
      if (isRefused) expect(await entries()).toBe(before);
    }
  });

  test('is not there for a company’s people, closed without a session or a factor, and to other sites', async () => {
    const before = await entries();
    const company = await console_.company({
      kind: 'agency',
      sandboxKey: (await createMerchant(api, `mk_${crypto.randomUUID()}`)).clientId,
    });
    const owner = await console_.member(company, 'owner');
    expect((await ask(owner, route)).json().code).toBe(40400);
    const { method, url, payload } = route;
    const headers = { 'sec-fetch-site': 'same-origin' };
    const nobody = await console_.app.inject({ method, url, headers, ...(payload && { payload }) });
    expect(nobody.json().code).toBe(40101);
    const unproved = await console_.operator('administrator', { second: null });
    expect((await ask(unproved, route)).json().data.reason).toBe('second_factor_needed');
    const bare = await console_.operator('administrator', { hasTotp: false });
    expect((await ask(bare, route)).json().data.reason).toBe('second_factor_missing');
    const operator = await console_.operator('administrator');
    const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    expect((await ask(operator, route, foreign)).json().data.reason).toBe('cross_site');
    expect(await entries()).toBe(before);
  });

  test('asks for a fresh factor where it writes', async () => {
    const stale = await ask(await console_.operator('administrator', { second: 16 }), route);
    const writes = route.method !== 'GET' && route.action !== 'operator.search';
    expect(reasonOf(stale) === 'second_factor_needed').toBe(writes);
  });
});

test('a link to a filter of the log leads to the page, although the filter has a dot', async () => {
  const answer = await console_.app.inject({
    url: '/desk/audit?action=order.cancelled',
    headers: { accept: 'text/html' },
  });
  const missing = await console_.app.inject({ url: '/desk/audit.js', headers: { accept: 'text/html' } });
  const page = await console_.app.inject({ url: '/desk/audit', headers: { accept: 'text/html' } });
  expect(answer.statusCode).toBe(page.statusCode);
  expect(missing.json().code).toBe(40400);
});
