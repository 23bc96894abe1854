import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  AuditEntry,
  CallbackEndpoint,
  Mail,
  Merchant,
  VerificationSubmission,
} from '../../../db/entities/index.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { type Browser, createTestConsole, type TestConsole } from '../../support/console/console-app.ts';
import { grantLink } from '../../support/data/provider-links.ts';
import { createGuide, createMerchant } from '../../support/merchants.ts';
import { createOrderRow } from '../../support/orders.ts';

/** Search, merchants, deliveries, the audit log and the desk, over a database in which some things have gone wrong. */
const ORDER = 'ORD1795230000000000001';
const NOTIFICATION = 'NTF1795230000000000001-1';
const HOUR_MS = 3_600_000;
let api: TestApp;
let console_: TestConsole;
let operator: Browser;
let endpointId: string;

beforeAll(async () => {
  api = await createTestApp();
  await writeOldEntries();
  console_ = await createTestConsole(api);
  operator = await console_.operator('administrator');
  await createGuide(api, { id: 'G7001', name: 'Inês Ouro' });
  await createOrderRow(api, { id: ORDER, guideId: 'G7001', tripDate: '2027-03-01', tripDays: 1 });
  const em = api.orm.em.fork();
  await em.execute(
    `update orders set client_reference = 'casa-77', created_at = now() - interval '1 hour' where id = ?`,
    [ORDER],
  );
  const endpoint = await em.findOneOrFail(CallbackEndpoint, { merchantKey: 'mk_sandbox_agency' });
  Object.assign(endpoint, {
    url: 'https://agency.example/secret-path?token=t',
    failingSince: new Date(Date.now() - 2 * HOUR_MS),
    eventTypes: ['order.*'],
  });
  await em.flush();
  endpointId = endpoint.id;
  await em.execute(
    `insert into notification (id, order_id, subject_id, sequence, position, type, merchant_key, endpoint_id, in_feed, body,
       attempts, last_http_status, next_attempt_at, created_at)
     values (?, ?, ?, 1, 10, 'order.status_changed', 'mk_sandbox_agency', ?, true, '{}', 2, 500, now() + interval '1 hour',
       now() - interval '2 hours')`,
    [NOTIFICATION, ORDER, ORDER, endpointId],
  );
  for (const number of [1, 2])
    await em.execute(
      `insert into delivery_attempt (notification_id, number, started_at, duration_ms, http_status, error, response_excerpt)
       values (?, ?, now() - interval '1 hour' + ? * interval '1 minute', 12, 500, 'http_status', '<script>alert(1)</script>')`,
      [NOTIFICATION, number, number],
    );
});
/** As they were written: before all others. */
async function writeOldEntries() {
  const em = api.orm.em.fork();
  const old = new Date('2026-01-10T12:00:00Z');
  for (let number = 0; number < 60; number++)
    await em.insert(AuditEntry, {
      action: 'guide.updated',
      subject: `guide:G${number}`,
      actor: '=cmd()',
      occurredAt: old,
    });
}
afterAll(async () => {
  await console_.close();
  await api.close();
});

const ask = async (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  rest: string,
  payload?: object,
  by = operator,
) => {
  const answer = await by.send({ method, url: `/api/operator/${rest}`, ...(payload && { payload }) });
  if (answer.statusCode === 500) throw new Error(api.logged.at(-2));
  return answer.json();
};
const find = async (text: string) => (await ask('POST', 'search', { text })).data;
const lastEntry = () =>
  api.orm.em.fork().findOneOrFail(AuditEntry, { id: { $gt: 0 } }, { orderBy: { id: 'desc' } });

test.each([
  ['the order’s id', ORDER, ORDER],
  ['its id in small letters, with blanks', ` ${ORDER.toLowerCase()} `, ORDER],
  ['the id of a notification', NOTIFICATION, ORDER],
  ['the client reference', 'casa-77', ORDER],
  ['the end of a phone number', '345678', ORDER],
  ['a whole phone number, as people write it', '+351 912 345-678', ORDER],
])('an order is found by %s', async (_, text, id) => {
  expect((await find(text)).orders).toContainEqual(expect.objectContaining({ orderId: id }));
});

test.each([
  ['the end of the phone that is not its end', '34567'],
  ['three digits', '678'],
  ['a part of its reference', 'casa'],
  ['a pattern', '%'],
  ['a pattern for one letter', 'casa_77'],
  ['a quote', `' or 1=1 --`],
])('no order is found by %s', async (_, text) => {
  expect((await find(text)).orders).toEqual([]);
});

