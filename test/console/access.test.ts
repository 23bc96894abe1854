import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import Fastify, { type FastifyContextConfig, type InjectOptions } from 'fastify';
import { type RouteAccess, registerAccess } from '../../console/server/plugins/access.ts';
import { requireDeclaredAnswers } from '../../console/server/plugins/declared-answers.ts';
import { tradeAccess } from '../../console/server/trade-access.ts';
import { AuditEntry, Membership } from '../../db/entities/index.ts';
import {
  COMPANY_ACTIONS,
  COMPANY_ROLES,
  type CompanyAction,
  type CompanyRole,
  mayInCompany,
  mayOperate,
  OPERATOR_ACTIONS,
  OPERATOR_ROLES,
  type OperatorAction,
  type OperatorRole,
} from '../../domain/console-roles.ts';
import { type Browser, createTestConsole, type TestConsole } from '../support/console/console-app.ts';
import { createLivePlatform, type LivePlatform } from '../support/live-platform.ts';
import { createMerchant } from '../support/merchants.ts';

/**
 * Every route of the console × nobody, another company, each role, a missing and a stale second factor, another site. Whoever is refused is
 * refused before anything else is looked at; whoever is let through gets another answer than that refusal.
 */
let api: LivePlatform;
let console_: TestConsole;
let routes: RouteAccess[];
let company: string;
let members: Record<CompanyRole, Browser>;
let operators: Record<OperatorRole, Browser>;
let stranger: Browser;

beforeAll(async () => {
  api = await createLivePlatform({ workers: false });
  console_ = await createTestConsole(api, api.processing);
  // Who has left a team sees nothing of it any more: that comes last.
  const isEnd = ({ url }: RouteAccess) => Number(url.endsWith('/leave'));
  routes = console_.app.accessTable.toSorted((one, other) => isEnd(one) - isEnd(other));
  await createMerchant(api, 'mk_ours', { kind: 'studio' });
  await createMerchant(api, 'mk_theirs', { kind: 'agency' });
  company = await console_.company({ kind: 'studio', sandboxKey: 'mk_ours' });
  const other = await console_.company({ kind: 'agency', sandboxKey: 'mk_theirs' });
  stranger = await console_.member(other, 'owner');
  members = await each(COMPANY_ROLES, (role) => console_.member(company, role));
  operators = await each(OPERATOR_ROLES, (role) => console_.operator(role));
});
afterAll(async () => {
  await console_.close();
  await api.close();
});

async function each<Key extends string, Value>(keys: readonly Key[], make: (key: Key) => Promise<Value>) {
  const entries: [Key, Value][] = [];
  for (const key of keys) entries.push([key, await make(key)]);
  return Object.fromEntries(entries) as Record<Key, Value>;
}

/** A request of that route; what it names is nowhere. */
function requestOf({ method, url }: RouteAccess): InjectOptions {
  const path = url
    .replace(':company', company)
    .replace(':world', 'sandbox')
    .replace(/:\w+/g, '999999999')
    .replace('*', 'x');
  return { method: method as 'GET', url: path };
}

interface Answer {
  readonly code: number;
  readonly data?: { readonly reason?: string };
}
const refusalOf = async (browser: Browser | undefined, route: RouteAccess, headers = {}) => {
  const options = { ...requestOf(route), headers };
  const answer = await (browser?.send(options) ?? console_.app.inject({ ...options, headers: SAME_ORIGIN }));
  if (!answer.headers['content-type']?.includes('json')) return 'other';
  const { code, data } = answer.json() as Answer;
  return data?.reason ?? code;
};
const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' };

const isOf = (action: string, table: object) => action in table;
const own = () => routes.filter(({ action }) => isOf(action, COMPANY_ACTIONS));
const operatorRoutes = () => routes.filter(({ action }) => isOf(action, OPERATOR_ACTIONS));

test('the table is there, and whole: every operation of the API that a person may do is in it', () => {
  expect(own().length).toBeGreaterThan(70);
  expect(own().map(({ url }) => url)).toContain('/api/:company/:world/open/v1/order/confirm/:orderId');
  expect(own().every(({ url }) => url.startsWith('/api/:company/'))).toBe(true);
});

/** What was done is in the audit log: whoever is refused has changed nothing. */
const countDone = () => api.orm.em.fork().count(AuditEntry);

