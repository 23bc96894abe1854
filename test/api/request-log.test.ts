import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { InjectOptions } from 'fastify';
import { Registry } from 'prom-client';
import { createOrm } from '../../db/orm.ts';
import { removeExpired } from '../../db/queries/platform/expired.ts';
import { insertRequests, type LoggedRequest } from '../../db/queries/platform/request-log.ts';
import { createFailedRequests, type RequestQuery } from '../../services/requests/failed-requests.ts';
import { createRequestLog } from '../../services/requests/request-log.ts';
import { createTestApp, type TestApp, tokenRequest } from '../support/app.ts';
import { createMerchant } from '../support/merchants.ts';
import { until } from '../support/until.ts';

const AGENCY = 'mk_sandbox_agency';
const registry = new Registry();
let api: TestApp;

beforeAll(async () => {
  api = await createTestApp({ registry });
});
afterAll(() => api.close());

const list = (merchantKey: string, query: RequestQuery = {}) =>
  createFailedRequests(api).list(merchantKey, query);
/** Written at most a second later. */
const logged = (requestId: string, merchantKey = AGENCY) =>
  until(async () => (await list(merchantKey, { requestId })).list[0]);
const asAgency = (options: InjectOptions, requestId: string) =>
  api.as(api.sandbox.agency, { ...options, headers: { 'x-request-id': requestId, ...options.headers } });

const entry = (changes: Partial<LoggedRequest> = {}): LoggedRequest => ({
  merchantKey: AGENCY,
  actingKey: null,
  credentialId: '7',
  requestId: 'made-up',
  operation: 'getGuide',
  method: 'GET',
  httpStatus: 404,
  code: 40004,
  path: null,
  reason: null,
  durationMs: 3,
  occurredAt: new Date().toISOString(),
  ...changes,
});

describe('a refused request', () => {
  test('is logged with its operation, code, first field and reason, and with whose credential it was', async () => {
    const answer = await asAgency({ url: '/open/v1/guide/list?size=0&page=x' }, 'refused-1');
    const [detail] = answer.json().data.details;
    const { id: _id, occurredAt: _at, durationMs, ...notified } = await logged('refused-1');
    expect(notified).toEqual({
      actingKey: null,
      credentialId: expect.stringMatching(/^\d+$/),
      requestId: 'refused-1',
      operation: 'listGuides',
      method: 'GET',
      httpStatus: 400,
      code: 40001,
      path: detail.path,
      reason: detail.reason,
    });
    expect(durationMs).toBeGreaterThanOrEqual(0);
  });

  test('of OCTO has the status that OCTO answers', async () => {
    await asAgency({ url: '/octo/v1/products/nothing' }, 'octo-1');
    expect(await logged('octo-1')).toMatchObject({ httpStatus: 400, method: 'GET' });
  });

  test('says nothing of what a caller wrote: an unknown member is named without its number and address', async () => {
    const payload = { 'maria@example.com +351912345678': 1 };
    await asAgency({ method: 'PUT', url: '/open/v1/callback/config', payload }, 'personal-1');
    const { path } = await logged('personal-1');
    expect(path).toMatch(/^body/);
    expect(path).not.toMatch(/@|3519|\+/);
  });

  test('is not logged where nobody knows whose it is, nor is one that succeeded', async () => {
    const guess = { clientId: AGENCY, clientSecret: 'wrong' };
    const refused = { ...tokenRequest(guess), headers: { 'x-request-id': 'nobody-1' } };
    await api.app.inject(refused);
    await api.app.inject({ url: '/open/v1/guide/list', headers: { 'x-request-id': 'nobody-2' } });
    await asAgency({ url: '/open/v1/guide/list' }, 'success-1');
    await asAgency({ url: '/open/v1/guide/detail/G9999999' }, 'behind-them');
    await logged('behind-them');
    const own = await list(AGENCY, { size: 100 });
    const ids = own.list.map(({ requestId }) => requestId);
    expect(ids.filter((id) => ['nobody-1', 'nobody-2', 'success-1'].includes(id))).toEqual([]);
  });
});