test('merchants, guides and companies are found by a part of the name, whatever its accents and capitals are', async () => {
  const company = await console_.company({
    kind: 'agency',
    sandboxKey: 'mk_sandbox_agency',
    name: 'Casa 100% Nova',
  });
  expect((await find('sandbox_agen')).merchants).toMatchObject([{ merchantKey: 'mk_sandbox_agency' }]);
  expect((await find('INES our')).guides).toMatchObject([{ guideId: 'G7001', name: 'Inês Ouro' }]);
  expect((await find('g7001')).guides).toMatchObject([{ guideId: 'G7001' }]);
  expect((await find('100% n')).companies).toMatchObject([{ companyId: company }]);
  expect((await find(company)).companies).toMatchObject([{ sandboxKey: 'mk_sandbox_agency' }]);
  expect((await find(endpointId)).merchants).toMatchObject([{ merchantKey: 'mk_sandbox_agency' }]);
});

test('who looks for a person by phone or address is recorded with what was found, not with what was typed', async () => {
  await find('345678');
  expect(await lastEntry()).toMatchObject({
    action: 'operator.searched',
    subject: 'search:phone',
    actor: `person:${operator.personId}`,
    details: { by: 'phone', found: [ORDER] },
  });
  await find('PERSON-1@guidepost.example');
  const entry = await lastEntry();
  expect(entry).toMatchObject({ subject: 'search:email', details: { by: 'email', found: ['person:1'] } });
  expect(JSON.stringify(entry)).not.toContain('person-1@');
});

test('changes and failures of a request are found by its id', async () => {
  const { headers, ...answer } = await operator.send({
    method: 'PUT',
    url: '/api/operator/merchants/mk_sandbox_agency/contact',
    payload: { email: 'ops@agency.example' },
  });
  expect(answer.statusCode).toBe(200);
  const { requests } = await find(String(headers['x-request-id']));
  expect(requests).toMatchObject([{ action: 'merchant.contact_changed', actorName: expect.any(String) }]);
  expect((await find('ops@agency.example')).merchants).toMatchObject([{ merchantKey: 'mk_sandbox_agency' }]);
});

test('merchants are listed in pages by filters; a cursor is its reader’s and its filter’s', async () => {
  for (let number = 0; number < 55; number++)
    await createMerchant(api, `mk_many_${number}`, { kind: 'provider', verification: 'pending' });
  const first = (await ask('GET', 'merchants?kind=provider&world=sandbox&verification=pending')).data;
  expect(first.list).toHaveLength(50);
  const rest = `merchants?kind=provider&world=sandbox&verification=pending&cursor=${first.nextCursor}`;
  const second = (await ask('GET', rest)).data;
  const keys = [...first.list, ...second.list].map(({ merchantKey }: { merchantKey: string }) => merchantKey);
  expect([new Set(keys).size, second.nextCursor]).toEqual([55, null]);
  expect((await ask('GET', `merchants?kind=studio&cursor=${first.nextCursor}`)).code).toBe(40001);
  const other = await console_.operator('support');
  expect((await ask('GET', rest, undefined, other)).code).toBe(40001);
  expect((await ask('GET', 'merchants?text=many_7')).data.list).toMatchObject([{ merchantKey: 'mk_many_7' }]);
});

test('a merchant is shown without a secret: neither of a key, nor in an endpoint’s address', async () => {
  const { data } = await ask('GET', 'merchants/mk_sandbox_agency');
  expect(data).toMatchObject({
    kind: 'agency',
    keys: [{ credentialId: expect.any(String), revokedAt: null }],
    endpoints: [{ endpointId, origin: 'https://agency.example', state: 'failing' }],
  });
  expect(JSON.stringify(data)).not.toMatch(/secret|token=|sk_/i);
  expect((await ask('GET', 'merchants/mk_nobody')).code).toBe(40001);
});

test('a suspension says beforehand what it touches, is recorded with its reason, and can be taken back', async () => {
  const { data } = await ask('GET', 'merchants/mk_sandbox_studio/suspension');
  expect(data).toEqual({
    orders: { pending: 1, confirmed: 0, in_progress: 0 },
    guides: expect.any(Number),
    holds: 0,
    notifications: 0,
    statements: 0,
    links: 0,
  });
  expect(data.guides).toBeGreaterThan(0);
  const status = async () =>
    (await api.orm.em.fork().findOneOrFail(Merchant, 'mk_sandbox_studio', { fields: ['status'] })).status;
  await ask('POST', 'merchants/mk_sandbox_studio/suspend', { reason: 'Fraud is suspected' });
  expect(await status()).toBe('suspended');
  expect(await lastEntry()).toMatchObject({
    action: 'merchant.suspended',
    actor: `person:${operator.personId}`,
    details: { reason: 'Fraud is suspected' },
  });
  await ask('POST', 'merchants/mk_sandbox_studio/resume', { reason: 'It was none' });
  expect(await status()).toBe('active');
});

