import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { Notification } from '../../db/entities/index.ts';
import { notificationId } from '../../domain/ids.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createConformance } from '../support/openapi.ts';
import { createOrderRow } from '../support/orders.ts';
import { until } from '../support/until.ts';

const PATH = '/open/v1/event/list';
const WRITERS = 50;
const EVENTS_EACH = 12;

let api: TestApp;
let expectDescribed: Awaited<ReturnType<typeof createConformance>>;
let authorization: string;
let url: string;

beforeAll(async () => {
  api = await createTestApp();
  expectDescribed = await createConformance(api.app);
  authorization = `Bearer ${await api.token(api.sandbox.agency)}`;
  const [row] = await api.orm.em.fork().execute<{ name: string }[]>('select current_database() as name');
  url = new URL(`/${row!.name}`, api.orm.config.get('clientUrl')!).href;
});
afterEach(async () => {
  await api.unbounded.em.fork().nativeDelete(Notification, {});
});
afterAll(() => api.close());

interface Page {
  readonly list: { readonly orderId: string; readonly sequence: number }[];
  readonly nextCursor: string | null;
  readonly hasMore: boolean;
}

async function fetchPage(cursor: string | null, size = 7): Promise<Page> {
  const query = { size: String(size), ...(cursor === null ? {} : { cursor }) };
  const answer = await api.app.inject({ url: PATH, headers: { authorization }, query });
  expectDescribed('GET', PATH, answer);
  return answer.json().data;
}

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
    `insert into notification (id, order_id, sequence, merchant_key, body) values ($1, $2, $3, $4, $5)`,
    [
      notificationId(orderId, sequence),
      orderId,
      sequence,
      api.sandbox.agency.clientId,
      bodyOf(orderId, sequence),
    ],
  );
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

test.each(['x', 'WyIxIl0', Buffer.from('["1","ORD1","1; drop"]').toString('base64url')])(
  'a cursor that the feed did not give out is refused: %s',
  async (cursor) => {
    const answer = await api.app.inject({ url: PATH, headers: { authorization }, query: { cursor } });
    expect(answer.json()).toMatchObject({ code: 40001, data: { details: [{ path: 'query.cursor' }] } });
  },
);

/** A long feed, each event of a transaction of its own. */
const LONG_FEED = `
insert into notification (id, order_id, sequence, merchant_key, body, transaction_id)
select 'N' || n, ?, n, ?, '{}', n::text::xid8 from generate_series(1, 4000) n`;

test('the pages come from an index', async () => {
  const orderId = await newOrder();
  // The application may not analyze.
  const em = api.unbounded.em.fork();
  await em.begin();
  await em.execute(LONG_FEED, [orderId, api.sandbox.agency.clientId]);
  await em.execute('analyze notification');
  const plan = await em.execute(
    `explain select body from notification where merchant_key = ?
     and transaction_id >= '5'::xid8 and (transaction_id, subject_id, sequence) > ('5'::xid8, 'ORD1', 1)
     and transaction_id < pg_snapshot_xmin(pg_current_snapshot())
     order by transaction_id, subject_id, sequence limit 100`,
    [api.sandbox.agency.clientId],
  );
  await em.rollback();
  expect(JSON.stringify(plan)).toContain('notification_merchant_key_transaction_id');
});
