import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { InjectOptions } from 'fastify';
import { AuditEntry, LinkRequest, ProviderLink } from '../../../db/entities/index.ts';
import { ASK_AGAIN_AFTER_MS } from '../../../domain/link-request.ts';
import { OWN_SCOPES, SCOPES, type Scope } from '../../../domain/scope.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { type Browser, createTestConsole, type TestConsole } from '../../support/console/console-app.ts';
import { createGuide, createMerchant } from '../../support/merchants.ts';
import { createOrderRow } from '../../support/orders.ts';
import { until } from '../../support/until.ts';
import { dataOf, refusalOf } from '../verification/world.ts';

/** Links between merchants and providers, made by themselves. */
const MERCHANT = 'mk_sandbox_agency';
const PROVIDER = 'mk_sandbox_provider';
let api: TestApp;
let app: TestConsole;
let merchant: Browser;
let provider: Browser;
let merchantPath: string;
let providerPath: string;
beforeAll(async () => {
  api = await createTestApp();
  app = await createTestConsole(api);
  await createMerchant(api, PROVIDER, { kind: 'provider', sandbox: true, name: 'Ticketeria' });
  await createMerchant(api, 'mk_live_provider', { kind: 'provider', sandbox: false });
  const agency = await app.company({ kind: 'agency', sandboxKey: MERCHANT });
  const company = await app.company({ kind: 'provider', sandboxKey: PROVIDER, name: 'Ticketeria' });
  merchant = await app.member(agency, 'owner');
  provider = await app.member(company, 'administrator');
  merchantPath = `/api/${agency}/sandbox/console/links`;
  providerPath = `/api/${company}/sandbox/console/links`;
});
afterAll(async () => {
  await app.close();
  await api.close();
});

const grant = (key: string, scopes: string[]) =>
  ({ method: 'PUT', url: `${merchantPath}/${key}`, payload: { scopes } }) as const;
const ask = (merchantKey: string, message?: string) =>
  ({
    method: 'POST',
    url: `${providerPath}/requests`,
    payload: { merchantKey, scopes: ['guide:read'], ...(message && { message }) },
  }) as const;
const list = (browser: Browser, url: string) => dataOf(browser, { method: 'GET', url });

test('a request for a key that is nobody’s looks to its provider like one that waits', async () => {
  await dataOf(provider, ask(MERCHANT, 'We sell your tours.'));
  await dataOf(provider, ask('mk_sandbox_nobody'));
  const { requests } = await list(provider, providerPath);
  const [unknown, known] = requests;
  const same = { name: null, state: 'open', answeredAt: null, scopes: ['guide:read'] };
  expect([unknown, known]).toMatchObject([
    { key: 'mk_sandbox_nobody', ...same },
    { key: MERCHANT, ...same },
  ]);
});

test('the merchant sees who asks, grants less than was asked, and the link is there', async () => {
  const before = await list(merchant, merchantPath);
  expect(before.requests).toMatchObject([
    { key: PROVIDER, name: 'Ticketeria', message: 'We sell your tours.', scopes: ['guide:read'] },
  ]);
  await dataOf(merchant, grant(PROVIDER, ['guide:read']));
  const after = await list(merchant, merchantPath);
  expect(after).toMatchObject({ links: [{ key: PROVIDER, scopes: ['guide:read'] }], requests: [] });
  const seen = await list(provider, providerPath);
  expect(seen.links).toMatchObject([{ key: MERCHANT }]);
  expect(seen.requests[1]).toMatchObject({ key: MERCHANT, state: 'granted', name: expect.any(String) });
  const linked = { action: 'provider.linked', actor: `person:${merchant.personId}`, merchantKey: MERCHANT };
  expect(await api.orm.em.fork().count(AuditEntry, linked)).toBe(1);
});

test('granting again changes the scopes; no merchant grants what it may not do itself', async () => {
  await dataOf(merchant, grant(PROVIDER, ['guide:read', 'order:read']));
  const { scopes } = await api.orm.em.fork().findOneOrFail(ProviderLink, { merchantKey: MERCHANT });
  expect(scopes).toEqual(['guide:read', 'order:read']);
  expect(await refusalOf(merchant, grant(PROVIDER, ['guide:write']))).toEqual([
    400,
    `${MERCHANT} not_permitted`,
  ]);
});

test('keys that are nobody’s, no provider’s, or of the other world are answered alike', async () => {
  for (const key of ['mk_sandbox_nobody', 'mk_sandbox_studio', 'mk_live_provider', MERCHANT]) {
    expect(await refusalOf(merchant, grant(key, ['guide:read']))).toEqual([
      400,
      'path.providerKey unknown_reference',
    ]);
  }
});

