import { type AddressInfo, connect as connectSocket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import { CallbackEndpoint, Notification } from '../../db/entities/index.ts';
import { FEED_START, feedSql } from '../../db/queries/notifications/event-feed.ts';
import { RateLimited } from '../../domain/errors.ts';
import { notificationId } from '../../domain/ids.ts';
import { CONNECTION_LIMITS } from '../../lib/admission/connection-limits.ts';
import { createEventService } from '../../services/notifications/events.ts';
import { createFeedWaits } from '../../services/notifications/feed-waits.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createOrderRow } from '../support/orders.ts';
import { until } from '../support/until.ts';

const PATH = '/open/v1/event/list';
const AGENCY = { kind: 'agency', status: 'active', country: 'PT', sandbox: true } as const;
const WRITERS = 50;
const EVENTS_EACH = 12;

let api: TestApp;
let authorization: string;
let url: string;
let endpointId: string;

beforeAll(async () => {
  api = await createTestApp();
  authorization = `Bearer ${await api.token(api.sandbox.agency)}`;
  const first = { merchantKey: api.sandbox.agency.clientId, isFirst: true };
  endpointId = (await api.orm.em.fork().findOneOrFail(CallbackEndpoint, first)).id;
  const [row] = await api.orm.em.fork().execute<{ name: string }[]>('select current_database() as name');
  url = new URL(`/${row!.name}`, api.orm.config.get('clientUrl')!).href;
});
afterEach(async () => {
  await api.unbounded.em.fork().nativeDelete(Notification, {});
});
afterAll(() => api.close());

interface Page {
  readonly list: { readonly notificationId: string; readonly orderId: string; readonly sequence: number }[];
  readonly nextCursor: string | null;
  readonly hasMore: boolean;
}

const ask = (query: Record<string, string>, app = api.app) =>
  app.inject({ url: PATH, headers: { authorization }, query });

/** Bodies here are made up, so the answer is held against its schema by those tests that have real ones. */
async function fetchPage(
  cursor: string | null,
  size = 7,
  filter: Record<string, string> = {},
): Promise<Page> {
  const answer = await ask({ size: String(size), ...filter, ...(cursor === null ? {} : { cursor }) });
  expect(answer.statusCode).toBe(200);
  return answer.json().data;
}
const idsOf = ({ list }: Page) => list.map(({ notificationId: id }) => id);

let days = 0;
async function newOrder(): Promise<string> {
  days += 1;
  const id = `ORD${2_000_000 + days}`;
  const tripDate = new Date(Date.UTC(2027, 0, days)).toISOString().slice(0, 10);
  await createOrderRow(api, { id, guideId: 'G1001', tripDate, tripDays: 1 });
  return id;
}

/** What recording a move does, as far as the feed sees it: lock the order, write its next event. */
async function appendEvent(db: pg.Client, orderId: string, sequence: number): Promise<void> {
  await db.query('begin');
  await db.query('select 1 from orders where id = $1 for update', [orderId]);
  await db.query(
    `insert into notification (id, order_id, subject_id, sequence, position, type, merchant_key, endpoint_id, in_feed, body)
     values ($1, $2, $2, $3, $3 * 10, 'order.status_changed', $4, $5, true, $6)`,
    [
      notificationId(orderId, sequence),
      orderId,
      sequence,
      api.sandbox.agency.clientId,
      endpointId,
      bodyOf(orderId, sequence),
    ],
  );
}

/** An event by itself, which was told at `at`. */
async function addEvent(row: Partial<Notification> & { id: string }): Promise<void> {
  const body = JSON.stringify({ ...JSON.parse(bodyOf('ORD1', 1)), notificationId: row.id, type: row.type });
  await api.orm.em.fork().insert(Notification, {
    orderId: null,
    subjectId: row.orderId ?? 'mk_sandbox_agency',
    sequence: 1,
    position: 10,
    type: 'merchant.verified',
    merchantKey: api.sandbox.agency.clientId,
    endpointId,
    inFeed: true,
    body,
    ...row,
  });
  await untilShown();
}

function bodyOf(orderId: string, sequence: number): string {
  const id = notificationId(orderId, sequence);
  const occurredAt = new Date(0).toISOString();
  return JSON.stringify({ notificationId: id, type: 'order.status_changed', orderId, sequence, occurredAt });
}

async function connect(): Promise<pg.Client> {
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  return db;
}

/** The feed holds back what an older transaction may still come before: one of another test, anywhere in the cluster. */
async function untilShown(): Promise<void> {
  const held = 'select from notification where transaction_id >= pg_snapshot_xmin(pg_current_snapshot())';
  await until(async () => (await api.unbounded.em.fork().execute(held)).length === 0);
}

test('an event whose transaction commits late is not skipped by who has read what came after', async () => {
  const [early, late] = [await connect(), await connect()];
  const [first, second] = [await newOrder(), await newOrder()];
  await appendEvent(early, first, 1);
  await appendEvent(late, second, 1);
  await late.query('commit');

  const before = await fetchPage(null);
  await early.query('commit');
  await untilShown();
  const after = await fetchPage(before.nextCursor);
  await Promise.all([early.end(), late.end()]);

  const seen = [...before.list, ...after.list].map(({ orderId }) => orderId);
  expect(seen).toEqual([first, second]);
});

test(`${WRITERS} writers at once: every event exactly once, each order's in sequence`, async () => {
  const orderIds = [];
  for (let writer = 0; writer < WRITERS; writer += 1) orderIds.push(await newOrder());
  let writing = WRITERS;
  const write = async (orderId: string) => {
    const db = await connect();
    for (let sequence = 1; sequence <= EVENTS_EACH; sequence += 1) {
      await appendEvent(db, orderId, sequence);
      // Some commit much later than others that began after them.
      await db.query('select pg_sleep($1)', [Math.random() < 0.2 ? 0.05 : 0]);
      await db.query('commit');
    }
    await db.end();
    writing -= 1;
  };
  const writers = Promise.all(orderIds.map(write));

  const seen: Page['list'] = [];
  let cursor: string | null = null;
  for (let isLast = false; ; ) {
    const page: Page = await fetchPage(cursor);
    seen.push(...page.list);
    cursor = page.nextCursor;
    // A transaction that is open anywhere in the cluster, of another test say, holds the feed back for a while.
    if (isLast && !page.hasMore && seen.length >= WRITERS * EVENTS_EACH) break;
    isLast = writing === 0;
  }
  await writers;

  expect(seen).toHaveLength(WRITERS * EVENTS_EACH);
  const everything = Array.from({ length: EVENTS_EACH }, (_, index) => index + 1);
  for (const orderId of orderIds) {
    const sequences = seen.filter((event) => event.orderId === orderId).map(({ sequence }) => sequence);
    expect(sequences).toEqual(everything);
  }
});

test('an empty feed has no cursor; the end of one keeps it', async () => {
  expect(await fetchPage(null)).toEqual({ list: [], nextCursor: null, hasMore: false });
  const db = await connect();
  await appendEvent(db, await newOrder(), 1);
  await db.query('commit');
  await db.end();
  await untilShown();
  const { nextCursor } = await fetchPage(null);
  expect(nextCursor).not.toBeNull();
  expect(await fetchPage(nextCursor)).toEqual({ list: [], nextCursor, hasMore: false });
});

test('a cursor of the version before goes on where it stood, with what came between two events of the history', async () => {
  const orderId = await newOrder();
  const between = { orderId, subjectId: orderId, type: 'order.confirmation_due' } as const;
  await addEvent({ ...between, id: 'NTF1-1', position: 10, transactionId: '3' });
  await addEvent({ ...between, id: 'NTF1-1h', position: 11, transactionId: '3' });
  await addEvent({ ...between, id: 'NTF1-2', sequence: 2, position: 20, transactionId: '4' });
  const old = Buffer.from(JSON.stringify(['3', orderId, '1'])).toString('base64url');
  expect(idsOf(await fetchPage(old))).toEqual(['NTF1-1h', 'NTF1-2']);
});

test('only the copy of the first endpoint is listed, whether it is sent or not', async () => {
  const second = await api.orm.em
    .fork()
    .insert(CallbackEndpoint, { merchantKey: api.sandbox.agency.clientId, isFirst: false });
  await addEvent({ id: 'NTF1-1', status: 'unsubscribed' });
  await addEvent({ id: 'NTF1-1-2', endpointId: String(second), inFeed: false });
  expect(idsOf(await fetchPage(null))).toEqual(['NTF1-1']);
});

describe('with a filter', () => {
  test('only events of these types or families, of that order, from that time on', async () => {
    const orderId = await newOrder();
    await addEvent({ id: 'NTF1-1', createdAt: new Date('2027-01-01T00:00:00Z') });
    await addEvent({ id: 'NTF2-1', type: 'review.created', position: 20 });
    await addEvent({ id: 'NTF3-1', type: 'order.status_changed', orderId, subjectId: orderId });

    expect(idsOf(await fetchPage(null, 7, { types: 'merchant.verified' }))).toEqual(['NTF1-1']);
    expect(idsOf(await fetchPage(null, 7, { types: 'review.*,order.status_changed' }))).toEqual([
      'NTF2-1',
      'NTF3-1',
    ]);
    expect(idsOf(await fetchPage(null, 7, { orderId }))).toEqual(['NTF3-1']);
    expect(idsOf(await fetchPage(null, 7, { orderId, types: 'review.*' }))).toEqual([]);
    expect(idsOf(await fetchPage(null, 7, { since: '2027-01-01T01:00:00+01:00' }))).toEqual(['NTF1-1']);
  });

  test('every event that fits is seen once, whatever comes between', async () => {
    const fitting: string[] = [];
    for (let index = 1; index <= 9; index += 1) {
      const isFitting = index % 3 === 0;
      if (isFitting) fitting.push(`NTF${index}-1`);
      await addEvent({
        id: `NTF${index}-1`,
        position: index * 10,
        type: isFitting ? 'review.created' : 'merchant.refused',
      });
    }
    const seen: string[] = [];
    let page = await fetchPage(null, 1, { types: 'review.*' });
    for (; page.hasMore; page = await fetchPage(page.nextCursor, 1, { types: 'review.*' }))
      seen.push(...idsOf(page));
    expect([...seen, ...idsOf(page)]).toEqual(fitting);
    // What was looked at in vain is not looked at again.
    await addEvent({ id: 'NTF10-1', type: 'review.created', position: 100 });
    expect(idsOf(await fetchPage(page.nextCursor))).toEqual(['NTF10-1']);
  });

  test('a long stretch in which nothing fits is passed page by page', async () => {
    const em = api.unbounded.em.fork();
    await em.execute(longFeed('3'), [api.sandbox.agency.clientId, endpointId, 5_001]);
    await addEvent({ id: 'NTF1-1', type: 'review.created', position: 90_000 });
    const empty = await fetchPage(null, 7, { types: 'review.*' });
    expect(empty).toMatchObject({ list: [], hasMore: true });
    expect(idsOf(await fetchPage(empty.nextCursor, 7, { types: 'review.*' }))).toEqual(['NTF1-1']);
  });
});

describe('a start', () => {
  test('from a time skips what happened before, and the cursor goes on from there', async () => {
    await addEvent({ id: 'NTF1-1', createdAt: new Date('2026-01-01T00:00:00Z') });
    await addEvent({ id: 'NTF2-1', position: 20, createdAt: new Date('2026-01-02T00:00:00Z') });
    const page = await fetchPage(null, 7, { since: '2026-01-02T00:00:00Z' });
    expect(idsOf(page)).toEqual(['NTF2-1']);
    await addEvent({ id: 'NTF3-1', position: 30 });
    expect(idsOf(await fetchPage(page.nextCursor))).toEqual(['NTF3-1']);
  });

  test('from a time that is yet to come, and from now, has a cursor and nothing else', async () => {
    await addEvent({ id: 'NTF1-1' });
    for (const start of [{ from: 'now' }, { since: '2999-01-01T00:00:00Z' }]) {
      const page = await fetchPage(null, 7, start);
      expect(page).toEqual({ list: [], nextCursor: expect.any(String), hasMore: false });
      const id = `NTF${Object.keys(start)[0]!.length}-1`;
      await addEvent({ id, position: 10 * id.charCodeAt(3) });
      expect(idsOf(await fetchPage(page.nextCursor))).toContain(id);
      expect(idsOf(await fetchPage(page.nextCursor))).not.toContain('NTF1-1');
    }
  });

  test.each([
    { from: 'now', cursor: 'WyIxIl0' },
    { from: 'now', since: '2026-01-01T00:00:00Z' },
    { from: 'yesterday' },
    { since: 'yesterday' },
    { types: '' },
    { types: 'order.moved' },
    { types: 'order.*,,review.*' },
    { orderId: 'STL1000000001' },
    { waitSeconds: '56' },
    { waitSeconds: '-1' },
  ])('refuses %j', async (query) => {
    expect((await ask(query as Record<string, string>)).json().code).toBe(40001);
  });
});

describe('waiting', () => {
  test('ends with the first event, and only with one that fits', async () => {
    const { nextCursor } = await fetchPage(null, 7, { from: 'now' });
    const query = { cursor: nextCursor!, waitSeconds: '20', types: 'review.*' };
    const waiting = ask(query);
    await addEvent({ id: 'NTF1-1' });
    await addEvent({ id: 'NTF2-1', type: 'review.created', position: 20 });
    const page: Page = (await waiting).json().data;
    expect(idsOf(page)).toEqual(['NTF2-1']);
    expect(idsOf(await fetchPage(page.nextCursor, 7, { waitSeconds: '0' }))).toEqual([]);
  });

  test('is no longer than it was asked for, and not at all where there is something', async () => {
    const empty = await fetchPage(null, 7, { waitSeconds: '1' });
    expect(empty).toEqual({ list: [], nextCursor: null, hasMore: false });
    await addEvent({ id: 'NTF1-1' });
    expect(idsOf(await fetchPage(null, 7, { waitSeconds: '20' }))).toEqual(['NTF1-1']);
  });

  test('a third request of one merchant is refused with 42901; another merchant waits', async () => {
    const app = await api.another();
    const two = [1, 2].map(() => ask({ waitSeconds: '20' }, app));
    // Whichever comes third is refused; the others wait.
    const third = await Promise.race([...two, ask({ waitSeconds: '20' }, app)]);
    expect(third.headers['retry-after']).toBeDefined();
    expect(third.json()).toMatchObject({ code: 42901, data: { details: [{ path: 'query.waitSeconds' }] } });
    const headers = { authorization: `Bearer ${await api.token(api.sandbox.studio)}` };
    const other = app.inject({ url: PATH, headers, query: { waitSeconds: '1' } });
    expect((await other).statusCode).toBe(200);
    await app.close();
    await Promise.all(two);
  });

  test('ends when the server stops', async () => {
    const app = await api.another();
    const waiting = ask({ waitSeconds: '20' }, app);
    // Two places are taken when a third one is refused.
    const others = [ask({ waitSeconds: '20' }, app), ask({ waitSeconds: '20' }, app)];
    await Promise.race([waiting, ...others]);
    await app.close();
    const answers = await Promise.all([waiting, ...others]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 429]);
  });

  test('a client that goes away leaves its place', async () => {
    const app = await api.another();
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const request = `GET ${PATH}?waitSeconds=20 HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\n\r\n`;
    // Who is refused asks again, until both wait.
    const waitThere = () => {
      const socket = connectSocket(port, '127.0.0.1').on('error', () => {});
      socket.on('data', () => socket.write(request)).write(request);
      return socket;
    };
    const sockets = [waitThere(), waitThere()];
    const isRefused = async () => (await ask({ waitSeconds: '1' }, app)).statusCode === 429;
    await until(isRefused);
    for (const socket of sockets) socket.destroy();
    await until(async () => !(await isRefused()));
    await app.close();
  });

  test('outlasts the silence that ends other connections', async () => {
    const silence = jest.replaceProperty(CONNECTION_LIMITS, 'silenceMs', 500);
    const app = await api.another();
    silence.restore();
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const answer = await fetch(`${address}${PATH}?waitSeconds=2`, { headers: { authorization } });
    expect(await answer.json()).toMatchObject({ code: 200, data: { list: [] } });
    await app.close();
  });

  test('people have places of their own, beside those of their merchant and of each other', async () => {
    const waits = createFeedWaits(api);
    const key = api.sandbox.agency.clientId;
    const program = { kind: 'merchant', id: key } as const;
    const person = { kind: 'person', id: '7' } as const;
    const programs = [1, 2, 3].map(() => waits.enter(program, key));
    const people = Array.from({ length: 11 }, () => waits.enter(person, key));
    expect(programs.map((place) => typeof place)).toEqual(['object', 'object', 'string']);
    expect(people.filter((place) => place === 'refused')).toHaveLength(1);
    expect(typeof waits.enter({ kind: 'person', id: '8' }, key)).toBe('object');
    waits.stop();
    expect(waits.enter({ kind: 'person', id: '9' }, key)).toBe('stopping');
  });

  test('is refused with a while to pause where all places are taken', async () => {
    const waits = createFeedWaits(api, 1);
    const events = createEventService({ orm: api.orm, waits });
    const first = waits.enter({ kind: 'merchant', id: 'mk_other' }, 'mk_other');
    const asked = events.list({ ...AGENCY, key: api.sandbox.agency.clientId }, { waitSeconds: 20 });
    await expect(asked).rejects.toMatchObject({ retryAfter: 15 });
    if (typeof first === 'object') first.end();
    const { list } = await events.list({ ...AGENCY, key: api.sandbox.agency.clientId }, { waitSeconds: 1 });
    expect(list).toEqual([]);
    waits.stop();
  });

  test('whoever sits at the console is not refused for programs that wait', async () => {
    const waits = createFeedWaits(api);
    const events = createEventService({ orm: api.orm, waits });
    const program = { ...AGENCY, key: api.sandbox.agency.clientId };
    const person = { ...program, via: { personId: 7, address: '127.0.0.1', requestId: 'r' } };
    const ask = (by: typeof program) => events.list(by, { waitSeconds: 20 });
    const programs = [program, program, program].map(ask);
    // Whichever comes third is refused; the others wait.
    await expect(Promise.race(programs)).rejects.toThrow(RateLimited);
    const people = [person, person].map(ask);
    await addEvent({ id: 'NTF1-1' });
    const pages = await Promise.allSettled([...programs, ...people]);
    const found = pages.filter((one) => one.status === 'fulfilled').map(({ value }) => value.list.length);
    expect(found).toEqual([1, 1, 1, 1]);
    waits.stop();
  });
});

