import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { InjectOptions } from 'fastify';
import { AuditEntry, CallbackEndpoint, Notification, Order, OrderMessage } from '../../db/entities/index.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { MAX_MESSAGES } from '../../domain/order-message.ts';
import { addDays, todayIn } from '../../domain/trip.ts';
import type { TestApp } from '../support/app.ts';
import { grantLink } from '../support/data/provider-links.ts';
import { createConformance } from '../support/documents/openapi.ts';
import { createGuide, createMerchant } from '../support/merchants.ts';
import { createOrderRow } from '../support/orders.ts';
import { createOrdersApp } from '../support/orders-app.ts';
import { until } from '../support/until.ts';

const AGENCY = 'mk_sandbox_agency';
const STUDIO = 'mk_sandbox_studio';
const PATH = '/open/v1/order/messages/{orderId}';
const DAY_MS = 86_400_000;
const SECRET = 'The door code is 4711';

let api: TestApp;
let agency: ClientCredentials;
let studio: ClientCredentials;
/** Acts for the agency. */
let provider: ClientCredentials;
let stranger: ClientCredentials;
let expectDescribed: Awaited<ReturnType<typeof createConformance>>;
beforeAll(async () => {
  const { api: test, app } = await createOrdersApp();
  api = { ...test, app };
  ({ agency, studio } = api.sandbox);
  [provider, stranger] = [
    await createMerchant(api, 'mk_provider', { kind: 'provider' }),
    await createMerchant(api, 'mk_stranger'),
  ];
  const scopes = ['order:read', 'order:write'] as const;
  await grantLink(api, AGENCY, 'mk_provider', scopes);
  await createGuide(api, { id: 'G1' });
  expectDescribed = await createConformance(app);
});
afterAll(() => api.close());

let orderId: string;
let count = 0;
beforeEach(async () => {
  count += 1;
  api.clock.now = new Date();
  orderId = `ORD${String(count).padStart(19, '0')}`;
  const tripDate = addDays(todayIn('Europe/Lisbon', api.clock.now), count * 2);
  await createOrderRow(api, { id: orderId, guideId: 'G1', tripDate, tripDays: 1 });
});

async function ask(client: ClientCredentials, options: InjectOptions) {
  const headers = { ...options.headers, authorization: `Bearer ${await api.token(client)}` };
  return await api.app.inject({ url: PATH.replace('{orderId}', orderId), ...options, headers });
}
async function send(client: ClientCredentials, text: unknown, headers: InjectOptions['headers'] = {}) {
  const answer = await ask(client, { method: 'POST', payload: { text }, headers });
  expectDescribed('POST', PATH, answer);
  return answer.json();
}
async function list(client: ClientCredentials, query: Record<string, string> = {}, headers = {}) {
  const answer = await ask(client, { query, headers });
  expectDescribed('GET', PATH, answer);
  return answer.json();
}
const texts = (answer: { data: { list: { text: string }[] } }) => answer.data.list.map(({ text }) => text);
const notified = () =>
  api.orm.em.fork().find(Notification, { orderId }, { orderBy: { position: 'asc', id: 'asc' } });
const forAgency = { 'on-behalf-of': AGENCY };

test('both sides write and read, in the order in which it was sent, or the other way round', async () => {
  await send(agency, 'At the station?');
  await send(studio, 'At the fountain.\nWhite hat.');
  await send(agency, '好的 👍');
  for (const client of [agency, studio]) {
    expect(await list(client)).toMatchObject({
      data: {
        list: [
          { sender: 'merchant', text: 'At the station?' },
          { sender: 'studio', text: 'At the fountain.\nWhite hat.' },
          { sender: 'merchant', text: '好的 👍' },
        ],
        nextCursor: null,
      },
    });
    expect(texts(await list(client, { sort: 'newest' }))[0]).toBe('好的 👍');
  }
});

test('a message is read when it first is in an answer to the other side', async () => {
  const sent = await send(agency, 'one');
  expect(sent.data).toMatchObject({ messageId: expect.stringMatching(/^MSG[0-9]+$/), readAt: null });
  expect((await list(agency)).data.list[0].readAt).toBeNull();
  const readAt = new Date(Date.now() + 60_000);
  api.clock.now = readAt;
  expect((await list(studio)).data.list[0].readAt).toBe(readAt.toISOString());
  api.clock.now = new Date(Date.now() + 120_000);
  await list(studio);
  await send(agency, 'two');
  expect((await list(agency)).data.list).toMatchObject([{ readAt: readAt.toISOString() }, { readAt: null }]);
});