test('a request is declined by whom it is to, and withdrawn by who made it; by nobody else', async () => {
  const { requestId } = await dataOf(provider, ask(MERCHANT));
  const close = (path: string, id: string) => ({ method: 'DELETE', url: `${path}/requests/${id}` }) as const;
  const studio = await app.company({ kind: 'studio', sandboxKey: 'mk_sandbox_studio' });
  const stranger = await app.member(studio, 'owner');
  expect(await refusalOf(stranger, close(`/api/${studio}/sandbox/console/links`, requestId))).toEqual([
    400,
    'path.requestId unknown_reference',
  ]);
  await dataOf(merchant, close(merchantPath, requestId));
  expect((await list(provider, providerPath)).requests[0]).toMatchObject({ requestId, state: 'declined' });
  expect(await refusalOf(merchant, close(merchantPath, requestId))).toEqual([
    400,
    'path.requestId unknown_reference',
  ]);
  // Who was declined waits a day, whatever is asked for; what is asked of others is no matter.
  expect(await refusalOf(provider, ask(MERCHANT, 'Please!'))).toEqual([400, 'body.merchantKey too_soon']);
  await dataOf(provider, close(providerPath, (await dataOf(provider, ask('mk_sandbox_other'))).requestId));
  const id = Number(requestId.slice('LNK'.length));
  const answeredAt = new Date(api.clock.now.getTime() - ASK_AGAIN_AFTER_MS);
  await api.orm.em.fork().nativeUpdate(LinkRequest, { id }, { answeredAt });
  const again = await dataOf(provider, ask(MERCHANT));
  await dataOf(provider, close(providerPath, again.requestId));
  expect((await list(merchant, merchantPath)).requests).toEqual([]);
});

test('either side ends a link; who may not grant does not, and a grant asks for a fresh factor', async () => {
  const company = merchantPath.split('/')[2]!;
  const developer = await app.member(company, 'developer');
  expect(await refusalOf(developer, grant(PROVIDER, ['guide:read']))).toEqual([403]);
  const stale = await app.member(company, 'owner', { second: 60 });
  const answer = await stale.send(grant(PROVIDER, ['guide:read']));
  expect(answer.json().data).toMatchObject({ reason: 'second_factor_needed' });
  const end = { method: 'DELETE', url: `${providerPath}/${MERCHANT}` } as const;
  expect(await dataOf(provider, end)).toEqual({ ended: true });
  expect(await dataOf(provider, end)).toEqual({ ended: false });
  expect((await list(merchant, merchantPath)).links).toEqual([]);
});

test('a merchant asks for no link, and a provider grants none', async () => {
  const asking = { ...ask(MERCHANT), url: `${merchantPath}/requests` };
  expect(await refusalOf(merchant, asking)).toEqual([403]);
  const granting = { ...grant(PROVIDER, ['guide:read']), url: `${providerPath}/${PROVIDER}` };
  expect(await refusalOf(provider, granting)).toEqual([403]);
});