test.each([
  'x',
  'WyIxIl0',
  Buffer.from('["1","ORD1","1; drop"]').toString('base64url'),
  Buffer.from('["2","1","ORD1","9999999999"]').toString('base64url'),
  Buffer.from('["3","1","ORD1","10"]').toString('base64url'),
])('a cursor that the feed did not give out is refused: %s', async (cursor) => {
  const answer = await api.app.inject({ url: PATH, headers: { authorization }, query: { cursor } });
  expect(answer.json()).toMatchObject({ code: 40001, data: { details: [{ path: 'query.cursor' }] } });
});

/** @param transaction SQL: of event `n`. */
const longFeed = (transaction: string) => `
insert into notification (id, subject_id, sequence, position, type, merchant_key, endpoint_id, in_feed, body, transaction_id)
select 'N' || n, 'mk_sandbox_agency', n, n, 'merchant.refused', ?, ?, true, '{}', (${transaction})::text::xid8
from generate_series(1, ?) n`;

test.each([
  ['all', '', '', 'notification_feed'],
  ['types', '', `and n.type in ('review.created')`, 'notification_feed'],
  [
    'an order',
    `and n.subject_id in ('ORD1', 'CNV1')`,
    '',
    'notification_subject_id_position_endpoint_id_unique',
  ],
])('the pages come from an index: of %s', async (_, some, matching, index) => {
  // The application may not analyze.
  const em = api.unbounded.em.fork();
  await em.begin();
  await em.execute(longFeed('n'), [api.sandbox.agency.clientId, endpointId, 4_000]);
  await em.execute('analyze notification');
  const { transactionId, subjectId, position } = FEED_START;
  const { clientId } = api.sandbox.agency;
  const values = [transactionId, subjectId, position, clientId, 100, 100, clientId];
  const plan = JSON.stringify(await em.execute(`explain ${feedSql(some, matching)}`, values));
  await em.rollback();
  expect(plan).toContain(index);
  expect(plan).not.toContain('Seq Scan');
});
