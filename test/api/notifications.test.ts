import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { CallbackEndpoint, DeliveryAttempt, Notification, Recovery } from '../../db/entities/index.ts';
import { removeExpired } from '../../db/queries/platform/expired.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { notificationId, positionOf } from '../../domain/ids.ts';
import { listSql } from '../../services/notifications/reading.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createConformance } from '../support/documents/openapi.ts';
import { createMerchant } from '../support/merchants.ts';
import { createOrderRow } from '../support/orders.ts';

const LIST = '/open/v1/notification/list';
const DETAIL = '/open/v1/notification/detail/{notificationId}';
const REDELIVER = '/open/v1/notification/redeliver/{notificationId}';
const RECOVER = '/open/v1/notification/recover';
const RECOVERIES = '/open/v1/notification/recovery/list';
const RECOVERY = '/open/v1/notification/recovery/detail/{recoveryId}';
const CANCEL = '/open/v1/notification/recovery/cancel/{recoveryId}';

let api: TestApp;
let expectDescribed: Awaited<ReturnType<typeof createConformance>>;
let agency: ClientCredentials;
let stranger: ClientCredentials;
let firstEndpoint: string;
let orders = 0;

beforeAll(async () => {
  api = await createTestApp();
  expectDescribed = await createConformance(api.app);
  agency = api.sandbox.agency;
  stranger = await createMerchant(api, 'mk_stranger');
  const first = { merchantKey: agency.clientId, isFirst: true };
  firstEndpoint = (await api.orm.em.fork().findOneOrFail(CallbackEndpoint, first)).id;
});
beforeEach(async () => {
  await api.unbounded.em.fork().nativeDelete(DeliveryAttempt, {});
  await api.unbounded.em.fork().nativeDelete(Notification, {});
  await api.unbounded.em.fork().nativeDelete(Recovery, {});
});
afterAll(() => api.close());

/** A notification of an order of its own, for the merchant's first endpoint. @returns its id. */
async function add(row: Partial<Notification> = {}): Promise<string> {
  orders += 1;
  const orderId = `ORD${String(1_000_000 + orders)}`;
  const tripDate = new Date(Date.UTC(2027, 0, orders * 2)).toISOString().slice(0, 10);
  await createOrderRow(api, { id: orderId, guideId: 'G1001', tripDate, tripDays: 1 });
  return await addOf(orderId, row);
}

/** A notification of that order. @returns its id. */
async function addOf(orderId: string, row: Partial<Notification> = {}): Promise<string> {
  const id = row.id ?? notificationId(orderId, 1);
  const merchantKey = agency.clientId;
  await api.orm.em.fork().insert(Notification, {
    id,
    orderId,
    subjectId: orderId,
    sequence: 1,
    position: positionOf(1),
    type: 'order.status_changed',
    merchantKey,
    endpointId: firstEndpoint,
    inFeed: true,
    body: '{"sequence":1}',
    ...row,
  });
  return id;
}

/** Another endpoint of the merchant. @returns its id. */
async function addEndpoint(merchantKey = agency.clientId): Promise<string> {
  const em = api.orm.em.fork();
  const [made] = await em.execute<{ id: string }[]>(
    'insert into callback_endpoint (merchant_key, url) values (?, ?) returning id',
    [merchantKey, 'https://agency.example/second'],
  );
  return made!.id;
}

async function get(path: string, query: Record<string, string> = {}, client = agency, values = path) {
  const answer = await api.as(client, { url: values, query });
  expectDescribed('GET', path, answer);
  return answer;
}
const detail = (id: string, client = agency) =>
  get(DETAIL, {}, client, DETAIL.replace('{notificationId}', id));
const post = async (path: string, payload: object | undefined, client = agency, url = path) => {
  const answer = await api.as(client, { method: 'POST', url, ...(payload ? { payload } : {}) });
  expectDescribed('POST', path, answer);
  return answer;
};
const idsOf = (answer: { json(): { data: { list: { notificationId: string }[] } } }) =>
  answer.json().data.list.map(({ notificationId: id }) => id);