test('nobody gets anything but what is public', async () => {
  const before = await countDone();
  for (const route of routes.filter(({ action }) => action !== 'public'))
    expect([route.url, await refusalOf(undefined, route)]).toEqual([route.url, 'not_signed_in']);
  expect(await countDone()).toBe(before);
});

/** What a mail's link is good for: its token says what may be done; and mails that come in, by the operators' key. */
const BY_LINK = [
  '/api/notices/unsubscribe/:token',
  '/api/notices/answer/look',
  '/api/notices/answer',
  '/api/shortlist',
  '/api/mails',
];

test('what is public is what signing in needs, and what links of mails do', () => {
  const open = routes.filter(({ action }) => action === 'public').map(({ url }) => url);
  expect(open.filter((url) => !url.startsWith('/api/account/'))).toEqual(BY_LINK);
});

test('a page of another site gets nothing, whoever is signed in', async () => {
  const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
  const before = await countDone();
  // Mail programs end mails from anywhere, and mail servers send on what came in.
  const [others, anywhere] = [false, true].map((is) =>
    routes.filter(({ config }) => (config.fromAnywhere ?? false) === is),
  );
  expect(anywhere!.map(({ url }) => url)).toEqual(['/api/notices/unsubscribe/:token', '/api/mails']);
  for (const route of others!)
    expect([route.url, await refusalOf(members.owner, route, headers)]).toEqual([route.url, 'cross_site']);
  for (const route of operatorRoutes())
    expect([route.url, await refusalOf(operators.administrator, route, headers)]).toEqual([
      route.url,
      'cross_site',
    ]);
  expect(await countDone()).toBe(before);
});

test('another company is nowhere, and neither is the desk of the operators', async () => {
  const before = await countDone();
  for (const route of own())
    expect([route.url, await refusalOf(stranger, route)]).toEqual([route.url, 40400]);
  for (const route of operatorRoutes())
    expect([route.url, await refusalOf(members.owner, route)]).toEqual([route.url, 40400]);
  for (const route of own())
    expect([route.url, await refusalOf(operators.administrator, route)]).toEqual([route.url, 40400]);
  expect(await countDone()).toBe(before);
});

describe('each role has exactly what the table says', () => {
  test.each(COMPANY_ROLES)('%s', async (role) => {
    for (const route of own()) {
      const isRefused = (await refusalOf(members[role], route)) === 'role_forbids';
      const may = mayInCompany(role, route.action as CompanyAction);
      expect([route.method, route.url, isRefused]).toEqual([route.method, route.url, !may]);
    }
  });

  test.each(OPERATOR_ROLES)('operator: %s', async (role) => {
    for (const route of operatorRoutes()) {
      const isRefused = (await refusalOf(operators[role], route)) === 'role_forbids';
      const may = mayOperate(role, route.action as OperatorAction);
      expect([route.method, route.url, isRefused]).toEqual([route.method, route.url, !may]);
    }
  });
});

test('whatever an operator writes needs a fresh factor, except what only reads', () => {
  const stale = operatorRoutes().filter(({ method, fresh }) => method !== 'GET' && !fresh);
  expect(stale.map(({ method, url }) => `${method} ${url}`).sort()).toEqual([
    'POST /api/operator/money/postings/preview',
    'POST /api/operator/personal/find',
    'POST /api/operator/personal/preview',
    'POST /api/operator/search',
  ]);
});

describe('a route that does not say what it needs stops the start', () => {
  const start = async (config: FastifyContextConfig, url = '/api/operator/thing') => {
    const app = Fastify();
    registerAccess(app, () => new Date());
    app.post(url, { config }, async () => ({}));
    await app.ready();
  };
  test.each<[string, FastifyContextConfig, RegExp | undefined]>([
    ['no action', {}, /POST \/api\/operator\/thing declares no action/],
    ['no factor', { action: 'account' }, /declares no factor/],
    ['an operator without a fresh factor', { action: 'operator.orders.write', fresh: false }, /is fresh/],
    ['an operator without a word', { action: 'operator.orders.write' }, /declares no factor/],
    ['all of it', { action: 'operator.orders.write', fresh: true }, undefined],
    ['a POST that only reads', { action: 'operator.search', onlyReads: true }, undefined],
  ])('%s', async (_, config, refusal) => {
    const started = start(config);
    if (refusal === undefined) await started;
    else await expect(started).rejects.toThrow(refusal);
  });

  test('no answer', async () => {
    const app = Fastify();
    requireDeclaredAnswers(app);
    const response = { 200: { type: 'object', properties: {} } };
    app.get('/api/told', { schema: { response } }, async () => ({}));
    app.get('/api/file', { config: { produces: ['text/csv'] } }, async () => '');
    const declare = () => app.get('/api/thing', async () => ({}));
    expect(declare).toThrow(/GET \/api\/thing declares no answer/);
  });

  test("an operation of the API whose scope leaves a person's action open", () => {
    expect(() => tradeAccess('/open/v1/callback/config', { scope: 'notification' })).toThrow(/personal/);
    expect(() => tradeAccess('/open/v1/whatever', {})).toThrow(/no scope/);
  });
});