test('why a merchant gets nothing: the endpoint fails, since when, what waits, what its server said', async () => {
  const { data } = await ask('GET', 'merchants/mk_sandbox_agency/deliveries');
  expect(data.findings).toContainEqual({ code: 'endpoint_failing', endpointId, count: 1 });
  expect(data.findings).toContainEqual({ code: 'orders_not_started', count: 1 });
  expect(data.endpoints).toMatchObject([
    {
      endpointId,
      state: 'failing',
      waiting: 1,
      taken: 1,
      excluded: 0,
      nextAttemptAt: expect.any(String),
      lastAttempts: [
        { number: 2, httpStatus: 500, error: 'http_status', responseExcerpt: '<script>alert(1)</script>' },
        { number: 1 },
      ],
    },
  ]);
});

test('an endpoint that asked for patience is shown with until when, and so is what waits for it', async () => {
  const held = async (until: string) =>
    await api.orm.em
      .fork()
      .execute(`update callback_endpoint set held_until = ${until} where id = ?`, [endpointId]);
  await held("date_trunc('second', now()) + interval '3 hours'");
  const { data } = await ask('GET', 'merchants/mk_sandbox_agency/deliveries');
  expect(data.findings).toContainEqual({ code: 'endpoint_held', endpointId, count: 1 });
  const [{ heldUntil, nextAttemptAt }] = data.endpoints;
  expect(Date.parse(heldUntil) - Date.now()).toBeGreaterThan(2 * HOUR_MS);
  // Its next attempt was planned for an hour from now.
  const [waiting] = (await ask('GET', `deliveries/waiting?endpointId=${endpointId}`)).data.list;
  expect([nextAttemptAt, waiting.nextAttemptAt]).toEqual([heldUntil, heldUntil]);
  await held('null');
});

test('a filter that takes nothing of what happens, a pause and a suspension are shown', async () => {
  const em = api.orm.em.fork();
  const change = (set: string) =>
    em.execute(`update callback_endpoint set ${set} where id = ?`, [endpointId]);
  const codes = async () =>
    (await ask('GET', 'merchants/mk_sandbox_agency/deliveries')).data.findings.map(
      ({ code }: { code: string }) => code,
    );
  await change(`event_types = '{settlement.*}', paused_at = now()`);
  await em.execute(`update merchant set status = 'suspended' where key = 'mk_sandbox_agency'`);
  expect(await codes()).toEqual([
    'endpoint_paused',
    'filter_excludes',
    'orders_not_started',
    'merchant_suspended',
  ]);
  await em.execute(`update merchant set status = 'active' where key = 'mk_sandbox_agency'`);
  await change(`event_types = '{order.*}', paused_at = null`);
  const { data } = await ask('GET', 'merchants/mk_sandbox_studio/deliveries');
  expect(data.findings.map(({ code }: { code: string }) => code)).toContain('no_endpoint');
});

test('stuck notifications are counted by merchant and cause, and listed', async () => {
  const { list } = (await ask('GET', 'deliveries/stuck')).data;
  expect(list).toMatchObject([
    {
      merchantKey: 'mk_sandbox_agency',
      waiting: 1,
      endpoints: [
        { endpointId, isPaused: false, causes: [{ error: 'http_status', httpStatus: 500, count: 1 }] },
      ],
    },
  ]);
  const waiting = (await ask('GET', `deliveries/waiting?endpointId=${endpointId}`)).data;
  expect(waiting).toMatchObject({
    list: [{ notificationId: NOTIFICATION, subjectId: ORDER, attempts: 2, error: 'http_status' }],
    nextCursor: null,
  });
  expect((await ask('GET', 'deliveries/waiting?endpointId=EP999999')).code).toBe(40011);
});

test('a retry of all that waits is asked for at each endpoint that has an address', async () => {
  expect((await ask('POST', 'merchants/mk_sandbox_agency/deliveries/retry')).data).toEqual({ endpoints: 1 });
  const asked = await api.orm.em
    .fork()
    .execute(`select kind from job where kind = 'endpoint_retry' and subject = ?`, [endpointId]);
  expect(asked).toHaveLength(1);
  expect(await lastEntry()).toMatchObject({
    action: 'merchant.deliveries_retried',
    details: { endpoints: [endpointId] },
  });
});

