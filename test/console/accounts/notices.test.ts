import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Membership, Notice, NoticeSetting } from '../../../db/entities/index.ts';
import type { NoticeKind } from '../../../domain/notices.ts';
import { createUnsubscribeLinks } from '../../../services/notices/unsubscribing.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import {
  type Browser,
  CONSOLE_URL,
  createTestConsole,
  type TestConsole,
} from '../../support/console/console-app.ts';
import { createGuide, createMerchant } from '../../support/merchants.ts';
import { createOrderRow } from '../../support/orders.ts';

const STUDIO = 'mk_sandbox_studio';
const LIVE = 'mk_live_studio';
const ORDER = 'ORD1000000001';
const AS_IT_COMES = { timeZone: null, quiet: null, dailyAt: null };
const CHOICE = { topics: ['money'], mail: false, push: false, sandbox: false, ...AS_IT_COMES };
const NIGHT = { timeZone: 'Europe/Lisbon', quiet: { from: 22, until: 7 } };
let api: TestApp;
let site: TestConsole;
let companyId: string;
let owner: Browser;
let colleague: Browser;
let withoutFactor: Browser;
let count = 0;

beforeAll(async () => {
  api = await createTestApp();
  site = await createTestConsole(api);
  await createMerchant(api, LIVE, { kind: 'studio', sandbox: false });
  await createGuide(api, { id: 'G900', name: 'Rui Costa' });
  await createOrderRow(api, { id: ORDER, guideId: 'G900', tripDate: '2027-05-01', tripDays: 1 });
  companyId = await site.company({ kind: 'studio', sandboxKey: STUDIO, liveKey: LIVE, name: 'Douro Guides' });
  owner = await site.member(companyId, 'owner');
  colleague = await site.member(companyId, 'finance');
  withoutFactor = await site.member(companyId, 'operations', { hasTotp: false });
});
afterAll(async () => {
  await site.close();
  await api.close();
});
beforeEach(async () => {
  await em().nativeDelete(Notice, {});
  await em().nativeDelete(NoticeSetting, {});
});

const em = () => api.unbounded.em.fork();
async function notice(
  { personId }: Browser,
  kind: NoticeKind = 'request_new',
  more: object = {},
): Promise<number> {
  count += 1;
  const about = { companyId, merchantKey: STUDIO, subjectId: ORDER, notificationId: `NTF${count}` };
  // The driver gives ids as text.
  return Number(await em().insert(Notice, { ...about, personId, kind, mailWanted: false, ...more }));
}
const get = async (browser: Browser, path = 'notices') =>
  (await browser.send({ method: 'GET', url: `/api/account/${path}` })).json();
const post = (browser: Browser, path: string, payload?: object) =>
  browser.send({ method: 'POST', url: `/api/account/${path}`, ...(payload && { payload }) });
const choose = (browser: Browser, payload: object, company = companyId) =>
  browser.send({ method: 'PUT', url: `/api/account/notice-choices/${company}`, payload });
const choicesOf = async (browser: Browser) => (await get(browser, 'notice-choices')).data;

test('people see their notices, the newest first, with the way there, and how much is unread', async () => {
  const first = await notice(owner);
  const second = await notice(owner, 'statement_paid', { subjectId: 'STL1000000001', merchantKey: LIVE });
  await notice(colleague);
  const { data } = await get(owner);
  expect(data).toMatchObject({ unread: 2, hasMore: false });
  expect(data.list.map(({ id }: { id: number }) => id)).toEqual([second, first]);
  expect(data.list[1]).toMatchObject({
    ...{ kind: 'request_new', topic: 'requests', guideName: 'Rui Costa', isRead: false, sandbox: true },
    path: `/${companyId}/sandbox/orders/${ORDER}`,
    tripDate: '2027-05-01',
    answerBy: '2027-04-30T23:00:00.000Z',
  });
  expect(data.list[0]).toMatchObject({
    path: `/${companyId}/live/money/statements/STL1000000001`,
    answerBy: null,
    guideName: null,
  });
  expect(JSON.stringify(data)).not.toMatch(/Ana|351912/);
  expect((await get(owner, 'notices/unread')).data).toEqual({ unread: 2 });
});