describe('the list', () => {
  test('has the newest first, and pages through all of them, also those of one instant', async () => {
    const at = (second: number) => new Date(Date.UTC(2026, 10, 1, 0, 0, second));
    const ids = [];
    for (const second of [1, 2, 2, 2, 3]) ids.push(await add({ createdAt: at(second) }));

    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await get(LIST, { size: '2', ...(cursor ? { cursor } : {}) });
      seen.push(...idsOf(page));
      cursor = page.json().data.nextCursor;
    } while (cursor !== null);

    expect(seen).toEqual([ids[4], ...ids.slice(1, 4).reverse(), ids[0]]);
  });

  test('is filtered by state, order and time', async () => {
    const early = await add({ createdAt: new Date('2026-11-01T00:00:00Z'), status: 'skipped' });
    const late = await add({ createdAt: new Date('2026-11-02T00:00:00Z') });

    expect(idsOf(await get(LIST, { status: 'skipped' }))).toEqual([early]);
    const { orderId } = (await detail(late)).json().data;
    expect(idsOf(await get(LIST, { orderId }))).toEqual([late]);
    expect(idsOf(await get(LIST, { from: '2026-11-02T01:00:00+01:00' }))).toEqual([late]);
    expect(idsOf(await get(LIST, { to: '2026-11-02T00:00:00Z' }))).toEqual([early]);
  });

  test('is filtered by endpoint, type and status of the last answer, and shows them', async () => {
    const orderId = `ORD${1_000_000 + orders}`;
    const second = await addEndpoint();
    const own = await addOf(orderId, { lastHttpStatus: 200, status: 'acknowledged' });
    const reviewed = { type: 'review.created', sequence: 4, position: 43, endpointId: second } as const;
    const other = await addOf(orderId, {
      ...reviewed,
      id: `${own}r-${second.slice(2)}`,
      lastHttpStatus: 503,
      inFeed: false,
    });
    const [shown] = (await get(LIST, { endpointId: second })).json().data.list;
    expect(shown).toMatchObject({
      notificationId: other,
      endpointId: second,
      type: 'review.created',
      httpStatus: 503,
    });
    expect(idsOf(await get(LIST, { endpointId: firstEndpoint }))).toEqual([own]);
    expect(idsOf(await get(LIST, { type: 'review.created' }))).toEqual([other]);
    expect(idsOf(await get(LIST, { httpStatus: '503' }))).toEqual([other]);
    expect(idsOf(await get(LIST, { httpStatus: '200', type: 'review.created' }))).toEqual([]);
    expect(idsOf(await get(LIST, { endpointId: second, orderId, status: 'pending' }))).toEqual([other]);
  });

  test('never shows what an endpoint does not take', async () => {
    const id = await add({ status: 'unsubscribed' });
    expect(idsOf(await get(LIST))).toEqual([]);
    expect((await detail(id)).json().data.status).toBe('unsubscribed');
  });

  test('never shows what belongs to another merchant', async () => {
    await add();
    expect(idsOf(await get(LIST, {}, stranger))).toEqual([]);
    expect(idsOf(await get(LIST, { endpointId: firstEndpoint }, stranger))).toEqual([]);
  });

  test.each([
    { cursor: 'bm9uc2Vuc2U' },
    { cursor: Buffer.from('["2026-13-99T99:99:99Z"]').toString('base64url') },
    { status: 'lost' },
    { status: 'unsubscribed' },
    { type: 'order.moved' },
    { endpointId: '1' },
    { httpStatus: '99' },
    { orderId: 'G1' },
    { size: '101' },
    { from: 'yesterday' },
    { from: '0000-01-01T00:00:00Z' },
    { from: '2026-11-02T00:00:00Z', to: '2026-11-01T00:00:00Z' },
  ])('refuses %j', async (query) => {
    const answer = await get(LIST, query as Record<string, string>);
    expect(answer.json().code).toBe(40001);
  });
});

