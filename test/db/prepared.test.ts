import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { DriverException, type MikroORM } from '@mikro-orm/postgresql';
import { createOrm } from '../../db/orm.ts';
import { executePrepared, prepared } from '../../db/prepared.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';

let database: TestDatabase;
let orm: MikroORM;
beforeAll(async () => {
  database = await createTestDatabase();
  // One connection, since each has its own prepared statements.
  orm = createOrm({ databaseUrl: database.url, poolMax: 1 });
});
afterAll(async () => {
  await orm.close();
  await database.drop();
});

const SHARE = prepared('share', 'select ?::int / ?::int as share');
const prepares = () =>
  orm.em.fork().execute('select name, generic_plans + custom_plans as runs from pg_prepared_statements');

test('PostgreSQL prepares it once, and values travel beside it', async () => {
  for (const total of [6, 8]) {
    expect(await executePrepared(orm.em.fork(), SHARE, [total, 2])).toEqual([{ share: total / 2 }]);
  }
  expect(await prepares()).toEqual([{ name: 'share', runs: '2' }]);
});

test('its errors are those of the ORM', async () => {
  const failing = executePrepared(orm.em.fork(), SHARE, [1, 0]);
  await expect(failing).rejects.toBeInstanceOf(DriverException);
  await expect(failing).rejects.toMatchObject({ code: '22012' });
});

test('within a transaction it is part of it', async () => {
  const ADD = prepared(
    'add-merchant',
    "insert into merchant (key, name, kind, country) values (?, ?, 'agency', 'PT')",
  );
  const undone = orm.em.fork().transactional(async (em) => {
    await executePrepared(em, ADD, ['mk_undone', "Ada's ? agency"]);
    const [row] = await executePrepared<{ name: string }>(
      em,
      prepared('name', 'select name from merchant where key = ?'),
      ['mk_undone'],
    );
    expect(row?.name).toBe("Ada's ? agency");
    throw new Error('undo');
  });
  await expect(undone).rejects.toThrow('undo');
  expect(await orm.em.fork().execute("select from merchant where key = 'mk_undone'")).toEqual([]);
});
