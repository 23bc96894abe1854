import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { OrderEvent } from '../../db/entities/index.ts';
import { createOrm } from '../../db/orm.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { addDays, todayIn } from '../../domain/trip.ts';
import type { TestApp } from '../support/app.ts';
import { createGuide, createMerchant } from '../support/merchants.ts';
import { createOrderRow } from '../support/orders.ts';
import { createOrdersApp, orderService } from '../support/orders-app.ts';
import { until } from '../support/until.ts';

let api: TestApp;
let app: FastifyInstance;
let agency: ClientCredentials;
let stranger: ClientCredentials;
const today = todayIn('Europe/Lisbon', new Date());

beforeAll(async () => {
  ({ api, app } = await createOrdersApp());
  ({ agency } = api.sandbox);
  stranger = await createMerchant(api, 'mk_stranger');
  await createGuide(api, { id: 'G1' });
});
afterAll(() => api.close());

async function get(url: string, client = agency, from = app) {
  const headers = { authorization: `Bearer ${await api.token(client)}` };
  return await from.inject({ url, headers });
}

let day = 10;
async function order(id: string): Promise<string> {
  day += 1;
  await createOrderRow(api, { id, guideId: 'G1', tripDate: addDays(today, day), tripDays: 1 });
  const em = api.orm.em.fork();
  em.create(OrderEvent, {
    orderId: id,
    sequence: 1,
    toStatus: 'pending',
    reason: 'created',
    actorKind: 'merchant',
    occurredAt: new Date(),
  });
  await em.flush();
  return id;
}

test('order/detail shows one moment: a move between its reads is not half in it', async () => {
  const id = await order('ORD1000000000000000001');
  const writer = new pg.Client({ connectionString: api.adminUrl });
  await writer.connect();
  await writer.query('begin');
  // Whoever reads the history waits, and goes on when the order is confirmed.
  await writer.query('lock table order_event in access exclusive mode');
  const reading = get(`/open/v1/order/detail/${id}`);
  const waiting = `select from pg_locks join pg_database d on d.oid = database
    where relation = 'order_event'::regclass and not granted and datname = current_database()`;
  await until(async () => (await api.orm.em.fork().execute(waiting)).length > 0);
  await writer.query(`update orders set status = 'confirmed', sequence = 2 where id = $1`, [id]);
  await writer.query(
    `insert into order_event (order_id, sequence, from_status, to_status, reason, actor_kind, occurred_at)
     values ($1, 2, 'pending', 'confirmed', 'confirmed_by_studio', 'studio', now())`,
    [id],
  );
  await writer.query('commit');
  await writer.end();
  const { status, history } = (await reading).json().data;
  expect(history.at(-1).status).toBe(status);
});

describe('cursors of order/list', () => {
  const ids = ['ORD2000000000000000001', 'ORD2000000000000000002', 'ORD2000000000000000003'];
  const list = async (query: string, client = agency) =>
    (await get(`/open/v1/order/list?${query}`, client)).json();
  beforeAll(async () => {
    for (const id of ids) await order(id);
  });

  test('go on where the page ended, also by trip date, and with another size', async () => {
    for (const filter of ['status=pending', `status=pending&tripDateFrom=${today}`]) {
      const first = (await list(`${filter}&size=1`)).data;
      const second = (await list(`${filter}&size=2&cursor=${first.nextCursor}`)).data;
      const found = [...first.list, ...second.list].map((one: { orderId: string }) => one.orderId);
      expect(found).toEqual([...ids].reverse());
    }
  });

  test('tell no order, and are of use to their merchant under their filter only', async () => {
    const { nextCursor } = (await list('size=1')).data;
    expect(nextCursor).not.toMatch(/ORD\d/);
    expect(Buffer.from(nextCursor, 'base64url').toString('latin1')).not.toMatch(/ORD\d/);
    const refused = { code: 40001, data: { details: [{ path: 'query.cursor' }] } };
    expect(await list(`cursor=${nextCursor}`, stranger)).toMatchObject(refused);
    expect(await list(`status=pending&cursor=${nextCursor}`)).toMatchObject(refused);
    expect((await get(`/open/v1/notification/list?cursor=${nextCursor}`)).json()).toMatchObject(refused);
  });

  test.each([
    'ORD999',
    ids[0],
    'x',
    'AAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    Buffer.from(JSON.stringify([ids[0]])).toString('base64url'),
  ])('that nobody gave out are refused: %s', async (cursor) => {
    expect(await list(`cursor=${cursor}`)).toMatchObject({ code: 40001 });
    expect(await list(`cursor=${cursor}&tripDateFrom=${today}`)).toMatchObject({ code: 40001 });
  });

  test('outlive a change of ENCRYPTION_KEY as long as the old one is accepted', async () => {
    const { createCipher } = await import('../../db/cipher.ts');
    const [before, after] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    const { nextCursor } = (await list('size=1')).data;
    const changed = await api.another({
      orders: orderService(api),
      cipher: createCipher(after, [before]),
    });
    const url = `/open/v1/order/list?cursor=${nextCursor}`;
    expect((await get(url, agency, changed)).json()).toMatchObject({ code: 200 });
  });
});

