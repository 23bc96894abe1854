import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { holdLock } from '../../db/advisory-locks.ts';
import { Notification } from '../../db/entities/index.ts';
import { withLimits } from '../../db/limits.ts';
import { createOrm } from '../../db/orm.ts';
import { executePrepared, prepared } from '../../db/prepared.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { createTestApp, ENCRYPTION_KEY, type TestApp } from '../support/app.ts';
import { bookingIn } from '../support/booking.ts';
import { type CallbackReceiver, startCallbackReceiver } from '../support/callback-receiver.ts';
import { type ApiProcess, startApi } from '../support/platform/api-process.ts';
import { drawPort } from '../support/ports.ts';
import { testWorkflows } from '../support/servers/index.ts';
import { createTestNamespace, type TestNamespace } from '../support/servers/temporal-namespace.ts';
import { until } from '../support/until.ts';
import { type PgBouncer, startPgBouncer } from './pgbouncer.ts';

/** So few that every client's transactions run on connections that others have just had. */
const SERVERS = 3;
const ORDERS = 12;
let app: TestApp;
let temporal: TestNamespace;
let pooler: PgBouncer;
let receiver: CallbackReceiver;
let api: ApiProcess | undefined;
const workers: ChildProcess[] = [];
const tokens = new Map<string, string>();

beforeAll(async () => {
  [app, temporal, receiver] = await Promise.all([
    createTestApp(),
    createTestNamespace(),
    startCallbackReceiver(),
  ]);
  // A transaction waits for a connection as long as this machine makes it wait; how long it may is another test's.
  pooler = await startPgBouncer(app.databaseUrl, { default_pool_size: SERVERS, query_wait_timeout: 60 });
  await settingsOfThePage();
  const env = {
    DATABASE_URL: pooler.url,
    ENCRYPTION_KEY: ENCRYPTION_KEY.toString('base64'),
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: temporal.namespace,
    WORKFLOW_BUNDLE: (await testWorkflows()).codePath,
    LOG_LEVEL: 'silent',
    ALLOW_INSECURE_CALLBACKS: '1',
    RATE_LIMIT_MERCHANT: '0',
  };
  const program = fileURLToPath(new URL('../../activities/worker.ts', import.meta.url));
  for (const role of ['orders', 'notifications', 'settlements'])
    workers.push(
      spawn(process.execPath, [program], {
        env: { PATH: process.env.PATH, ...env, WORKER_ROLES: role },
        stdio: 'ignore',
      }),
    );
  api = await startApi(env, await drawPort());
}, 120_000);
afterAll(async () => {
  for (const worker of workers) {
    const ended = once(worker, 'exit');
    worker.kill('SIGKILL');
    if (worker.exitCode === null) await ended;
  }
  await api?.kill();
  await pooler[Symbol.asyncDispose]();
  await Promise.all([receiver.close(), temporal.close()]);
  await app.close();
});

/** What docs/database.md sets for the role, for this database alone, since other tests have the same role. */
async function settingsOfThePage(): Promise<void> {
  const page = readFileSync(new URL('../../docs/database.md', import.meta.url), 'utf8');
  const commands = page.match(/^alter role guidepost_app set \w+ = '\w+';$/gm) ?? [];
  expect(commands).toHaveLength(3);
  const { username, pathname } = new URL(app.databaseUrl);
  const admin = new pg.Client({ connectionString: app.adminUrl });
  await admin.connect();
  const here = `alter role "${username}" in database "${pathname.slice(1)}"`;
  for (const command of commands) await admin.query(command.replace('alter role guidepost_app', here));
  await admin.end();
}

interface Answer {
  readonly code: number;
  readonly msg: string;
  readonly data: {
    readonly orderId: string;
    readonly status: string;
    readonly list: readonly { guideId: string }[];
  };
}

async function tokenOf({ clientId, clientSecret }: ClientCredentials): Promise<string> {
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const answer = await fetch(`${api!.address}/open/v1/auth/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** As a client does that repeats a request under its key while the platform is not available. */
async function call(client: ClientCredentials, method: string, path: string, body?: object): Promise<Answer> {
  const key = randomUUID();
  return await until(async () => {
    const token = tokens.get(client.clientId) ?? (await tokenOf(client));
    tokens.set(client.clientId, token);
    const response = await fetch(`${api!.address}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': key,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Answer;
    if (Math.floor(answer.code / 100) === 503) return undefined;
    expect([path, answer.code, answer.msg]).toEqual([path, 200, 'success']);
    return answer;
  });
}