test('pages follow each other without a gap', async () => {
  const ids: number[] = [];
  for (let made = 0; made < 65; made++) ids.unshift(await notice(owner));
  const seen: number[] = [];
  for (let before = '', hasMore = true; hasMore; ) {
    const { data } = await get(owner, `notices${before}`);
    seen.push(...data.list.map(({ id }: { id: number }) => id));
    hasMore = data.hasMore;
    before = `?before=${seen.at(-1)}`;
  }
  expect(seen).toEqual(ids);
});

test('a notice is read by its person, and by nobody else', async () => {
  const [one, other, last] = [await notice(owner), await notice(owner), await notice(owner)];
  const foreign = await notice(colleague);
  expect((await post(owner, `notices/${foreign}/read`)).statusCode).toBe(200);
  expect((await post(owner, `notices/${one}/read`)).statusCode).toBe(200);
  expect((await get(owner)).data.unread).toBe(2);
  await post(owner, 'notices/read', { upTo: other });
  const { data } = await get(owner);
  expect(data.list.map(({ isRead }: { isRead: boolean }) => isRead)).toEqual([false, true, true]);
  await post(owner, 'notices/read', { upTo: last + 100 });
  expect((await get(owner)).data.unread).toBe(0);
  expect((await get(colleague)).data.unread).toBe(1);
});

test('who opens an order has read what it is about', async () => {
  const [about, other] = [await notice(owner), await notice(owner, 'order_confirmed', { subjectId: 'ORD2' })];
  await notice(colleague);
  expect((await post(owner, 'notices/read', { subjectId: ORDER })).statusCode).toBe(200);
  const { data } = await get(owner);
  expect(data.list.map(({ id, isRead }: { id: number; isRead: boolean }) => [id, isRead])).toEqual([
    [other, false],
    [about, true],
  ]);
  expect((await get(colleague)).data.unread).toBe(1);
  for (const bad of [{}, { upTo: other, subjectId: ORDER }, { subjectId: 'x' }])
    expect((await post(owner, 'notices/read', bad)).statusCode).toBe(400);
});

test('what is live is for people with a second factor', async () => {
  await notice(withoutFactor);
  await notice(withoutFactor, 'order_confirmed', { merchantKey: LIVE });
  const { data } = await get(withoutFactor);
  expect(data.unread).toBe(1);
  expect(data.list.map(({ sandbox }: { sandbox: boolean }) => sandbox)).toEqual([true]);
  // Nor does what they cannot see become read.
  await post(withoutFactor, 'notices/read', { upTo: data.list[0].id + 100 });
  expect(await em().count(Notice, { personId: withoutFactor.personId, readAt: null })).toBe(1);
});

test('who works for the company no more sees nothing of it, and chooses nothing there', async () => {
  const former = await site.member(companyId, 'owner');
  await notice(former);
  await em().nativeDelete(Membership, { personId: former.personId });
  expect((await get(former)).data).toEqual({ unread: 0, hasMore: false, list: [] });
  expect((await choicesOf(former)).companies).toEqual([]);
  expect((await choose(former, CHOICE)).statusCode).toBe(404);
  expect(await em().count(NoticeSetting, {})).toBe(0);
});

test('without a choice the role says which notices people get; a choice stays', async () => {
  const untouched = { topics: null, mail: true, push: true, sandbox: true, ...AS_IT_COMES };
  expect(await choicesOf(colleague)).toEqual({
    ...{ mail: false, email: expect.stringContaining('@guidepost.example'), mailFailingSince: null },
    companies: [
      { companyId, companyName: 'Douro Guides', role: 'finance', defaultTopics: ['money'], ...untouched },
    ],
  });
  for (const choice of [
    { ...CHOICE, ...NIGHT },
    { ...CHOICE, ...NIGHT, dailyAt: 8 },
    { ...CHOICE, timeZone: 'Asia/Tokyo', dailyAt: 0 },
    { ...CHOICE, topics: [] },
    { ...untouched, mail: false },
  ]) {
    expect((await choose(colleague, choice)).statusCode).toBe(200);
    expect((await choicesOf(colleague)).companies[0]).toMatchObject(choice);
  }
  expect((await choicesOf(owner)).companies[0]).toMatchObject(untouched);
});

