import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import { createOrm, type OrmOptions } from '../../db/orm.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const NAMES = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];

async function limitsOf(options: Partial<OrmOptions> = {}): Promise<string[]> {
  const orm = createOrm({ databaseUrl: database.url, poolMax: 1, ...options });
  const rows = await orm.em
    .fork()
    .execute<{ limit: string }[]>('select current_setting(name) as limit from unnest(?::text[]) name', [
      `{${NAMES.join()}}`,
    ]);
  await orm.close();
  return rows.map(({ limit }) => limit);
}

test('every connection has limits for statements, locks and transactions that do nothing', async () => {
  expect(await limitsOf()).toEqual(['10s', '5s', '15s']);
});

test('a caller can have others', async () => {
  expect(await limitsOf({ limits: { statementMs: 60_000, idleMs: 0 } })).toEqual(['1min', '5s', '0']);
});

test('a transaction that does nothing for too long is ended, and its connection with it', async () => {
  const orm = createOrm({ databaseUrl: database.url, poolMax: 1, limits: { idleMs: 50 } });
  const pool = await orm.em.getConnection().getNativeClient();
  const ended = new Promise((resolve) => pool.once('acquire', (client) => client.once('end', resolve)));
  const idling = orm.em.fork().transactional(async (em) => {
    await em.execute('select 1');
    await ended;
    await em.execute('select 1');
  });
  await expect(idling).rejects.toThrow();
  expect(await orm.em.fork().execute('select 1 as one')).toEqual([{ one: 1 }]);
  await orm.close();
});

test('a connection that is lost in a transaction leaves its place in the pool to another', async () => {
  const orm = createOrm({ databaseUrl: database.url, poolMax: 1 });
  const admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  for (let times = 0; times < 2; times++) {
    const cutOff = orm.em.fork().transactional(async (em) => {
      const [own] = await em.execute<{ pid: number }[]>('select pg_backend_pid() as pid');
      await admin.query('select pg_terminate_backend($1)', [own!.pid]);
      await em.execute('select pg_sleep(60)');
    });
    await expect(cutOff).rejects.toThrow();
  }
  expect(await orm.em.fork().execute('select 1 as one')).toEqual([{ one: 1 }]);
  await admin.end();
  await orm.close();
});

test.each([
  ['a superuser is reported, once', () => database.adminUrl, 1],
  ['the application’s role is none', () => database.url, 0],
])('%s', async (_, url, times) => {
  const onSuperuser = jest.fn();
  const orm = createOrm({ databaseUrl: url(), poolMax: 2, onSuperuser });
  await Promise.all([1, 2, 3].map(() => orm.em.fork().execute('select 1')));
  await orm.close();
  expect(onSuperuser).toHaveBeenCalledTimes(times);
});