describe('the list', () => {
  const KEY = 'mk_request_log';
  beforeAll(async () => {
    await createMerchant(api, KEY);
    const at = (minute: number) => new Date(Date.now() - minute * 60_000).toISOString();
    const entries = [
      entry({ merchantKey: KEY, requestId: 'r1', occurredAt: at(3) }),
      entry({ merchantKey: KEY, requestId: 'r2', occurredAt: at(2), operation: 'createOrder', code: 40901 }),
      entry({ merchantKey: KEY, requestId: 'r3', occurredAt: at(1), operation: 'createOrder' }),
      // Of the same millisecond.
      entry({ merchantKey: KEY, requestId: 'r4', occurredAt: at(0) }),
      entry({ merchantKey: KEY, requestId: 'r5', occurredAt: at(0) }),
      entry({ merchantKey: 'mk_somebody_else', requestId: 'r6' }),
    ];
    await insertRequests(api.orm.em.fork(), entries);
  });
  const ids = async (query: RequestQuery) => (await list(KEY, query)).list.map(({ requestId }) => requestId);

  test('is the merchant’s own, newest first', async () => {
    expect(await ids({})).toEqual(['r5', 'r4', 'r3', 'r2', 'r1']);
    expect(await ids({ requestId: 'r6' })).toEqual([]);
  });

  test.each<[RequestQuery, string[]]>([
    [{ operation: 'createOrder' }, ['r3', 'r2']],
    [{ code: 40901 }, ['r2']],
    [{ operation: 'createOrder', code: 40004 }, ['r3']],
    [{ requestId: 'r1' }, ['r1']],
    [{ since: new Date(Date.now() - 90_000).toISOString() }, ['r5', 'r4', 'r3']],
  ])('filters by %j', async (query, expected) => {
    expect(await ids(query)).toEqual(expected);
  });

  test('goes on behind a cursor, none twice and none left out', async () => {
    const seen: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await list(KEY, { size: 2, ...(cursor === undefined ? {} : { cursor }) });
      seen.push(...page.list.map(({ requestId }) => requestId));
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(['r5', 'r4', 'r3', 'r2', 'r1']);
  });

  test('is read from an index that has its order, whatever the filter', async () => {
    const inner = api.unbounded.em.fork();
    await inner.execute(
      `insert into request_log (merchant_key, request_id, operation, method, http_status, code, duration_ms, occurred_at)
       select 'mk_many_' || n % 2, 'x' || n, 'op' || n % 4, 'GET', 400, 40001 + n % 4, 1, now() - n * interval '1 second'
       from generate_series(1, 20000) n`,
    );
    await inner.execute('analyze request_log');
    for (const filter of ['true', "operation = 'op3'", 'code = 40002']) {
      const plan = await inner.execute<{ 'QUERY PLAN': string }[]>(
        `explain select id from request_log where merchant_key = 'mk_many_1' and ${filter}
         order by occurred_at desc, id desc limit 51`,
      );
      const text = plan.map((line) => line['QUERY PLAN']).join('\n');
      expect(text).toMatch(/Index (Only )?Scan Backward/);
      expect(text).not.toContain('Sort');
    }
    await inner.execute("delete from request_log where merchant_key like 'mk_many_%'");
  });
});

test('what is older than a week is removed, the rest stays', async () => {
  const em = api.orm.em.fork();
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const old = entry({ requestId: 'old', occurredAt: daysAgo(7.01) });
  await insertRequests(em, [old, entry({ requestId: 'young', occurredAt: daysAgo(6.99) })]);
  expect(await removeExpired(em)).toBe(1);
  expect((await list(AGENCY, { requestId: 'old' })).list).toEqual([]);
  expect((await list(AGENCY, { requestId: 'young' })).list).toHaveLength(1);
});

describe('batches', () => {
  /** A database whose writes end when the test says so. */
  function slowDatabase() {
    const writes: { rows: LoggedRequest[]; end: (error?: Error) => void }[] = [];
    const execute = (_sql: string, [rows]: string[]) =>
      new Promise<void>((resolve, reject) => {
        writes.push({ rows: JSON.parse(rows!), end: (error) => (error ? reject(error) : resolve()) });
      });
    const orm = { em: { fork: () => ({ execute }) } } as unknown as MikroORM;
    const onError = jest.fn();
    const onDropped = jest.fn<(count: number) => void>();
    return { writes, onError, onDropped, log: createRequestLog({ orm, onError, onDropped }) };
  }

  test('what comes together is written by one statement', async () => {
    const { log, writes } = slowDatabase();
    for (const requestId of ['a', 'b', 'c']) log.note(entry({ requestId }));
    expect(writes).toHaveLength(0);
    const written = log.flush();
    expect(writes.map(({ rows }) => rows.map(({ requestId }) => requestId))).toEqual([['a', 'b', 'c']]);
    writes[0]!.end();
    await written;
    expect(writes).toHaveLength(1);
  });

  test('while a write is under way a thousand wait, and the rest is dropped and counted', async () => {
    const { log, writes, onDropped } = slowDatabase();
    log.note(entry({ requestId: 'first' }));
    const written = log.flush();
    for (let number = 0; number < 1_005; number += 1) log.note(entry({ requestId: `r${number}` }));
    expect(onDropped).toHaveBeenCalledTimes(5);
    writes[0]!.end();
    await until(() => writes.length === 2);
    expect(writes[1]!.rows.map(({ requestId }) => requestId)).toHaveLength(1_000);
    writes[1]!.end();
    await written;
  });

  test('a write that fails is dropped and counted, and the next one goes on', async () => {
    const { log, writes, onDropped, onError } = slowDatabase();
    log.note(entry());
    log.note(entry());
    const failed = log.flush();
    writes[0]!.end(new Error('gone'));
    await failed;
    expect(onDropped.mock.calls).toEqual([[2]]);
    expect(onError).toHaveBeenCalledTimes(1);
    log.note(entry({ requestId: 'next' }));
    const written = log.flush();
    expect(writes[1]!.rows[0]!.requestId).toBe('next');
    writes[1]!.end();
    await written;
  });

  test('a database that can’t be reached fails no request', async () => {
    const orm = createOrm({ databaseUrl: 'postgresql://nobody@127.0.0.1:1/nothing', poolMax: 1 });
    const dropped: number[] = [];
    const log = createRequestLog({
      orm,
      onError: () => undefined,
      onDropped: (count) => dropped.push(count),
    });
    expect(() => log.note(entry())).not.toThrow();
    await log.flush();
    expect(dropped).toEqual([1]);
    await orm.close();
  });
});

test('the metric counts what was dropped', async () => {
  expect(await registry.metrics()).toContain('guidepost_request_log_dropped_total 0');
});