test('pages, from a time on, with cursors that are of use to one reader of one order only', async () => {
  for (const text of ['1', '2', '3', '4', '5']) {
    api.clock.now = new Date(Date.UTC(2027, 0, Number(text)));
    await send(agency, text);
  }
  const first = await list(studio, { size: '2' });
  const second = await list(studio, { size: '3', cursor: first.data.nextCursor });
  expect([texts(first), texts(second), second.data.nextCursor]).toEqual([['1', '2'], ['3', '4', '5'], null]);
  expect(
    (await list(agency, { sort: 'newest', size: '4' })).data.list.map(
      ({ readAt }: { readAt: unknown }) => readAt,
    ),
  ).not.toContain(null);
  expect(texts(await list(studio, { since: '2027-01-04T00:00:00Z' }))).toEqual(['4', '5']);
  expect(texts(await list(studio, { since: '2027-01-03T23:59:60Z' }))).toEqual(['4', '5']);
  expect(texts(await list(studio, { since: '2027-01-04T01:00:00+01:00', sort: 'newest' }))).toEqual([
    '5',
    '4',
  ]);
  const newest = await list(studio, { sort: 'newest', size: '1' });
  expect(texts(await list(studio, { sort: 'newest', size: '1', cursor: newest.data.nextCursor }))).toEqual([
    '4',
  ]);
  const refused = { code: 40001, data: { details: [{ path: 'query.cursor' }] } };
  expect(await list(agency, { size: '2', cursor: first.data.nextCursor })).toMatchObject(refused);
  await createOrderRow(api, { id: 'ORD999', guideId: 'G1', tripDate: '2030-01-01', tripDays: 1 });
  const elsewhere = await ask(studio, {
    url: '/open/v1/order/messages/ORD999',
    query: { cursor: first.data.nextCursor },
  });
  expect(elsewhere.json()).toMatchObject(refused);
});

test("another merchant's order is none, for reading and for writing", async () => {
  await send(agency, SECRET);
  for (const client of [stranger, provider]) {
    expect((await list(client)).code).toBe(40005);
    expect((await send(client, 'let me in')).code).toBe(40005);
  }
  expect((await send(provider, 'let me in', { 'on-behalf-of': STUDIO })).code).toBe(40006);
  expect(await api.orm.em.fork().count(OrderMessage, { orderId })).toBe(1);
});

test('a provider writes for its merchant; which one, the other side is not told', async () => {
  await send(provider, 'from the office', forAgency);
  expect((await list(agency)).data.list[0]).toMatchObject({ sender: 'merchant', actedBy: 'mk_provider' });
  const read = await list(studio);
  expect(read.data.list[0]).toMatchObject({ sender: 'merchant', actedBy: null });
  expect((await list(provider, {}, forAgency)).data.list[0].actedBy).toBe('mk_provider');
  expect(JSON.stringify(await notified())).not.toContain('mk_provider"');
});

test("are dated by the order's clock, which in the sandbox may be ahead; their delivery is not", async () => {
  const aheadMs = 40 * DAY_MS;
  await api.orm.em.fork().nativeUpdate(Order, orderId, { clockAheadMs: aheadMs });
  const ahead = new Date(api.clock.now.getTime() + aheadMs).toISOString();
  expect((await send(agency, 'where do we meet?')).data.createdAt).toBe(ahead);
  expect((await list(studio)).data.list[0]).toMatchObject({ createdAt: ahead, readAt: ahead });
  expect((await list(agency, { since: ahead })).data.list).toHaveLength(1);
  const [notification] = await notified();
  expect(JSON.parse(notification!.body).occurredAt).toBe(ahead);
  expect(notification!.createdAt.getTime()).toBeLessThan(api.clock.now.getTime() + DAY_MS);
  expect(notification!.wakeAt!.getTime()).toBeLessThan(api.clock.now.getTime() + DAY_MS);
});

describe('the other side is notified', () => {
  test('that there is a message, not what it says; the sender is not', async () => {
    const { messageId } = (await send(studio, SECRET)).data;
    const [notification, ...others] = await notified();
    expect(others).toEqual([]);
    expect(notification).toMatchObject({ merchantKey: AGENCY, inFeed: true, wakeAt: expect.any(Date) });
    expect(JSON.parse(notification!.body)).toEqual({
      notificationId: notification!.id,
      type: 'message.received',
      orderId,
      messageId,
      sender: 'studio',
      sequence: 1,
      occurredAt: api.clock.now.toISOString(),
      link: `/open/v1/order/messages/${orderId}`,
    });
  });

  test('as are the providers that it linked, and nobody else', async () => {
    const em = api.orm.em.fork();
    await em.insert(CallbackEndpoint, { merchantKey: 'mk_provider', url: 'https://provider.example/' });
    await send(studio, 'one');
    await send(agency, 'two');
    await em.nativeUpdate(
      CallbackEndpoint,
      { merchantKey: 'mk_provider', isFirst: false },
      { removedAt: new Date() },
    );
    const whom = (await notified()).map(({ merchantKey, sequence }) => [sequence, merchantKey]);
    expect(whom.toSorted()).toEqual(
      [
        [1, 'mk_provider'],
        [1, AGENCY],
        [2, STUDIO],
      ].toSorted(),
    );
  });

  test('in order, also of many that are sent at once', async () => {
    const sent = await Promise.all(
      Array.from({ length: 20 }, (_, index) => send(index % 2 ? agency : studio, `${index}`)),
    );
    expect(sent.map(({ code }) => code)).toEqual(sent.map(() => 200));
    const notifications = await notified();
    expect(notifications.map(({ sequence }) => sequence)).toEqual(sent.map((_, index) => index + 1));
    const ids = notifications.map(({ body }) => JSON.parse(body).messageId);
    const listed = (await list(agency)).data.list.map(({ messageId }: { messageId: string }) => messageId);
    expect(ids).toEqual(listed);
    const url = `/open/v1/event/list?orderId=${orderId}`;
    const expected = notifications.filter(({ merchantKey }) => merchantKey === STUDIO);
    const read = async () => (await ask(studio, { url })).json().data.list as { sequence: number }[];
    // The feed waits for transactions of the whole server that began before, other tests' too.
    await until(async () => (await read()).length === expected.length);
    expect((await read()).map(({ sequence }) => sequence)).toEqual(expected.map(({ sequence }) => sequence));
  });

  test('whatever of the order itself it has not acknowledged yet', async () => {
    await send(studio, 'one');
    const [{ subjectId, status } = { subjectId: '', status: '' }] = await notified();
    expect([subjectId, status]).toEqual([orderId.replace('ORD', 'CNV'), 'skipped']);
  });
});