test.each([
  ['a topic that there is not', { ...CHOICE, topics: ['weather'] }, 'body.topics.0'],
  ['a topic twice', { ...CHOICE, topics: ['money', 'money'] }, 'body.topics'],
  ['a zone that there is not', { ...CHOICE, ...NIGHT, timeZone: 'Mars/Olympus' }, 'body.timeZone'],
  ['hours by no clock', { ...CHOICE, ...NIGHT, timeZone: null }, 'body.timeZone'],
  ['a mail a day by no clock', { ...CHOICE, dailyAt: 8 }, 'body.timeZone'],
  ['hours without length', { ...CHOICE, ...NIGHT, quiet: { from: 7, until: 7 } }, 'body.quiet.until'],
  ['an hour of no clock', { ...CHOICE, ...NIGHT, quiet: { from: 7, until: 24 } }, 'body.quiet.until'],
  ['a member too many', { ...CHOICE, sms: true }, 'body.sms'],
])('%s is refused, and changes nothing', async (_, choice, path) => {
  const answer = await choose(owner, choice);
  expect(answer.statusCode).toBe(400);
  expect(answer.json().data.details.map((error: { path: string }) => error.path)).toContain(path);
  expect(await em().count(NoticeSetting, {})).toBe(0);
});

test('nobody chooses for a company of others', async () => {
  const other = await site.company({ kind: 'agency', sandboxKey: 'mk_sandbox_agency' });
  expect((await choose(owner, CHOICE, other)).statusCode).toBe(404);
  expect(await em().count(NoticeSetting, {})).toBe(0);
});

const oneClick = (url: string, method: 'GET' | 'POST' = 'POST') =>
  site.app.inject({
    method,
    url: url.replace(CONSOLE_URL, ''),
    // As a mail provider's server sends it: from elsewhere, without a cookie.
    headers: { origin: 'https://mail.example', 'content-type': 'application/x-www-form-urlencoded' },
    ...(method === 'POST' && { payload: 'List-Unsubscribe=One-Click' }),
  });

test('a mail program ends the mails by one POST; a scanner that opens the address changes nothing', async () => {
  const { oneClick: url, page } = createUnsubscribeLinks(api.cipher, CONSOLE_URL).of(
    owner.personId,
    companyId,
  );
  expect((await oneClick(url, 'GET')).statusCode).toBeGreaterThanOrEqual(400);
  expect((await choicesOf(owner)).companies[0].mail).toBe(true);
  await choose(owner, { ...CHOICE, mail: true });
  for (let tries = 0; tries < 2; tries++) expect((await oneClick(url)).statusCode).toBe(200);
  // The rest of what was chosen stays, and the console goes on.
  expect((await choicesOf(owner)).companies[0]).toMatchObject({ ...CHOICE, mail: false });
  expect((await choicesOf(colleague)).companies[0].mail).toBe(true);
  expect(page).toMatch(/\/unsubscribe#/);
  const token = url.split('/').at(-1)!;
  expect(api.logged.join('\n')).not.toContain(token);
});

test.each([
  ['another person’s number', (token: string) => token.replace(/^\d+/, '999')],
  ['another company', (token: string) => token.replace(/CO\d+/, 'CO1')],
  ['another signature', (token: string) => `${token.slice(0, -4)}AAAA`],
  ['nonsense', () => 'nonsense'],
])('a link with %s ends nothing', async (_, forge) => {
  const { oneClick: url } = createUnsubscribeLinks(api.cipher, CONSOLE_URL).of(owner.personId, companyId);
  const [address, token] = [url.slice(0, url.lastIndexOf('/') + 1), url.slice(url.lastIndexOf('/') + 1)];
  expect((await oneClick(`${address}${forge(token)}`)).statusCode).toBe(400);
  expect(await em().count(NoticeSetting, {})).toBe(0);
});