test('the desk has what needs somebody, with how long it has waited', async () => {
  const em = api.orm.em.fork();
  await em.insert(Mail, {
    merchantKey: 'mk_sandbox_agency',
    type: 'endpoint.failing',
    about: endpointId,
    occurredAt: new Date(),
    to: 'ops@agency.example',
    subject: 's',
    text: 't',
    failedAt: new Date(),
  });
  await createMerchant(api, 'mk_new');
  const companyId = await console_.company({ kind: 'agency', sandboxKey: 'mk_new', name: 'New' });
  const form = { legalName: 'New' } as never;
  const sent = { companyId, form, state: 'submitted', submittedAt: new Date(Date.now() - HOUR_MS) } as const;
  await em.insert(VerificationSubmission, { ...sent, number: 1 });
  // Nothing was sent for it: it is nobody's to decide.
  await createMerchant(api, 'mk_pending', { kind: 'agency', verification: 'pending', sandbox: false });
  const { piles } = (await ask('GET', 'desk')).data;
  const kinds = piles.map(({ kind, count }: { kind: string; count: number }) => [kind, count]);
  expect(kinds).toEqual([
    ['orders', 1],
    ['deliveries', 1],
    ['endpoints', 1],
    ['verifications', 1],
    ['mails', 1],
  ]);
  for (const { since } of piles) expect(Date.parse(since)).toBeLessThanOrEqual(Date.now());
});

test('the audit log is filtered, paged, and exported as CSV that is no formula', async () => {
  const filter = 'actor=%3Dcmd()&action=guide.updated&since=2026-01-10T00:00:00Z&until=2026-01-11T00:00:00Z';
  const first = (await ask('GET', `audit?${filter}`)).data;
  const second = (await ask('GET', `audit?${filter}&cursor=${first.nextCursor}`)).data;
  expect([first.list.length, second.list.length, second.nextCursor]).toEqual([50, 10, null]);
  expect((await ask('GET', 'audit?until=2026-01-09T00:00:00Z')).data.list).toEqual([]);
  expect((await ask('GET', 'audit?since=2026-01-11T00:00:00Z')).data.list.length).toBeGreaterThan(0);
  expect((await ask('GET', 'audit/actions')).data.list).toEqual(
    expect.arrayContaining(['guide.updated', 'merchant.suspended', 'operator.searched']),
  );
  const csv = await operator.send({ url: `/api/operator/audit/export?${filter}` });
  expect(csv.headers).toMatchObject({ 'content-disposition': 'attachment; filename="audit.csv"' });
  const lines = csv.body.trim().split('\r\n');
  expect(lines).toHaveLength(61);
  expect(lines[1]).toContain(`"'=cmd()"`);
  expect(await lastEntry()).toMatchObject({
    action: 'audit.exported',
    details: { filters: ['actor', 'action', 'since', 'until'] },
  });
});

test('a merchant is registered, approved, linked, given a key and loses it, as from the command line', async () => {
  const body = { name: 'Casa Nova', kind: 'agency', country: 'PT', sandbox: true };
  const { merchantKey } = (await ask('POST', 'merchants', body)).data;
  const one = `merchants/${merchantKey}`;
  await createMerchant(api, 'mk_helper', { kind: 'provider' });
  expect((await ask('POST', `${one}/verification`, { decision: 'approved' })).code).toBe(200);
  const asked = await ask('PUT', `${one}/links/mk_helper`, { scopes: ['order:read'] });
  expect(asked.data).toMatchObject({ requestId: expect.stringMatching(/^LNK/), proposalId: null });
  // Nothing is linked before the merchant agrees.
  expect((await ask('GET', one)).data.links).toEqual([]);
  await grantLink(api, merchantKey, 'mk_helper', ['order:read']);
  expect((await ask('GET', one)).data.links).toMatchObject([
    { merchantKey: 'mk_helper', scopes: ['order:read'] },
  ]);
  expect((await ask('DELETE', `${one}/links/mk_helper`)).data).toEqual({ removed: true });
  const issued = (await ask('POST', `${one}/keys`, { label: 'First' })).data;
  expect(issued.clientSecret).toMatch(/^sk_|^\w/);
  const rotated = (await ask('POST', `${one}/keys/${issued.credentialId}/rotate`, { overlapSeconds: 0 }))
    .data;
  expect(rotated.clientSecret).not.toBe(issued.clientSecret);
  const endsWith = async (id: string, of = one) =>
    (await ask('GET', `${of}/keys/${id}/descendants`)).data?.list;
  expect(await endsWith(issued.credentialId)).toEqual([rotated.credentialId]);
  expect(await endsWith(rotated.credentialId)).toEqual([]);
  expect(await endsWith(issued.credentialId, 'merchants/mk_helper')).toBeUndefined();
  const elsewhere = `merchants/mk_helper/keys/${rotated.credentialId}/revoke`;
  expect((await ask('POST', elsewhere, {})).code).toBe(40010);
  const revoked = await ask('POST', `${one}/keys/${rotated.credentialId}/revoke`, {});
  expect(revoked.data).toEqual({ ended: [rotated.credentialId] });
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
