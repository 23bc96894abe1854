import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { BudgetKind } from '../../lib/admission/allowances.ts';
import type { RouteLimits } from '../../lib/admission/requests.ts';
import { BASE_URL, createTestApp, type TestApp } from '../support/app.ts';
import { type Browser, createTestConsole, type TestConsole } from '../support/console/console-app.ts';
import { createLivePlatform, type LivePlatform } from '../support/live-platform.ts';
import { createMerchant } from '../support/merchants.ts';

/**
 * Every route of every door × every budget that it counts against, taken from the routes that are registered: whoever has nothing left of
 * one of them is refused.
 */
const rateLimits = { merchantPerMinute: 1_000, tokenPerMinute: 1_000, addressPerMinute: 1_000 };
const SPENT = '192.0.2.66';
const UNSPENT = '192.0.2.67';

const spend = (app: FastifyInstance, kind: BudgetKind, key: string) =>
  app.budgets.count({ kind, key, cost: 2 ** 40 });
const named = ({ method, url }: RouteLimits) => `${method} ${url}`;
const pathOf = (url: string, company = '999999999') =>
  url
    .replace(':company', company)
    .replace(':world', 'sandbox')
    .replace(/:\w+/g, '999999999')
    .replace('*', 'x');
const codeOf = ({ statusCode, headers }: LightMyRequestResponse) => [statusCode, headers.ratelimit];
const refusedBy = (kind: BudgetKind) => [429, expect.stringMatching(new RegExp(`^"${kind}";r=0;`))];

let platform: LivePlatform;
beforeAll(async () => {
  platform = await createLivePlatform({ workers: false, settlements: true });
});
afterAll(() => platform.close());

describe('the API, and OCTO in it', () => {
  let api: FastifyInstance;
  let table: RouteLimits[];
  let authorization: string;
  beforeAll(async () => {
    const config = { publicBaseUrl: BASE_URL, allowInsecureCallbacks: false, rateLimits };
    api = await platform.another({ ...platform.processing, config });
    table = api.limitTable;
    authorization = `Bearer ${await platform.token(platform.sandbox.agency)}`;
  });
  const ask = ({ method, url }: RouteLimits, options: InjectOptions = {}) =>
    api.inject({ method: method as 'GET', url: pathOf(url), remoteAddress: UNSPENT, ...options });

  test('only probes count against nothing; no route takes more than the usual bytes', () => {
    const free = table.filter(({ limits }) => limits.length === 0);
    expect(free.map(named)).toEqual(['GET /healthz', 'HEAD /healthz', 'GET /readyz', 'HEAD /readyz']);
    expect(table.filter(({ isUpload }) => isUpload)).toEqual([]);
    expect(table.filter(({ url }) => url.startsWith('/octo/v1/')).length).toBeGreaterThan(10);
  });

  test('whoever has nothing left is refused at every route, before anything else', async () => {
    await spend(api, 'address', SPENT);
    await spend(api, 'token', SPENT);
    for (const route of table.filter(({ limits }) => limits.length > 0)) {
      // Behind the token, who has none counts by address.
      const kind = route.limits.includes('token') ? 'token' : 'address';
      const answer = await ask(route, { remoteAddress: SPENT });
      expect([named(route), ...codeOf(answer)]).toEqual([named(route), ...refusedBy(kind)]);
    }
  });

  test('a merchant that has nothing left is refused at every route behind the token', async () => {
    await spend(api, 'merchant', platform.sandbox.agency.clientId);
    const behind = table.filter(({ limits }) => limits.includes('merchant'));
    expect(behind.length).toBeGreaterThan(60);
    expect(behind.every(({ limits }) => limits.includes('person'))).toBe(true);
    for (const route of behind) {
      const answer = await ask(route, { headers: { authorization } });
      expect([named(route), ...codeOf(answer)]).toEqual([named(route), ...refusedBy('merchant')]);
    }
  });
});