describe('the list is read from indexes', () => {
  const FILTERS = {
    endpointId: 'EP1001',
    type: 'review.created',
    status: 'pending',
    httpStatus: 503,
    orderId: 'ORD1000001',
    from: '2026-01-01T00:00:00Z',
    to: '2026-12-01T00:00:00Z',
  } as const;
  const names = Object.keys(FILTERS) as (keyof typeof FILTERS)[];
  const EVERY_COMBINATION = Array.from({ length: 2 ** names.length }, (_, bits) =>
    Object.fromEntries(names.filter((_, bit) => bits & (1 << bit)).map((name) => [name, FILTERS[name]])),
  );
  /** Most are about orders, and acknowledged; every hundredth is not. */
  const MANY = `
    insert into notification (id, subject_id, sequence, position, type, merchant_key, endpoint_id, in_feed, body, status,
      last_http_status, created_at)
    select 'N' || n, 'ORD' || n / 4, n % 4, n, case when n % 100 = 1 then 'review.created' else 'order.status_changed' end,
      ?, ?, true, '{}', case when n % 100 = 2 then 'pending' else 'acknowledged' end,
      case when n % 100 = 3 then 503 else 200 end, timestamptz '2026-01-01Z' + n * interval '1 minute'
    from generate_series(1, 20000) n`;

  async function plansOf(queries: readonly object[]): Promise<string[]> {
    // The application may not analyze.
    const em = api.unbounded.em.fork();
    await em.begin();
    await em.execute(MANY, [agency.clientId, firstEndpoint]);
    await em.execute('analyze notification');
    const plans = [];
    for (const query of queries) {
      const { sql, values } = listSql(agency.clientId, query, 11);
      plans.push(JSON.stringify(await em.execute(`explain ${sql}`, values)));
    }
    await em.rollback();
    return plans;
  }

  test('whatever the filters are', async () => {
    for (const plan of await plansOf(EVERY_COMBINATION)) {
      expect(plan).toMatch(/Index (Only )?Scan (Backward )?(using|on) notification_/);
      expect(plan).not.toContain('Seq Scan on notification');
    }
  });

  test('each by its own', async () => {
    const { type, status, httpStatus, orderId, endpointId } = FILTERS;
    const queries = [{}, { endpointId }, { type }, { status }, { httpStatus }, { orderId }];
    const used = (await plansOf(queries)).map(
      (plan) => /(?:using|Bitmap Index Scan on) (notification_\w+)/.exec(plan)?.[1],
    );
    expect(used).toEqual([
      'notification_of_endpoint',
      'notification_of_endpoint',
      'notification_of_type',
      'notification_waiting',
      'notification_of_answer',
      'notification_subject_id_position_endpoint_id_unique',
    ]);
  });
});

describe('the detail', () => {
  test('has every attempt with time, status, duration, error and excerpt', async () => {
    const id = await add({ attempts: 2 });
    const startedAt = new Date('2026-11-01T10:00:00Z');
    const attempt = { notificationId: id, startedAt, durationMs: 12 };
    await api.orm.em.fork().insertMany(DeliveryAttempt, [
      { ...attempt, number: 2, httpStatus: 200, error: null, responseExcerpt: '{"code":200}' },
      { ...attempt, number: 1, httpStatus: null, error: 'connect_timeout', responseExcerpt: null },
    ]);

    expect((await detail(id)).json().data).toMatchObject({
      notificationId: id,
      body: '{"sequence":1}',
      attempts: 2,
      attemptLog: [
        {
          number: 1,
          startedAt: startedAt.toISOString(),
          durationMs: 12,
          httpStatus: null,
          error: 'connect_timeout',
        },
        { number: 2, httpStatus: 200, error: null, responseExcerpt: '{"code":200}' },
      ],
    });
  });

  test('shows of an attempt what was sent, when it was signed, and what came back', async () => {
    const id = await add();
    const sent = { 'webhook-id': id, 'webhook-timestamp': '1795257727', 'x-api-key': '***' };
    const attempt = { notificationId: id, startedAt: new Date('2026-11-01T10:00:00Z'), durationMs: 12 };
    const answered = { httpStatus: 503, error: 'http_status', responseExcerpt: null };
    await api.orm.em.fork().insertMany(DeliveryAttempt, [
      { ...attempt, ...answered, number: 1, requestHeaders: null, responseHeaders: null },
      { ...attempt, ...answered, number: 2, requestHeaders: sent, responseHeaders: { server: 'nginx' } },
    ]);
    expect((await detail(id)).json().data.attemptLog).toMatchObject([
      { number: 1, signedAt: null, requestHeaders: null, responseHeaders: null },
      {
        number: 2,
        signedAt: new Date(1_795_257_727_000).toISOString(),
        requestHeaders: sent,
        responseHeaders: { server: 'nginx' },
      },
    ]);
  });

  test('40007 for one that does not exist, and for another merchant’s', async () => {
    const id = await add();
    for (const answer of [await detail('NTF000-1'), await detail(id, stranger)]) {
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ code: 40007, msg: 'notification does not exist' });
    }
  });

  test('an operator’s reason is not shown', async () => {
    const id = await add({ status: 'abandoned', abandonReason: 'they never pay' });
    expect((await detail(id)).payload).not.toContain('they never pay');
  });
});

