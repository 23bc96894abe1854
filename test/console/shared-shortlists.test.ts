import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { AuditEntry, Guide, Merchant, Partnership, SharedShortlist } from '../../db/entities/index.ts';
import { removeExpired } from '../../db/queries/platform/expired.ts';
import { addDays, todayIn } from '../../domain/trip.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import {
  type Browser,
  CONSOLE_URL,
  createTestConsole,
  type TestConsole,
} from '../support/console/console-app.ts';
import { createGuide, createMerchant } from '../support/merchants.ts';
import { createOrderRow } from '../support/orders.ts';
import { until } from '../support/until.ts';

interface Side {
  readonly company: string;
  readonly browser: Browser;
}

let api: TestApp;
let console_: TestConsole;
let agency: Side;
let reader: Side;
let other: Side;
let studio: Side;
const from = addDays(todayIn('Europe/Lisbon', new Date()), 20);
const to = addDays(from, 1);
const LIST = { title: 'Porto in May', guideIds: ['G1', 'G2'], days: 14 };

beforeAll(async () => {
  api = await createTestApp();
  console_ = await createTestConsole(api);
  await createMerchant(api, 'mk_other');
  await createGuide(api, {
    id: 'G1',
    name: 'Olívia Prado',
    profile: 'Knows every cellar.',
    meetingPoint: { text: 'At the bridge' },
    photos: [{ url: 'https://pictures.example/1.jpg', caption: 'The bridge' }],
  });
  await createGuide(api, { id: 'G2', name: 'Rui Nunes', visibility: 'partners' });
  await createGuide(api, { id: 'G3', sandbox: false });
  const em = api.orm.em.fork();
  em.create(Partnership, { studioKey: 'mk_sandbox_studio', partnerKey: 'mk_sandbox_agency' });
  await em.flush();
  agency = await side('agency', 'mk_sandbox_agency');
  reader = { ...agency, browser: await console_.member(agency.company, 'reader') };
  other = await side('agency', 'mk_other');
  studio = await side('studio', 'mk_sandbox_studio');
});
afterAll(async () => {
  await console_.close();
  await api.close();
});

async function side(kind: 'agency' | 'studio', sandboxKey: string): Promise<Side> {
  const company = await console_.company({ kind, sandboxKey });
  return { company, browser: await console_.member(company, 'operations') };
}

async function send({ company, browser }: Side, method: 'DELETE' | 'GET' | 'POST', path = '', body?: object) {
  const url = `/api/${company}/sandbox/console/shortlists${path}`;
  return (await browser.send({ method, url, ...(body && { payload: body }) })).json();
}

async function share(list: object = LIST, by = agency) {
  const { code, data } = await send(by, 'POST', '', list);
  expect(code).toBe(200);
  return { id: data.shortlistId as number, url: data.url as string, token: data.url.split('#')[1] as string };
}

/** As somebody who has the link alone. */
async function look(token: string) {
  const headers = { origin: CONSOLE_URL, 'sec-fetch-site': 'same-origin' };
  return (
    await console_.app.inject({ method: 'POST', url: '/api/shortlist', headers, payload: { token } })
  ).json();
}