describe('updatedSince', () => {
  const since = '2030-01-01T00:00:00.000Z';
  const ids = ['ORD4000000000000000001', 'ORD4000000000000000002', 'ORD4000000000000000003'];
  const list = async (query: string, client = agency) =>
    (await get(`/open/v1/order/list?updatedSince=${since}&${query}`, client)).json();
  const changed = (id: string, at: string) =>
    api.orm.em.fork().execute('update orders set updated_at = ?::timestamptz where id = ?', [at, id]);
  beforeAll(async () => {
    for (const id of ids) await order(id);
    await changed(ids[0]!, '2030-01-01T00:00:00.000002Z');
    await changed(ids[1]!, '2030-01-01T00:00:00.000001Z');
    await changed(ids[2]!, since);
  });

  test('finds what changed from then on, the earliest change first, page by page', async () => {
    const found: string[] = [];
    for (let cursor = ''; ; ) {
      const { data } = await list(`size=1${cursor}`);
      found.push(...data.list.map((one: { orderId: string }) => one.orderId));
      if (data.nextCursor === null) break;
      cursor = `&cursor=${data.nextCursor}`;
    }
    expect(found).toEqual(ids.toReversed());
    const { data } = await list('status=pending');
    expect(data.list[0]).toMatchObject({ orderId: ids[2], updatedAt: since });
    expect((await list('', stranger)).data.list).toEqual([]);
  });

  test('an order that changes between two pages comes again, and none is left out', async () => {
    const first = (await list('size=2')).data;
    await changed(ids[1]!, '2030-01-02T00:00:00Z');
    const rest = (await list(`size=2&cursor=${first.nextCursor}`)).data;
    expect(rest.list.map((one: { orderId: string }) => one.orderId)).toEqual([ids[0], ids[1]]);
  });

  test('does not go together with trip dates', async () => {
    const refused = { code: 40001, data: { details: [{ path: 'query.updatedSince' }] } };
    expect(await list(`tripDateFrom=${today}`)).toMatchObject(refused);
    expect(await list('updatedSince=0001-01-01T00:00:00Z')).toMatchObject({ code: 40001 });
  });
});

test('a command on an order whose row is held says that the order is busy, not that the database is gone', async () => {
  const id = await order('ORD3000000000000000001');
  const orm = createOrm({
    databaseUrl: api.databaseUrl,
    poolMax: 2,
    overrides: { driverOptions: { statement_timeout: 300 } },
  });
  const impatient = await api.another({ orders: orderService(api, orm) });
  const holder = new pg.Client({ connectionString: api.databaseUrl });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from orders where id = $1 for update', [id]);
  const answer = await impatient.inject({
    method: 'POST',
    url: `/open/v1/order/cancel/${id}`,
    headers: { authorization: `Bearer ${await api.token(agency)}` },
    payload: { reason: 'a change of plans' },
  });
  await holder.query('rollback');
  await holder.end();
  await orm.close();
  expect(answer.json()).toMatchObject({ code: 50301, msg: expect.stringMatching(/^the order is busy/) });
  expect(answer.headers['retry-after']).toBe('2');
});