test('orders live from creation to their last acknowledgement, many at a time, on fewer connections than there are processes', async () => {
  const { agency, studio } = app.sandbox;
  await call(agency, 'PUT', '/open/v1/callback/config', { url: receiver.url });
  const { data } = await call(agency, 'GET', '/open/v1/guide/list?area=Lisbon');
  const guide = data.list[0]!.guideId;
  const orders = await Promise.all(
    Array.from({ length: ORDERS }, async (_, index) => {
      const booked = await call(agency, 'POST', '/open/v1/order/create', bookingIn(10 + 3 * index, guide));
      const { orderId } = booked.data;
      for (const move of ['confirm', 'start', 'complete'])
        await call(
          studio,
          'POST',
          `/open/v1/order/${move}/${orderId}`,
          move === 'confirm' ? { reason: 'x' } : undefined,
        );
      return orderId;
    }),
  );
  const waiting = { merchantKey: agency.clientId, status: 'pending' } as const;
  await until(async () => (await app.orm.em.fork().count(Notification, waiting)) === 0);
  for (const orderId of orders) {
    const detail = await call(agency, 'GET', `/open/v1/order/detail/${orderId}`);
    const mine = receiver.received.filter(({ body }) => body.orderId === orderId);
    expect([detail.data.status, [...new Set(mine.map(({ body }) => body.sequence))].sort()]).toEqual([
      'completed',
      [1, 2, 3, 4],
    ]);
  }
  const [clients, servers] = await Promise.all([pooler.show('clients'), pooler.show('servers')]);
  const ours = ({ database }: Record<string, unknown>) => database === 'guidepost';
  expect(clients.filter(ours).length).toBeGreaterThan(SERVERS);
  expect(servers.filter(ours).length).toBeLessThanOrEqual(SERVERS);
}, 300_000);

test('prepared statements are found on whichever connection comes next', async () => {
  const orm = createOrm({ databaseUrl: pooler.url, poolMax: 8 });
  const statement = prepared('of_the_pooler', 'select ?::int as value, pg_backend_pid() as server');
  const rows = await Promise.all(
    Array.from({ length: 200 }, (_, value) =>
      executePrepared<{ value: number; server: number }>(orm.em.fork(), statement, [value]),
    ),
  );
  await orm.close();
  expect(rows.map(([row]) => row!.value)).toEqual(Array.from({ length: 200 }, (_, value) => value));
});

test('limits are the role’s, and those of a transaction end with it', async () => {
  const orm = createOrm({ databaseUrl: pooler.url, poolMax: 4 });
  const limits = async () => {
    const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
    const [row] = await orm.em
      .fork()
      .execute<Record<string, string>[]>(
        `select ${names.map((name) => `current_setting('${name}') as "${name}"`)}`,
      );
    return row;
  };
  const usual = { statement_timeout: '10s', lock_timeout: '5s', idle_in_transaction_session_timeout: '15s' };
  expect(await limits()).toEqual(usual);
  await Promise.all(
    Array.from({ length: 8 }, () =>
      withLimits(orm.em.fork(), { statementMs: 777, lockMs: 77 }, async (em) => {
        const [row] = await em.execute<{ limit: string }[]>(
          `select current_setting('statement_timeout') as "limit"`,
        );
        expect(row!.limit).toBe('777ms');
      }),
    ),
  );
  expect(await Promise.all(Array.from({ length: 8 }, limits))).toEqual(Array(8).fill(usual));
  await orm.close();
});

test('an advisory lock is held until its transaction ends, and left with it', async () => {
  const orm = createOrm({ databaseUrl: pooler.url, poolMax: 4 });
  let inside = 0;
  await Promise.all(
    Array.from({ length: 12 }, () =>
      orm.em.fork().transactional(async (em) => {
        await holdLock(em, 'barrierOfTests', 'pooler');
        inside += 1;
        expect(inside).toBe(1);
        await em.execute('select 1');
        inside -= 1;
      }),
    ),
  );
  const held = await orm.em
    .fork()
    .execute(`select 1 from pg_locks where locktype = 'advisory' and classid = 20261123`);
  expect(held).toEqual([]);
  await orm.close();
});
