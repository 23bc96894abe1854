import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { CallbackEndpoint, DeliveryAttempt, Notification, RetryRequest } from '../../db/entities/index.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { notificationId, positionOf } from '../../domain/ids.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createMerchant } from '../support/merchants.ts';
import { createConformance } from '../support/openapi.ts';
import { createOrderRow } from '../support/orders.ts';

const LIST = '/open/v1/notification/list';
const DETAIL = '/open/v1/notification/detail/{notificationId}';
const REDELIVER = '/open/v1/notification/redeliver/{notificationId}';
const RECOVER = '/open/v1/notification/recover';

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
  await api.unbounded.em.fork().nativeDelete(RetryRequest, {});
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

  test('never shows what belongs to another merchant', async () => {
    await add();
    expect(idsOf(await get(LIST, {}, stranger))).toEqual([]);
  });

  test.each([
    { cursor: 'bm9uc2Vuc2U' },
    { cursor: Buffer.from('["2026-13-99T99:99:99Z"]').toString('base64url') },
    { status: 'lost' },
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

  test('50301 with Retry-After while Temporal is unavailable', async () => {
    const answer = await redeliver(await add());
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBeDefined();
  });
});

describe('recover', () => {
  const since = '2026-11-02T00:00:00Z';
  const retryRequests = () => api.orm.em.fork().find(RetryRequest, {});
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
    expect(await retryRequests()).toEqual([]);
  });

  test('has it sent; asking twice reaches back to the earlier time', async () => {
    const answer = await post(RECOVER, { since });
    expect(answer.json().data).toMatchObject({ count: 4, dryRun: false });
    await post(RECOVER, { since: '2026-11-01T00:00:00Z' });
    await post(RECOVER, { since });
    expect(await retryRequests()).toMatchObject([
      {
        id: answer.json().data.recoveryId,
        merchantKey: agency.clientId,
        kind: 'recover',
        endpointId: null,
        filter: { since: '2026-11-01T00:00:00Z' },
      },
    ]);
  });

  test('counts nothing of others', async () => {
    const answer = await post(RECOVER, { since }, stranger);
    expect(answer.json().data.count).toBe(0);
    expect(await retryRequests()).toEqual([]);
  });

  test.each([{}, { since: 'now' }, { since, dryRun: 'yes' }, { since, all: true }])(
    'refuses %j',
    async (payload) => {
      expect((await post(RECOVER, payload)).json().code).toBe(40001);
    },
  );
});