test('an operator who still works for a company has no desk', async () => {
  const member = await console_.operator('administrator');
  await joinBeforeItWasRefused(member.personId);
  for (const route of operatorRoutes())
    expect([route.url, await refusalOf(member, route)]).toEqual([route.url, 'operator_has_company']);
});

/** As rows of an older version may be. */
async function joinBeforeItWasRefused(personId: number): Promise<void> {
  await api.unbounded.em.fork().transactional(async (em) => {
    await em.execute('alter table membership disable trigger membership_of_no_operator');
    await em.insert(Membership, { companyId: company, personId, role: 'reader' });
    await em.execute('set constraints all immediate');
    await em.execute('alter table membership enable trigger membership_of_no_operator');
  });
}

test('a second factor that was set up and not shown keeps everything shut', async () => {
  const member = await console_.member(company, 'owner', { second: null });
  for (const route of own())
    expect([route.url, await refusalOf(member, route)]).toEqual([route.url, 'second_factor_needed']);
  const operator = await console_.operator('administrator', { second: null });
  for (const route of operatorRoutes())
    expect([route.url, await refusalOf(operator, route)]).toEqual([route.url, 'second_factor_needed']);
});

test('the live side, and what changes a live company, is for people with a second factor', async () => {
  await createMerchant(api, 'mk_ours_live', { kind: 'studio', sandbox: false });
  await createMerchant(api, 'mk_ours_too', { kind: 'studio' });
  const live = await console_.company({ kind: 'studio', sandboxKey: 'mk_ours_too', liveKey: 'mk_ours_live' });
  const bare = await console_.member(live, 'owner', { hasTotp: false });
  // Somebody stays.
  await console_.member(live, 'owner');
  const ask = async (route: RouteAccess, world: string) => {
    const { method, url } = requestOf(route);
    const path = (url as string).replace(company, live).replace('/sandbox', `/${world}`);
    return (await bare.send({ method: method!, url: path })).body.includes('second_factor_missing');
  };
  for (const route of own()) {
    const isOfCompany = !route.url.includes(':world');
    const isAsked = !isOfCompany || (route.method !== 'GET' && !route.action.endsWith('.read'));
    expect([route.method, route.url, await ask(route, 'live')]).toEqual([route.method, route.url, isAsked]);
    if (!isOfCompany) expect([route.url, await ask(route, 'sandbox')]).toEqual([route.url, false]);
  }
});

test('an operator without a second factor has to set one up first', async () => {
  const operator = await console_.operator('administrator', { hasTotp: false });
  for (const route of operatorRoutes())
    expect([route.url, await refusalOf(operator, route)]).toEqual([route.url, 'second_factor_missing']);
});

test('secrets, callback addresses and money ask for a factor that was shown within 15 minutes', async () => {
  const [owner, operator] = [
    await console_.member(company, 'owner', { second: 16 }),
    await console_.operator('administrator', { second: 16 }),
  ];
  for (const route of [...own(), ...operatorRoutes()]) {
    const browser = isOf(route.action, OPERATOR_ACTIONS) ? operator : owner;
    const isAsked = (await refusalOf(browser, route)) === 'second_factor_needed';
    expect([route.method, route.url, isAsked]).toEqual([route.method, route.url, route.fresh]);
  }
  const fresh = own()
    .filter((route) => route.fresh)
    .map(({ url }) => url);
  expect(fresh).toEqual(expect.arrayContaining(['/api/:company/:world/open/v1/callback/rotate-secret']));
});