describe('a provider’s people, acting for a merchant by the address', () => {
  let made = 0;
  const READS_GUIDES = [
    'GET /find/prices',
    'GET /find/choices',
    'GET /guides',
    'GET /guides/calendar',
    'POST /guides/preview',
    'POST /guides/preview/year',
    'GET /guides/:guideId/calendar',
    'GET /studio-feed',
  ];

  /** A studio that has linked the provider. */
  async function linked(scopes: Scope[]): Promise<{ key: string; at: (rest: string) => string }> {
    made += 1;
    const key = `mk_sandbox_atelier${made}`;
    await createMerchant(api, key, { kind: 'studio' });
    await api.orm.em.fork().insert(ProviderLink, { merchantKey: key, providerKey: PROVIDER, scopes });
    return { key, at: (rest) => providerPath.replace('/sandbox/console/links', `/sandbox~${key}${rest}`) };
  }
  const isRefused = async (options: InjectOptions) => {
    const { statusCode, body } = await provider.send(options);
    return statusCode === 403 && body.includes('40006');
  };

  /** The console's own pages of that merchant that the link opens. */
  async function opened(scopes: Scope[]): Promise<string[]> {
    const { at } = await linked(scopes);
    const open: string[] = [];
    for (const { method, url } of app.app.accessTable) {
      const [, page] = url.split('/api/:company/:world/console');
      if (page === undefined) continue;
      const path = at(`/console${page.replace(/:\w+/g, 'x1')}`);
      if (!(await isRefused({ method: method as 'GET', url: path }))) open.push(`${method} ${page}`);
    }
    return open;
  }

  test('see of the console what the link’s scopes allow, and never keys, links or people', async () => {
    expect(await opened(['guide:read'])).toEqual(READS_GUIDES);
    expect(await opened(['order:read'])).toEqual([
      'GET /home',
      'GET /inbox',
      'GET /orders',
      'GET /orders/count',
      'GET /orders.csv',
      'GET /orders/:orderId/people',
      'GET /shortlists',
      'GET /reports/choices',
      'GET /reports/orders',
      'GET /reports/orders.csv',
      'GET /reports/requests',
      'GET /reports/requests.csv',
      'GET /reports/cancellations',
      'GET /reports/cancellations.csv',
      'GET /reports/days',
      'GET /reports/days.csv',
    ]);
    const most = await opened(SCOPES.filter((scope) => !OWN_SCOPES.includes(scope)));
    expect(most).toEqual(expect.arrayContaining(['GET /money/month', 'DELETE /guides/:guideId/feed']));
    for (const page of most) expect(page).not.toMatch(/ \/(keys|links|contact|requests|verification)\b/);
  });

  test('see in calendars that a day is booked, and not by whom', async () => {
    const { key, at } = await linked(['guide:read']);
    const guideId = `G74${made}`;
    await createGuide(api, { id: guideId, studioKey: key });
    const order = { id: `ORD90007${made}`, guideId, studioKey: key, tripDate: '2027-06-14', tripDays: 1 };
    await createOrderRow(api, { ...order, status: 'confirmed' });
    const url = at(`/console/guides/calendar?guideId=${guideId}&from=2027-06-01&to=2027-06-30`);
    const [{ taken }] = (await dataOf(provider, { method: 'GET', url })).list;
    expect(taken).toMatchObject([{ id: order.id, status: 'confirmed', who: '' }]);
  });

  test('cannot give themselves more, nor link somebody else', async () => {
    const { key, at } = await linked(['guide:read', 'order:read']);
    const payload = { scopes: ['order:write'] };
    for (const ask of [
      { url: at(`/console/links/${PROVIDER}`) },
      { url: `${providerPath}/${PROVIDER}`, headers: { 'on-behalf-of': key } },
    ])
      expect(await refusalOf(provider, { method: 'PUT', payload, ...ask })).toEqual([403]);
    const link = { merchantKey: key, providerKey: PROVIDER };
    const { scopes } = await api.orm.em.fork().findOneOrFail(ProviderLink, link);
    expect(scopes).toEqual(['guide:read', 'order:read']);
  });

  test('are recorded with person and provider, and refused once the link is less or gone', async () => {
    const { key, at } = await linked(['guide:read', 'guide:write']);
    const guideId = `G73${made}`;
    await createGuide(api, { id: guideId, studioKey: key });
    const url = at(`/open/v1/guide/update/${guideId}`);
    const rename = { method: 'PUT', url, payload: { name: 'Rui' } } as const;
    await dataOf(provider, rename);
    const entry = { action: 'guide.updated', subject: `guide:${guideId}` };
    expect(await api.orm.em.fork().findOneOrFail(AuditEntry, entry)).toMatchObject({
      actor: `person:${provider.personId}`,
      merchantKey: key,
      onBehalfOf: key,
      details: { provider: PROVIDER },
    });
    const link = { merchantKey: key, providerKey: PROVIDER };
    await api.orm.em.fork().nativeUpdate(ProviderLink, link, { scopes: ['guide:read'] });
    await until(() => isRefused(rename));
    const read = { url: at(`/open/v1/guide/detail/${guideId}`) };
    expect(await isRefused(read)).toBe(false);
    await api.orm.em.fork().nativeDelete(ProviderLink, link);
    await until(() => isRefused(read));
    // Nor does anybody who is no provider.
    expect(await refusalOf(merchant, { url: merchantPath.replace('/sandbox/', `/sandbox~${key}/`) })).toEqual(
      [403],
    );
  });

  test.each(['sandbox~', 'sandbox~a/b', 'moon~x', `sandbox~${'k'.repeat(65)}`, 'sandbox~~x'])(
    'are nowhere at %s',
    async (side) => {
      const url = providerPath.replace('sandbox', encodeURIComponent(side));
      expect(await refusalOf(provider, { url })).toEqual([404]);
    },
  );
});
