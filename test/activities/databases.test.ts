import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Pool } from 'pg';
import { openDatabases } from '../../activities/databases.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test.each([
  { roles: ['orders', 'notifications', 'settlements'], most: 16, pools: 2 },
  { roles: ['orders'], most: 7, pools: 2 },
  { roles: ['orders'], most: 2, pools: 2 },
  { roles: ['notifications'], most: 16, pools: 1 },
  { roles: ['settlements'], most: 16, pools: 1 },
] as const)(
  'a worker of $roles holds $most connections, all its pools together',
  async ({ roles, most, pools }) => {
    const made: Pool[] = [];
    const config = { databaseUrl: database.url, databasePoolMax: most, workerRoles: roles };
    const { orm, localOrm, closeDatabases } = openDatabases(config, {
      onPool: (pool) => void made.push(pool),
    });
    for (const one of [orm, localOrm]) await one?.em.fork().execute('select 1');
    expect([made.length, made.reduce((sum, { options }) => sum + options.max, 0)]).toEqual([pools, most]);
    await closeDatabases();
  },
);

test('a statement of a local activity has two seconds, others have ten', async () => {
  const config = { databaseUrl: database.url, databasePoolMax: 4, workerRoles: ['orders'] } as const;
  const { orm, localOrm, closeDatabases } = openDatabases(config);
  const limits = [orm, localOrm!].map((one) => one.em.fork().execute('show statement_timeout'));
  expect(await Promise.all(limits)).toEqual([[{ statement_timeout: '10s' }], [{ statement_timeout: '2s' }]]);
  await closeDatabases();
});