describe('redeliver', () => {
  const redeliver = (id: string, client = agency) =>
    post(REDELIVER, undefined, client, REDELIVER.replace('{notificationId}', id));

  test('40007 for one that does not exist, and for another merchant’s', async () => {
    const id = await add();
    expect((await redeliver('NTF000-1')).json().code).toBe(40007);
    expect((await redeliver(id, stranger)).json().code).toBe(40007);
  });

  test('of one that its endpoint does not take is refused with 40906', async () => {
    const answer = await redeliver(await add({ status: 'unsubscribed' }));
    expect([answer.statusCode, answer.json().code]).toEqual([409, 40906]);
  });

  test('50301 with Retry-After while Temporal is unavailable', async () => {
    const answer = await redeliver(await add());
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBeDefined();
  });
});

describe('recover', () => {
  const since = '2026-11-02T00:00:00Z';
  const recovery = (id: string, client = agency) =>
    get(RECOVERY, {}, client, RECOVERY.replace('{recoveryId}', id));
  const cancel = (id: string, client = agency) =>
    post(CANCEL, undefined, client, CANCEL.replace('{recoveryId}', id));
  const recoveries = () => api.orm.em.fork().find(Recovery, {});
  beforeEach(async () => {
    await add({ createdAt: new Date('2026-11-01T00:00:00Z') });
    const createdAt = new Date(since);
    for (const status of ['pending', 'pending', 'skipped', 'abandoned', 'acknowledged'] as const) {
      await add({ createdAt, status });
    }
  });

  test('counts what is not acknowledged since a time; a dry run does no more', async () => {
    const answer = await post(RECOVER, { since, dryRun: true });
    const counts = { count: 4, pending: 2, skipped: 1, abandoned: 1, acknowledged: 0 };
    expect(answer.json().data).toEqual({ ...counts, dryRun: true, recoveryId: null });
    expect(await recoveries()).toEqual([]);
  });

  test('has it sent; asking twice reaches back to the earlier time', async () => {
    const answer = await post(RECOVER, { since });
    expect(answer.json().data).toMatchObject({ count: 4, dryRun: false });
    await post(RECOVER, { since: '2026-11-01T00:00:00Z' });
    await post(RECOVER, { since });
    expect(await recoveries()).toMatchObject([
      {
        id: answer.json().data.recoveryId,
        merchantKey: agency.clientId,
        endpointId: null,
        filter: { since: '2026-11-01T00:00:00Z' },
      },
    ]);
  });

  test('counts nothing of others', async () => {
    const answer = await post(RECOVER, { since }, stranger);
    expect(answer.json().data.count).toBe(0);
    expect(await recoveries()).toEqual([]);
  });

  test('takes what its filters say: end, types, states, endpoint, order, last answer', async () => {
    const second = await addEndpoint();
    const createdAt = new Date('2026-11-03T00:00:00Z');
    const id = await add({ createdAt, lastHttpStatus: 500, endpointId: second, inFeed: false });
    const reviewed = { type: 'review.created', position: 14, status: 'acknowledged' } as const;
    const orderId = `ORD${1_000_000 + orders}`;
    await addOf(orderId, { ...reviewed, id: `${id}r`, createdAt, lastHttpStatus: 200 });
    const count = async (filter: object) =>
      (await post(RECOVER, { since, dryRun: true, ...filter })).json().data.count;

    expect(await count({})).toBe(5);
    expect(await count({ until: '2026-11-02T12:00:00Z' })).toBe(4);
    expect(await count({ endpointId: second })).toBe(1);
    expect(await count({ httpStatus: 500 })).toBe(1);
    expect(await count({ orderId })).toBe(1);
    expect(await count({ statuses: ['skipped', 'abandoned'] })).toBe(2);
    expect(await count({ statuses: ['acknowledged'] })).toBe(2);
    expect(await count({ statuses: ['acknowledged', 'pending'], types: ['review.created'] })).toBe(1);
    expect(await count({ types: ['review.created'] })).toBe(0);
  });

  test('shows how far it is, and is stopped once', async () => {
    const filter = {
      since,
      until: '2026-12-01T00:00:00Z',
      types: ['order.status_changed'],
      endpointId: firstEndpoint,
    };
    const { recoveryId } = (await post(RECOVER, filter)).json().data;
    const asked = { recoveryId, filter, total: 4, taken: 0, finishedAt: null };
    expect((await recovery(recoveryId)).json().data).toMatchObject({ ...asked, state: 'waiting' });

    await api.orm.em.fork().nativeUpdate(Recovery, recoveryId, { taken: 2 });
    expect((await recovery(recoveryId)).json().data).toMatchObject({ taken: 2, state: 'running' });
    const cancelled = (await cancel(recoveryId)).json().data;
    expect(cancelled).toMatchObject({ taken: 2, state: 'cancelled', finishedAt: expect.any(String) });
    expect((await cancel(recoveryId)).json().data).toEqual(cancelled);
    expect((await get(RECOVERIES)).json().data).toEqual({ list: [cancelled], nextCursor: null });
  });

  test('what has finished cannot be cancelled, and is deleted after 30 days', async () => {
    const { recoveryId } = (await post(RECOVER, { since })).json().data;
    const em = api.orm.em.fork();
    const end = (days: number) =>
      em.execute("update recovery set finished_at = now() - ? * interval '1 day' where id = ?", [
        days,
        recoveryId,
      ]);
    await end(29);
    await removeExpired(em.fork());
    expect((await cancel(recoveryId)).json().data.state).toBe('finished');
    await end(31);
    await removeExpired(em.fork());
    expect((await recovery(recoveryId)).json().code).toBe(40012);
  });

  test('at most five are under way: 42901; the same again is none more', async () => {
    const statuses = ['pending', 'skipped', 'abandoned', 'acknowledged'];
    for (const status of statuses) await post(RECOVER, { since, statuses: [status] });
    const { recoveryId } = (await post(RECOVER, { since })).json().data;
    const sixth = await post(RECOVER, { since, statuses: ['pending', 'skipped'] });
    expect(sixth.headers['retry-after']).toBeDefined();
    expect(sixth.json()).toMatchObject({ code: 42901, data: { details: [{ path: 'body' }] } });
    expect((await post(RECOVER, { since })).json().data.recoveryId).toBe(recoveryId);
    await cancel(recoveryId);
    expect((await post(RECOVER, { since, statuses: ['pending', 'skipped'] })).statusCode).toBe(200);
  });

  test('the list pages, newest first', async () => {
    const ids = [];
    for (const status of ['pending', 'skipped', 'abandoned']) {
      ids.unshift((await post(RECOVER, { since, statuses: [status] })).json().data.recoveryId);
    }
    const first = (await get(RECOVERIES, { size: '2' })).json().data;
    const second = (await get(RECOVERIES, { size: '2', cursor: first.nextCursor })).json().data;
    const seen = [...first.list, ...second.list].map((one: { recoveryId: string }) => one.recoveryId);
    expect([seen, second.nextCursor]).toEqual([ids, null]);
    expect((await get(RECOVERIES, { cursor: first.nextCursor }, stranger)).json().code).toBe(40001);
  });

  test("another merchant's is not found: 40012, and goes on", async () => {
    const { recoveryId } = (await post(RECOVER, { since })).json().data;
    for (const answer of [await recovery(recoveryId, stranger), await cancel(recoveryId, stranger)]) {
      expect([answer.statusCode, answer.json().code]).toEqual([404, 40012]);
    }
    expect((await recovery('RCV1')).json().code).toBe(40012);
    expect((await get(RECOVERIES, {}, stranger)).json().data.list).toEqual([]);
    expect((await recovery(recoveryId)).json().data.state).toBe('waiting');
  });

  test.each([
    { until: '2026-11-01T00:00:00Z' },
    { until: 'soon' },
    { types: [] },
    { types: ['order.moved'] },
    { statuses: ['unsubscribed'] },
    { endpointId: 'first' },
    { orderId: 'G1' },
    { httpStatus: '500' },
  ])('refuses %j', async (filter) => {
    expect((await post(RECOVER, { since, ...filter })).json().code).toBe(40001);
  });

  test.each([{}, { since: 'now' }, { since, dryRun: 'yes' }, { since, all: true }])(
    'refuses %j',
    async (payload) => {
      expect((await post(RECOVER, payload)).json().code).toBe(40001);
    },
  );
});