test('a customer sees the guides as the agency does, and nothing of prices, terms, studio or ids', async () => {
  const { token, url } = await share({ ...LIST, note: 'My favourites.\nCall me.', from, to, guestCount: 3 });
  expect(url).toMatch(/^https?:\/\/[^#]+\/shared#\d+\.[\w-]{43}$/);
  const { code, data } = await look(token);
  expect(code).toBe(200);
  const { name: agencyName } = await api.orm.em.fork().findOneOrFail(Merchant, 'mk_sandbox_agency');
  expect(data).toMatchObject({
    ...{ agency: agencyName, title: 'Porto in May', note: 'My favourites.\nCall me.' },
    ...{ from, to, guestCount: 3 },
  });
  expect(data.guides[0]).toEqual({
    ...{ name: 'Olívia Prado', area: 'Porto', profile: 'Knows every cellar.', meetingPoint: 'At the bridge' },
    photos: [{ url: 'https://pictures.example/1.jpg', caption: 'The bridge' }],
    ...{ serviceAreas: ['Porto'], serviceTypes: ['wine'], languages: ['pt'], maxGuests: 5 },
    ...{ rating: 0, reviewCount: 0, isFree: true },
  });
  const said = JSON.stringify(data);
  for (const secret of ['123.45', '12345', 'EUR', 'mk_', 'G1', 'Sandbox Studio', 'moderate', 'commission'])
    expect(said).not.toContain(secret);
});

test('whether a guide is free is said as it is at that moment, and left open without days', async () => {
  const { token } = await share({ ...LIST, from, to });
  const free = async () => (await look(token)).data.guides.map(({ isFree }: { isFree: boolean }) => isFree);
  expect(await free()).toEqual([true, true]);
  await createOrderRow(api, { id: 'ORD1000000000000000001', guideId: 'G1', tripDate: to, tripDays: 1 });
  expect(await free()).toEqual([false, true]);
  const { token: open } = await share();
  expect((await look(open)).data.guides[0].isFree).toBeNull();
});

test('a guide that the agency sees no more, or that is paused, is left out', async () => {
  const { token } = await share();
  const names = async () => (await look(token)).data.guides.map(({ name }: { name: string }) => name);
  const em = api.orm.em.fork();
  await em.nativeUpdate(Guide, { id: 'G1' }, { status: 'paused' });
  expect(await names()).toEqual(['Rui Nunes']);
  await em.nativeDelete(Partnership, { partnerKey: 'mk_sandbox_agency' });
  expect(await names()).toEqual([]);
  em.create(Partnership, { studioKey: 'mk_sandbox_studio', partnerKey: 'mk_sandbox_agency' });
  await em.flush();
  await em.nativeUpdate(Guide, { id: 'G1' }, { status: 'active' });
  expect(await names()).toEqual(['Olívia Prado', 'Rui Nunes']);
});

test('a link ends by the agency, by its time, and with the agency’s suspension; the row goes', async () => {
  const { id, token } = await share();
  const count = () => api.orm.em.fork().count(SharedShortlist, { id });
  expect((await send(other, 'DELETE', `/${id}`)).code).toBe(40400);
  expect((await send(agency, 'DELETE', `/${id}`)).code).toBe(200);
  expect(await count()).toBe(0);
  const ended = { code: 40001, data: { details: [{ path: 'body.token', reason: 'already_used' }] } };
  expect(await look(token)).toMatchObject(ended);
  expect((await send(agency, 'DELETE', `/${id}`)).code).toBe(40400);

  const short = await share({ ...LIST, days: 1 });
  const em = api.orm.em.fork();
  await em.nativeUpdate(
    SharedShortlist,
    { id: short.id },
    { expiresAt: new Date(api.clock.now.getTime() - 1_000) },
  );
  expect(await look(short.token)).toMatchObject(ended);
  await removeExpired(em);
  expect(await em.count(SharedShortlist, { id: short.id })).toBe(0);

  const theirs = await share({ ...LIST, guideIds: ['G1'] }, other);
  expect((await look(theirs.token)).code).toBe(200);
  await em.nativeUpdate(Merchant, { key: 'mk_other' }, { status: 'suspended' });
  await until(async () => (await look(theirs.token)).code === 40001);
  await em.nativeUpdate(Merchant, { key: 'mk_other' }, { status: 'active' });
  await until(async () => (await look(theirs.token)).code === 200);
});

test.each([
  ['another id under the same mark', (token: string) => token.replace(/^\d+/, (id) => `${Number(id) - 1}`)],
  ['a mark of letters', (token: string) => `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`],
  ['no mark', (token: string) => token.split('.')[0] as string],
  ['a number that no row has', () => `9007199254740993.${'A'.repeat(43)}`],
])('%s opens nothing', async (_, forge) => {
  const { token } = await share();
  const { code, data } = await look(forge(token));
  expect(code).toBe(40001);
  expect(data.details).toHaveLength(1);
});

test('an agency sees its own alone, the newest first, with the link; who may only read shares nothing', async () => {
  await share({ ...LIST, guideIds: ['G1'] }, other);
  const { url, id } = await share({ ...LIST, title: 'The newest' });
  const { list } = (await send(reader, 'GET')).data;
  expect(list[0]).toMatchObject({ shortlistId: id, title: 'The newest', guides: 2, url });
  const theirs = (await send(other, 'GET')).data.list;
  expect(list.map(({ shortlistId }: { shortlistId: number }) => shortlistId)).not.toContain(
    theirs[0].shortlistId,
  );
  expect((await send(reader, 'POST', '', LIST)).code).toBe(40006);
  expect((await send(reader, 'DELETE', `/${id}`)).code).toBe(40006);
  expect((await send(studio, 'POST', '', { ...LIST, guideIds: ['G1'] })).code).toBe(40006);
});

test.each<[string, object, string | number]>([
  ['no guide', { guideIds: [] }, 'body.guideIds'],
  ['one twice', { guideIds: ['G1', 'G1'] }, 'body.guideIds'],
  ['thirteen', { guideIds: Array.from({ length: 13 }, (_, n) => `G${n + 1}`) }, 'body.guideIds'],
  ['a guide of the other world', { guideIds: ['G3'] }, 40004],
  ['no title', { title: ' ' }, 'body.title'],
  ['a title of two lines', { title: 'a\nb' }, 'body.title'],
  ['a note with control characters', { note: 'a\u0000b' }, 'body.note'],
  ['a note that is too long', { note: 'x'.repeat(1_001) }, 'body.note'],
  ['a first day alone', { from }, 'body.to'],
  ['days that end before they begin', { from: to, to: from }, 'body.to'],
  ['61 days', { from, to: addDays(from, 60) }, 'body.to'],
  ['two years ahead', { from: addDays(from, 700), to: addDays(from, 701) }, 'body.to'],
  ['91 days of the link', { days: 91 }, 'body.days'],
])('%s is refused, and shares nothing', async (_, wrong, expected) => {
  const before = await api.orm.em.fork().count(SharedShortlist, {});
  const { code, data } = await send(agency, 'POST', '', { ...LIST, ...wrong });
  if (typeof expected === 'number') expect(code).toBe(expected);
  else {
    expect(code).toBe(40001);
    expect(data.details.map(({ path }: { path: string }) => path)).toContain(expected);
  }
  expect(await api.orm.em.fork().count(SharedShortlist, {})).toBe(before);
});

test('a hundred are kept; who shares and ends is in the audit log, what is written there is not', async () => {
  await createMerchant(api, 'mk_many');
  const many = await side('agency', 'mk_many');
  const em = api.orm.em.fork();
  const expiresAt = new Date(Date.now() + 86_400_000);
  for (let left = 99; left > 0; left -= 1)
    em.create(SharedShortlist, { merchantKey: 'mk_many', title: 'x', guideIds: ['G1'], expiresAt });
  await em.flush();
  const { id } = await share({ ...LIST, title: 'For Ms Sentinel', guideIds: ['G1'] }, many);
  expect(await send(many, 'POST', '', { ...LIST, guideIds: ['G1'] })).toMatchObject({
    code: 42902,
    data: { details: [{ reason: 'limit_reached' }] },
  });
  await send(many, 'DELETE', `/${id}`);
  const entries = await em.find(AuditEntry, { subject: `shortlist:${id}` }, { orderBy: { id: 'asc' } });
  expect(entries.map(({ action }) => action)).toEqual(['shortlist.shared', 'shortlist.ended']);
  expect(JSON.stringify(entries)).not.toContain('Sentinel');
});

test('eight that are sent at once under one key are one, and so is their end', async () => {
  await createMerchant(api, 'mk_twice');
  const twice = await side('agency', 'mk_twice');
  const base = `/api/${twice.company}/sandbox/console/shortlists`;
  const sendAll = (method: 'DELETE' | 'POST', url: string, key: string, payload?: object) =>
    Promise.all(
      Array.from({ length: 8 }, async () => {
        const headers = { 'idempotency-key': key };
        return (await twice.browser.send({ method, url, headers, ...(payload && { payload }) })).json();
      }),
    );
  await sendAll('POST', base, 'shares-once', { ...LIST, guideIds: ['G1'] });
  const { list } = (await send(twice, 'GET')).data;
  expect(list).toHaveLength(1);
  await sendAll('DELETE', `${base}/${list[0].shortlistId}`, 'ends-once');
  const { code } = (await sendAll('DELETE', `${base}/${list[0].shortlistId}`, 'ends-once'))[0];
  expect(code).toBe(200);
  expect((await send(twice, 'GET')).data.list).toEqual([]);
  const entries = { action: { $in: ['shortlist.shared', 'shortlist.ended'] }, merchantKey: 'mk_twice' };
  expect(await api.orm.em.fork().count(AuditEntry, entries)).toBe(2);
});