describe('the console', () => {
  let console_: TestConsole;
  let table: RouteLimits[];
  let company: string;
  let poor: Browser;
  let rich: Browser;
  beforeAll(async () => {
    const config = { rateLimits } as never;
    console_ = await createTestConsole(platform, { ...platform.processing, config });
    table = console_.app.limitTable;
    company = await console_.company({ kind: 'agency', sandboxKey: platform.sandbox.agency.clientId });
    poor = await console_.member(company, 'owner');
    rich = await console_.member(company, 'owner');
  });
  afterAll(() => console_.close());
  const ask = (browser: Browser, { method, url }: RouteLimits, options: InjectOptions = {}) =>
    browser.send({ method: method as 'GET', url: pathOf(url, company), remoteAddress: UNSPENT, ...options });

  test('only probes count against nothing; every operation of the API counts against its merchant', () => {
    const free = table.filter(({ limits }) => limits.length === 0);
    expect(free.map(named)).toEqual(['GET /healthz', 'HEAD /healthz', 'GET /readyz', 'HEAD /readyz']);
    const signedIn = new Set(console_.app.accessTable.filter(isSignedIn).map(named as never));
    expect(table.filter((route) => signedIn.has(named(route)) && !route.limits.includes('person'))).toEqual(
      [],
    );
    const trade = table.filter(({ url }) => url.startsWith('/api/:company/:world/'));
    expect(trade.length).toBeGreaterThan(100);
    expect(trade.filter(({ limits }) => !limits.includes('merchant'))).toEqual([]);
  });
  const isSignedIn = ({ action }: { action: string }) => action !== 'public';

  test('an address that has nothing left is refused at every route', async () => {
    await spend(console_.app, 'address', SPENT);
    for (const route of table.filter(({ limits }) => limits.length > 0)) {
      const answer = await ask(rich, route, { remoteAddress: SPENT });
      expect([named(route), ...codeOf(answer)]).toEqual([named(route), ...refusedBy('address')]);
    }
  });

  test('a person who has nothing left is refused at every route that asks who it is, operators’ among them', async () => {
    await spend(console_.app, 'person', `${poor.personId}`);
    for (const route of table.filter(({ limits }) => limits.includes('person'))) {
      const answer = await ask(poor, route);
      expect([named(route), ...codeOf(answer)]).toEqual([named(route), ...refusedBy('person')]);
    }
  });

  test('a merchant that has nothing left is refused at every route that speaks for it', async () => {
    await spend(console_.app, 'merchant', platform.sandbox.agency.clientId);
    for (const route of table.filter(({ limits }) => limits.includes('merchant'))) {
      const answer = await ask(rich, route);
      expect([named(route), ...codeOf(answer)]).toEqual([named(route), ...refusedBy('merchant')]);
    }
  });

  test('a person who has sent too many files, or too much, is refused at every route that takes one', async () => {
    const uploads = table.filter(({ isUpload }) => isUpload);
    expect(uploads.map(({ url }) => url.replace(/.*\/console|\/api/, '')).toSorted()).toEqual([
      '/guides/:guideId/photo',
      '/money/disputes/:disputeId/messages',
      '/operator/money/disputes/:disputeId/messages',
      '/orders/:orderId/messages',
      '/verification/documents',
    ]);
    for (const kind of ['upload', 'uploadBytes'] as const) {
      const [member, operator] = [
        await console_.member(company, 'owner'),
        await console_.operator('administrator'),
      ];
      for (const { personId } of [member, operator]) await spend(console_.app, kind, `${personId}`);
      for (const route of uploads) {
        const browser = route.url.startsWith('/api/operator') ? operator : member;
        expect([named(route), (await ask(browser, route)).statusCode]).toEqual([named(route), 429]);
      }
    }
  });
});

describe('people with many companies', () => {
  let api: TestApp;
  beforeAll(async () => {
    api = await createTestApp();
  });
  afterAll(() => api.close());

  test('share one budget over their sandbox merchants; merchants of others are not touched', async () => {
    const console_ = await createTestConsole(api);
    const { agency, studio } = api.sandbox;
    const other = await createMerchant(api, 'mk_other');
    const first = await console_.company({ kind: 'agency', sandboxKey: agency.clientId });
    const second = await console_.company({ kind: 'studio', sandboxKey: studio.clientId });
    const owner = await console_.member(first, 'owner');
    await api.unbounded.em
      .fork()
      .execute(`insert into membership (company_id, person_id, role) values (?, ?, 'owner')`, [
        second,
        owner.personId,
      ]);
    const config = {
      publicBaseUrl: BASE_URL,
      allowInsecureCallbacks: false,
      rateLimits: { ...rateLimits, merchantPerMinute: 3 },
    };
    const app = await api.another({ config });
    const list = async (client: typeof agency) => {
      const headers = { authorization: `Bearer ${await api.token(client)}` };
      return app.inject({ url: '/open/v1/guide/list', headers });
    };
    const codes = [];
    for (const client of [agency, studio, agency, studio]) codes.push((await list(client)).statusCode);
    expect(codes).toEqual([200, 200, 200, 429]);
    expect(codeOf(await list(agency))).toEqual(refusedBy('person'));
    expect((await list(other)).statusCode).toBe(200);
    await console_.close();
  });
});
