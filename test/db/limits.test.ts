import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { withLimits } from '../../db/limits.ts';
import { createOrm } from '../../db/orm.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';

let database: TestDatabase;
let orm: MikroORM;
beforeAll(async () => {
  database = await createTestDatabase();
  orm = createOrm({ databaseUrl: database.url, poolMax: 2 });
});
afterAll(async () => {
  await orm.close();
  await database.drop();
});

const ADD = "insert into merchant (key, name, kind, country) values (?, 'Limited', 'agency', 'PT')";
const settings = async (em: EntityManager) => {
  const [row] = await em.execute<{ lock: string; statement: string; idle: string }[]>(
    `select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement,
       current_setting('idle_in_transaction_session_timeout') as idle`,
  );
  return row!;
};

test('limits hold within their transaction, and end with it', async () => {
  // One connection, so that what is seen afterwards is the same one.
  const single = createOrm({ databaseUrl: database.url, poolMax: 1 });
  const before = await settings(single.em.fork());
  const limits = { lockMs: 1_250, statementMs: 2_500, idleMs: 3_750 };
  const inside = await withLimits(single.em.fork(), limits, settings);
  expect(inside).toEqual({ lock: '1250ms', statement: '2500ms', idle: '3750ms' });
  expect(await settings(single.em.fork())).toEqual(before);
  await single.close();
});

test('what is left out stays as the connection has it', async () => {
  const { lock, ...others } = await settings(orm.em.fork());
  const inside = await withLimits(orm.em.fork(), { lockMs: 77 }, settings);
  expect(inside).toEqual({ lock: '77ms', ...others });
  expect(lock).not.toBe('77ms');
});

test('within a transaction there is no second one: they are undone together', async () => {
  const undone = orm.em.fork().transactional(async (em) => {
    await withLimits(em, { lockMs: 500 }, (inside) => inside.execute(ADD, ['mk_undone']));
    throw new Error('undo');
  });
  await expect(undone).rejects.toThrow('undo');
  expect(await orm.em.fork().execute("select from merchant where key = 'mk_undone'")).toEqual([]);
});

test('a lock that is not had in time fails, and nothing is written', async () => {
  await orm.em.fork().execute(ADD, ['mk_held']);
  await orm.em.fork().transactional(async (holder) => {
    await holder.execute("select from merchant where key = 'mk_held' for update");
    const waiting = withLimits(orm.em.fork(), { lockMs: 20 }, async (em) => {
      await em.execute(ADD, ['mk_waiting']);
      await em.execute("select from merchant where key = 'mk_held' for update");
    });
    await expect(waiting).rejects.toMatchObject({ code: '55P03' });
  });
  expect(await orm.em.fork().execute("select from merchant where key = 'mk_waiting'")).toEqual([]);
});

test('a statement that takes too long fails', async () => {
  const slow = withLimits(orm.em.fork(), { statementMs: 20 }, (em) => em.execute('select pg_sleep(60)'));
  await expect(slow).rejects.toMatchObject({ code: '57014' });
});