test('the same Idempotency-Key sends once, also where a crash lost the first answer', async () => {
  const key = { 'idempotency-key': `once-${orderId}` };
  const first = await send(agency, 'only once', key);
  expect(await send(agency, 'only once', key)).toEqual(first);
  const forget = `update idempotency_key set answer = null, leased_until = now() - interval '1 s' where key = ?`;
  await api.orm.em.fork().execute(forget, [key['idempotency-key']]);
  expect((await send(agency, 'only once', key)).data).toEqual(first.data);
  expect((await send(agency, 'something else', key)).code).toBe(40903);
  expect(texts(await list(agency))).toEqual(['only once']);
  expect(await notified()).toHaveLength(1);
  const subject = `message:${first.data.messageId}`;
  const audited = await api.orm.em.fork().find(AuditEntry, { subject });
  expect(audited).toMatchObject([{ action: 'message.sent', actor: AGENCY, details: { orderId } }]);
});

test('an order of any state may be written about until 90 days after the trip', async () => {
  await api.orm.em.fork().nativeUpdate(Order, orderId, { status: 'cancelled' });
  const { tripEndAt } = await api.orm.em.fork().findOneOrFail(Order, orderId);
  const end = tripEndAt.getTime() + 90 * DAY_MS;
  api.clock.now = new Date(end - 1);
  expect((await send(studio, 'You left a scarf.')).code).toBe(200);
  api.clock.now = new Date(end);
  expect(await send(studio, 'And gloves.')).toMatchObject({
    code: 40901,
    msg: expect.stringContaining('90'),
  });
  expect(texts(await list(agency))).toEqual(['You left a scarf.']);
});

test(`an order has at most ${MAX_MESSAGES} messages, however many come at once`, async () => {
  await api.orm.em
    .fork()
    .execute(
      `insert into order_message (order_id, sender_key, text) select ?, ?, 'x' from generate_series(1, ?)`,
      [orderId, AGENCY, MAX_MESSAGES - 1],
    );
  const last = await Promise.all(['a', 'b', 'c'].map((text) => send(studio, text)));
  expect(last.map(({ code }) => code).toSorted()).toEqual([200, 40901, 40901]);
  expect(await api.orm.em.fork().count(OrderMessage, { orderId })).toBe(MAX_MESSAGES);
});

test.each([
  ['empty', ''],
  ['without anything to see in it', ' \u200b\n'],
  ['a control character', '\u0000'],
  ['too long', 'x'.repeat(2_001)],
  ['null', null],
  ['a number', 7],
  ['a list', ['a']],
])('a text is refused that is %s', async (_, text) => {
  const { code, data } = await send(agency, text);
  expect([code, data.details[0].path]).toEqual([40001, 'body.text']);
});

test.each([
  { size: '0' },
  { size: '101' },
  { sort: 'best' },
  { since: 'yesterday' },
  { since: '2027-01-01T00:00:00+23:00' },
  { cursor: 'MSG1' },
  { page: '2' },
])('the query %j is refused', async (query: Record<string, string>) => {
  const path = `query.${Object.keys(query)[0]}`;
  const { code, data } = await list(agency, query);
  expect([code, data.details[0].path]).toEqual([40001, path]);
});

test('no text is in logs, notifications or the audit log', async () => {
  await send(agency, SECRET);
  await list(studio);
  const em = api.orm.em.fork();
  const kept = [api.logged, await notified(), await em.find(AuditEntry, {})];
  expect(JSON.stringify(kept)).not.toContain('The door code');
});
